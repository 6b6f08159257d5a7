#include "gate/evidence/load.h"

#include "gate/core/sha256.h"
#include "gate/core/text.h"
#include "gate/evidence/canonical.h"
#include "gate/evidence/fault_place.h"
#include "gate/evidence/reading.h"
#include "gate/evidence/text_buffer.h"

#include <simdjson.h>

#include <cstring>
#include <utility>

namespace pumuki::evidence {
namespace {

/// A file that is being written in place is read again this often before it is given up.
constexpr int k_read_attempts = 3;
constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

void refuse(Summary& summary, std::string reason) {
  summary.kind = Kind::Invalid;
  summary.fault = Fault::Schema;
  summary.reason = std::move(reason);
}

/// The whole file with padding behind it.
Result<std::string> read_padded(int fd, std::size_t size) {
  std::string text;
  Result<void> read;
  text.resize_and_overwrite(size + simdjson::SIMDJSON_PADDING, [&](char* to, std::size_t) {
    read = read_at(fd, 0, to, size);
    std::memset(to + size, 0, simdjson::SIMDJSON_PADDING);
    return size;
  });
  if (!read) {
    return fail(std::move(read.error()));
  }
  return text;
}

/// A consistent text: the file was the same before and after.
Result<std::string> read_stable(const std::string& path, Loaded& loaded) {
  for (int attempt = 0; attempt < k_read_attempts; ++attempt) {
    auto file = open_regular(path);
    if (!file) {
      return fail(std::move(file.error()));
    }
    loaded.identity = file->identity;
    if (file->identity.size > k_max_file_bytes) {
      return fail(Code::TooLarge, "larger than " + std::to_string(k_max_file_bytes) + " bytes");
    }
    auto text = read_padded(file->fd.get(), file->identity.size);
    if (text && file_identity(file->fd.get()) == file->identity) {
      loaded.text_fd = std::move(file->fd);
      return text;
    }
  }
  return fail(Code::NotReadable, "the file changes while it is read");
}

/// Why a text that is no object is none, in words a person can use.
std::string not_an_object(std::string_view text) {
  if (text.empty()) {
    return "the file is empty";
  }
  if (text.starts_with(k_byte_order_mark)) {
    return "the file starts with a byte-order mark";
  }
  return "the document is not a JSON object";
}

/// The judgement of evidence-v2.1 §2, steps 4 to 9, and the shapes.
void judge(Summary& summary, Reading& reading) {
  if (reading.stop) {
    refuse(summary, "not JSON: " + reading.stop->reason);
    summary.fault_offset = reading.stop->offset;
    return;
  }
  summary.version = reading.version;
  summary.timestamp = reading.timestamp;
  if (reading.version != k_version) {
    refuse(summary, "version is not \"" + std::string{k_version} + "\"");
    return;
  }
  const Fault fault = check_chain(reading.chain, reading.payload_hash);
  if (fault != Fault::None) {
    refuse(summary, std::string{chain_reason(fault)});
    summary.fault = fault;
    return;
  }
  if (reading.shape) {
    refuse(summary, std::move(reading.shape->reason));
    summary.fault_offset = reading.shape->offset;
    return;
  }
  summary.kind = Kind::Valid;
  summary.payload_hash = std::move(reading.payload_hash);
  summary.sequence = reading.chain.sequence;
  summary.facts = std::move(reading.facts);
}

/// Puts `text` into canonical order and reads that. False when it is not JSON after all.
bool read_exactly(std::string& text, bool keep_rows, Reading& reading) {
  auto canonical = canonical_text(text);
  if (!canonical) {
    reading = Reading{};
    reading.stop = Stop{.reason = canonical.error().message, .offset = {}, .vague = true};
    return false;
  }
  text = std::move(*canonical);
  add_padding(text);
  reading = read_document(text, Order::Trust, keep_rows);
  return true;
}

class Loader {
 public:
  Loader(const std::string& path, bool keep_rows) : keep_rows_(keep_rows) {
    loaded_.summary.path = path;
  }

  Loaded run();
  /// The same for a text that stands nowhere; without text_fd.
  Loaded run_on(std::string text);

 private:
  void read_text(std::string text);
  void keep(Reading reading, std::string text);

  Loaded loaded_;
  const bool keep_rows_;
  /// The served text is not the file's.
  bool rewritten_ = false;
};

Loaded Loader::run() {
  Summary& summary = loaded_.summary;
  auto text = read_stable(summary.path, loaded_);
  if (text) {
    read_text(std::move(*text));
  } else if (text.error().code != Code::NotFound) {
    refuse(summary, describe(text.error()));
    if (loaded_.identity == FileIdentity{}) {
      loaded_.identity = file_identity(summary.path);
    }
  }
  if (summary.kind != Kind::Valid || !keep_rows_) {
    loaded_.text_fd.reset();
    loaded_.collections = {};
  }
  return std::move(loaded_);
}

Loaded Loader::run_on(std::string text) {
  if (text.size() > k_max_file_bytes) {
    refuse(loaded_.summary, "larger than " + std::to_string(k_max_file_bytes) + " bytes");
    return std::move(loaded_);
  }
  add_padding(text);
  read_text(std::move(text));
  loaded_.text_fd.reset();
  return std::move(loaded_);
}

void Loader::read_text(std::string text) {
  Summary& summary = loaded_.summary;
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    text = replace_invalid_utf8(text);
    add_padding(text);
    rewritten_ = true;
  }
  summary.digest = "sha256:" + sha256_hex(text);
  const auto first = text.find_first_not_of(" \n\r\t");
  if (first == std::string::npos || text[first] != '{') {
    refuse(summary, not_an_object(text));
    return;
  }
  Reading reading = read_document(text, Order::Check, keep_rows_);
  const bool exact = reading.needs_exact && read_exactly(text, keep_rows_, reading);
  const bool offsets_hold = !rewritten_ && !exact;
  rewritten_ = rewritten_ || exact;
  judge(summary, reading);
  if (!offsets_hold) {
    summary.fault_offset = std::nullopt;
  } else if (reading.stop && reading.stop->vague) {
    summary.fault_offset = fault_place(text);
  }
  if (summary.kind == Kind::Valid && keep_rows_) {
    keep(std::move(reading), std::move(text));
  }
}

void Loader::keep(Reading reading, std::string text) {
  if (rewritten_) {
    loaded_.text_fd = UniqueFd{anonymous_file(text)};
    if (!loaded_.text_fd.valid()) {
      refuse(loaded_.summary, "no memory for the decoded text");
      return;
    }
  }
  loaded_.text_bytes = text.size();
  loaded_.collections = std::move(reading.collections);
  loaded_.collections.buffer = std::move(text);
}

}  // namespace

Loaded load_path(const std::string& path, bool keep_rows) { return Loader{path, keep_rows}.run(); }

Loaded load_text(std::string text, const std::string& path, bool keep_rows) {
  return Loader{path, keep_rows}.run_on(std::move(text));
}

}  // namespace pumuki::evidence
