#include "gate/evidence/canonical.h"

#include "gate/core/json_text.h"
#include "gate/core/json_writer.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"
#include "gate/evidence/json_scalar.h"
#include "gate/evidence/text_buffer.h"
#include "gate/evidence/walker.h"

#include <simdjson.h>

namespace pumuki::evidence {
namespace {

constexpr std::string_view k_chain_member = "evidence_chain";

std::string_view without_space(std::string_view json) {
  while (!json.empty() && is_json_space(json.front())) {
    json.remove_prefix(1);
  }
  while (!json.empty() && is_json_space(json.back())) {
    json.remove_suffix(1);
  }
  return json;
}

/// Canonical text of an array or object, or why there is none.
Result<std::string> rebuild(std::string_view json) {
  std::string text{json};
  add_padding(text);
  return canonical_text(text);
}

/// A string literal that ends where the text ends, without raw controls.
bool is_string_literal(std::string_view json) {
  if (json.size() < 2 || json.back() != '"') {
    return false;
  }
  const std::string_view inner = json.substr(1, json.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '"' || static_cast<unsigned char>(inner[i]) < 0x20) {
      return false;
    }
    i += inner[i] == '\\' ? std::size_t{1} : std::size_t{0};
  }
  return true;
}

bool append_scalar(std::string& out, std::string_view json) {
  if (json == "true" || json == "false" || json == "null" || is_plain_integer(json)) {
    out += json;
    return true;
  }
  if (is_json_number(json)) {
    append_json_number(out, number_value(json));
    return true;
  }
  std::string text;
  if (!json.starts_with('"') || !is_string_literal(json) ||
      !decode_json_string(text, json.substr(1, json.size() - 2))) {
    return false;
  }
  append_json_string(out, text);
  return true;
}

std::unexpected<Error> not_json(const Stop& stop) {
  std::string message = stop.reason;
  if (stop.offset) {
    message += " at byte " + std::to_string(*stop.offset);
  }
  return fail(Code::NotJson, std::move(message));
}

/// Canonical text of the document without its chain.
Result<std::string> payload_text(std::string_view document) {
  auto canonical = rebuild(is_valid_utf8(document) ? document : replace_invalid_utf8(document));
  if (!canonical) {
    return canonical;
  }
  if (canonical->front() != '{') {
    return fail(Code::WrongShape, "the document is not an object");
  }
  add_padding(*canonical);
  Emitter emitter;
  Walker walker{*canonical, emitter, Order::Trust};
  walker.document(k_chain_member,
                  [&](std::string_view, std::string_view, Walker::Value& v) { walker.any(v); });
  if (walker.stopped()) {
    return not_json(walker.stop());
  }
  return std::move(emitter.pending());
}

}  // namespace

Result<std::string> canonical_text(const std::string& padded) {
  Emitter emitter;
  Walker walker{padded, emitter, Order::Rebuild};
  walker.whole();
  if (walker.stopped()) {
    return not_json(walker.stop());
  }
  return std::move(emitter.pending());
}

bool append_canonical(std::string& out, std::string_view json) {
  const std::string_view value = without_space(json);
  if (value.empty() || !is_valid_utf8(value)) {
    return false;
  }
  if (value.front() != '{' && value.front() != '[') {
    return append_scalar(out, value);
  }
  const auto made = rebuild(value);
  if (made) {
    out += *made;
  }
  return made.has_value();
}

bool append_compact(std::string& out, std::string_view json) {
  const std::size_t size = out.size();
  std::size_t written = 0;
  simdjson::error_code error = simdjson::SUCCESS;
  out.resize_and_overwrite(
      size + json.size() + simdjson::SIMDJSON_PADDING, [&](char* text, std::size_t) {
        error = simdjson::minify(json.data(), json.size(), text + size, written);
        return size + (error == simdjson::SUCCESS ? written : 0);
      });
  return error == simdjson::SUCCESS;
}

Result<std::string> payload_hash(std::string_view document) {
  auto payload = payload_text(document);
  return payload ? Result<std::string>{"sha256:" + sha256_hex(*payload)} : payload;
}

Result<std::string> seal_text(std::string_view document, std::string_view previous_hash,
                              std::uint64_t sequence) {
  auto text = payload_text(document);
  if (!text) {
    return text;
  }
  const std::string hash = "sha256:" + sha256_hex(*text);
  text->pop_back();
  *text += text->size() > 1 ? "," : "";
  JsonWriter chain;
  chain.begin_object().member("algorithm", "sha256").key("previous_payload_hash");
  if (previous_hash.empty()) {
    chain.null();
  } else {
    chain.value(previous_hash);
  }
  chain.member("payload_hash", hash).member("sequence", sequence).end_object();
  *text += json_string(k_chain_member) + ":" + chain.text() + "}";
  return text;
}

}  // namespace pumuki::evidence
