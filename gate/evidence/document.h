#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::evidence {

/// Name of the evidence file in the repository root.
inline constexpr std::string_view k_file_name = ".ai_evidence.json";
/// The only version read and written.
inline constexpr std::string_view k_version = "2.1";
/// Largest file read at any door (rulings 10).
inline constexpr std::uint64_t k_max_file_bytes = std::uint64_t{512} << 20;

enum class Kind { Missing, Invalid, Valid };

/// Why a file is invalid (evidence-v2.1 §2).
enum class Fault {
  None,
  /// Unreadable, too large, not JSON, too deep, wrong version, or a member of a wrong type.
  Schema,
  ChainMissing,
  ChainMalformed,
  ChainMismatch,
};

/// snapshot.rules_coverage as far as the gate asks.
struct RulesCoverage {
  std::string stage;
  std::vector<std::string> active_rule_ids;
  std::vector<std::string> evaluated_rule_ids;
  double unevaluated_count = 0;
  double coverage_ratio = 1;
  /// counts.unsupported_auto, else the length of unsupported_auto_rule_ids, else 0.
  double unsupported_auto_count = 0;
};

struct DetectedPlatform {
  std::string name;
  bool detected = false;
};

struct RulesetName {
  std::string platform;
  std::string bundle;
};

/// What evaluate() reads of a valid document. Absent members are nothing or empty.
struct GateFacts {
  /// A member every evaluation needs and does not find ("ai_gate.status"); nothing when all are
  /// there. The command line reports EVIDENCE_INVALID with it, the HTTP tools fail (gate §3,
  /// gate-cli §2).
  std::optional<std::string> missing_member;
  /// The same for members that only PRE_WRITE looks at: "severity_metrics.gate_status", and those
  /// of snapshot.rules_coverage when there is one.
  std::optional<std::string> missing_at_pre_write;
  std::optional<std::string> ai_gate_status;
  std::optional<std::string> severity_gate_status;
  std::optional<std::string> snapshot_stage;
  std::optional<std::string> snapshot_outcome;
  std::optional<RulesCoverage> rules_coverage;
  /// In file order.
  std::vector<DetectedPlatform> platforms;
  std::vector<RulesetName> rulesets;
  std::optional<std::string> repo_root;
  std::optional<std::string> branch;
};

/// What the file is, without its collections. Every door starts here.
struct Summary {
  Kind kind = Kind::Missing;
  Fault fault = Fault::None;
  /// For people: why the file is invalid, with the place. Empty otherwise.
  std::string reason;
  /// Byte offset of the first fault, where one can be named.
  std::optional<std::uint64_t> fault_offset;
  /// Absolute path of the file.
  std::string path;
  /// "sha256:…" over the text; nothing when missing or unreadable.
  std::optional<std::string> digest;
  /// The member `version` when it is a string.
  std::optional<std::string> version;
  /// The member `timestamp` when it is a string; also for an invalid file that is JSON.
  std::optional<std::string> timestamp;
  /// Of the seal: "sha256:…" and the place in the chain. Filled for a valid document only.
  std::string payload_hash;
  double sequence = 0;
  /// Filled for a valid document only.
  GateFacts facts;
};

/// Reads, verifies and summarises the file `k_file_name` in `root`. Never fails: a failure is a
/// kind and a reason. Does not build the index of the collections; the servers use Store for that.
Summary read_summary(const std::string& root);
/// The same for any path.
Summary read_summary_of(const std::string& path);

}  // namespace pumuki::evidence
