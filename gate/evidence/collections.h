#pragma once

#include "gate/core/fd.h"
#include "gate/core/files.h"
#include "gate/evidence/document.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// A byte range of the *served text*: what Loaded::text_fd holds. Lengths fit, since a file has at
/// most k_max_file_bytes.
struct Range {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
};

/// One element of snapshot.findings. An absent optional member is empty text.
/// All texts of rows are decoded: UTF-8, a lone surrogate in its three-byte form (json_text.h).
struct FindingRow {
  Range range;
  std::string_view rule_id;
  std::string_view severity;
  std::string_view file;
  std::string_view code;
  std::string_view message;
  /// The text `lines` is sorted by (evidence-server §9).
  std::string_view lines_text;
  /// `lines` is an array that is not empty.
  bool has_line_list = false;
};

struct LedgerRow {
  Range range;
  std::string_view rule_id;
  std::string_view file;
  std::string_view lines_text;
  std::string_view first_seen;
  std::string_view last_seen;
  /// Of our own writer; empty elsewhere.
  std::string_view fingerprint;
  std::string_view file_b64;
};

struct RulesetRow {
  Range range;
  std::string_view platform;
  std::string_view bundle;
  std::string_view hash;
};

/// One member of `platforms`, in ECMAScript member order.
struct PlatformRow {
  std::string_view name;
  /// Absent in the file: false, and not listed.
  std::optional<bool> detected;
  std::optional<std::string_view> confidence;
};

/// A member whose absence, null and text mean three things.
struct MaybeText {
  enum class State { Absent, Null, Text };
  State state = State::Absent;
  std::string_view text;
};

/// One element of consolidation.suppressed.
struct SuppressedRow {
  std::string_view rule_id;
  std::string_view file;
  std::string_view reason;
  std::string_view replaced_by;
  MaybeText replacement;
  MaybeText platform;
};

/// One top-level member, in the order it is served.
struct Member {
  /// The name as JSON text, quotes included, in canonical spelling.
  std::string_view name_json;
  /// The value.
  Range range;
};

/// Everything the walk over a valid document collected. Transient: an index is built from it and
/// it goes, taking the loading buffer with it. Every string_view points into `buffer` or `arena`.
struct Collections {
  std::vector<FindingRow> findings;
  std::vector<LedgerRow> ledger;
  std::vector<RulesetRow> rulesets;
  std::vector<PlatformRow> platforms;
  std::vector<SuppressedRow> suppressed;

  std::string_view version;
  /// Canonical JSON text of `timestamp`, `snapshot.stage` and `snapshot.outcome`, usually a string;
  /// empty when absent (then the member is left out of replies).
  std::string_view timestamp_json;
  std::string_view stage_json;
  std::string_view outcome_json;

  std::vector<Member> members;
  /// Bytes of the canonical text of the whole document, and of the document without its member
  /// `consolidation` (the same when it has none).
  std::uint64_t full_bytes = 0;
  std::uint64_t compact_bytes = 0;
  /// The served text is canonical but for white space: minifying a range gives its canonical text.
  /// Otherwise append_canonical() does.
  bool canonical_spelling = false;

  /// With spare capacity for the parser's padding, so never inline: moving it moves no byte.
  std::string buffer;
  std::deque<std::string> arena;
};

/// One reading of the file.
struct Loaded {
  Summary summary;
  /// Filled for a valid document only.
  Collections collections;
  /// The served text, for pread: the file itself, or an anonymous file when the text had to be
  /// decoded or put into canonical order. Not valid unless the document is.
  UniqueFd text_fd;
  std::uint64_t text_bytes = 0;
  /// Of what stood at the path when it was opened; all zero when nothing could be examined.
  FileIdentity identity;
};

/// Reads and verifies `path`, collecting the rows. Never fails; see Summary.
Loaded load(const std::string& path);

}  // namespace pumuki::evidence
