#pragma once

#include "gate/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Deepest nesting of arrays and objects that is read.
inline constexpr int k_max_depth = 1000;

/// Appends what ECMAScript's JSON.stringify(JSON.parse(json)) yields (evidence-v2.1 §3) for one
/// JSON value of any kind. False, with nothing appended, when `json` is not strict JSON (RFC 8259,
/// valid UTF-8) or nests too deep.
bool append_canonical(std::string& out, std::string_view json);

/// Canonical text of an array or object. `padded` has the parser's padding behind its end
/// (text_buffer.h) and is valid UTF-8. Error NotJson, with the place where one is known.
Result<std::string> canonical_text(const std::string& padded);

/// As append_canonical() for text that is canonical but for white space
/// (Collections::canonical_spelling); faster, and only the caller's word is taken for it.
bool append_compact(std::string& out, std::string_view json);

/// "sha256:…" over the canonical text of the document without its member evidence_chain.
/// Invalid UTF-8 is read as U+FFFD. Errors: NotJson; WrongShape when it is not an object.
Result<std::string> payload_hash(std::string_view document);

/// The document in canonical text with a fresh evidence_chain at its end, the old one removed.
/// `previous_hash`: "sha256:…" of the document it replaces, or empty. Errors as payload_hash().
Result<std::string> seal_text(std::string_view document, std::string_view previous_hash = {},
                              std::uint64_t sequence = 1);

}  // namespace pumuki::evidence
