#include "gate/core/files.h"
#include "gate/core/json_text.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/receipts/receipt.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace pumuki::receipts {
namespace {

using Json = nlohmann::json;

/// The member when it is a text.
std::optional<std::string> text_of(const Json& json, std::string_view name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? std::optional{found->get<std::string>()}
                                                   : std::nullopt;
}

bool is_text(const Json& json, std::string_view name, std::string_view wanted) {
  return text_of(json, name) == wanted;
}

/// Each of these fills one part and answers what is wrong, or nothing (contract: gate §8; the first
/// failure wins).
std::string take_origin(const Json& json, Receipt& receipt) {
  for (const auto& [name, wanted] :
       {std::pair{"version", k_receipt_version}, std::pair{"source", k_receipt_source},
        std::pair{"tool", k_receipt_tool}}) {
    if (!is_text(json, name, wanted)) {
      return "`" + std::string{name} + "` is not \"" + std::string{wanted} + "\"";
    }
  }
  receipt.repo_root = text_of(json, "repo_root").value_or("");
  return trim(receipt.repo_root).empty() ? "`repo_root` is blank or not a text" : "";
}

std::string take_verdict(const Json& json, Receipt& receipt) {
  const auto stage = stage_from_name(text_of(json, "stage").value_or(""));
  if (!stage) {
    return "`stage` is not a stage";
  }
  receipt.stage = *stage;
  const bool says_allowed = is_text(json, "status", "ALLOWED");
  if (!says_allowed && !is_text(json, "status", "BLOCKED")) {
    return "`status` is neither ALLOWED nor BLOCKED";
  }
  const auto allowed = json.find("allowed");
  if (allowed == json.end() || !allowed->is_boolean()) {
    return "`allowed` is not a boolean";
  }
  receipt.allowed = allowed->get<bool>();
  const auto issued = parse_time(text_of(json, "issued_at").value_or(""));
  if (!issued) {
    return "`issued_at` is not a date";
  }
  receipt.issued_at = *issued;
  return receipt.allowed == says_allowed ? "" : "`status` and `allowed` disagree";
}

std::string take_all(const std::string& text, Receipt& receipt) {
  // The parser would pass over the mark; JSON does not (RFC 8259 §8.1).
  if (text.starts_with("\xEF\xBB\xBF") || !json_depth_at_most(text)) {
    return "it starts with a byte-order mark or nests too deep";
  }
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    return "not a JSON object";
  }
  const std::string fault = take_origin(json, receipt);
  return fault.empty() ? take_verdict(json, receipt) : fault;
}

}  // namespace

std::string_view receipt_kind_name(ReceiptKind kind) {
  static constexpr std::array<std::string_view, 4> k_names{"disabled", "missing", "invalid",
                                                           "valid"};
  return k_names.at(static_cast<std::size_t>(kind));
}

std::string receipt_path(const std::string& root) {
  return root + "/" + std::string{k_receipt_path};
}

ReceiptFile read_receipt(const std::string& root) {
  ReceiptFile file;
  const auto text = read_file(receipt_path(root));
  if (!text) {
    const bool missing = text.error().code == Code::NotFound;
    file.kind = missing ? ReceiptKind::Missing : ReceiptKind::Invalid;
    file.reason = missing ? "" : describe(text.error());
    return file;
  }
  Receipt receipt;
  file.reason = take_all(*text, receipt);
  file.kind = file.reason.empty() ? ReceiptKind::Valid : ReceiptKind::Invalid;
  if (file.kind == ReceiptKind::Valid) {
    file.receipt = std::move(receipt);
  }
  return file;
}

Result<void> write_receipt(const std::string& root, const Receipt& receipt) {
  JsonWriter json;
  json.begin_object()
      .member("version", k_receipt_version)
      .member("source", k_receipt_source)
      .member("tool", k_receipt_tool)
      .member("repo_root", receipt.repo_root)
      .member("stage", stage_name(receipt.stage))
      .member("status", receipt.allowed ? "ALLOWED" : "BLOCKED")
      .member("allowed", receipt.allowed)
      .member("issued_at", format_time(receipt.issued_at))
      .end_object();
  return write_file_below(root, std::string{k_receipt_path}, pretty_json(json.text()));
}

}  // namespace pumuki::receipts
