#pragma once

#include "gate/core/json_writer.h"
#include "gate/evidence/finding.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// The order of texts in a written file: collated where the text is ASCII, other characters behind
/// it (core/ascii_collation); texts that collate equal by their bytes. A strict order of all texts,
/// the same with and without ICU.
std::strong_ordering compare_texts(std::string_view a, std::string_view b);

/// "9,10": how a list of lines stands in keys and sorts in a written file (contract:
/// evidence-v2.1 §4.8).
std::string lines_key(const std::vector<std::int64_t>& lines);

/// Names a file without losing a byte: the path, or "b64:" and its base64 where the member `file`
/// cannot hold it.
std::string file_key(std::string_view file);

/// The members `file` and, where that does not hold the bytes (not UTF-8, or with a backslash,
/// which `file` shows as '/'), `file_b64`.
void write_file_members(JsonWriter& json, std::string_view file);

/// The key of the ledger (contract: evidence-v2.1 §4.6) as one text no other key has.
std::string ledger_key(std::string_view rule_id, std::string_view file_key, std::string_view lines);

/// Old debt or waived: shown, never counted as blocking.
bool is_excepted(const Finding& finding);
/// Counted as blocking: CRITICAL, ERROR or marked so, and not excepted.
bool is_blocking(const Finding& finding);

}  // namespace pumuki::evidence
