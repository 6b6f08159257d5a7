#include "gate/evidence/reading.h"

#include "gate/evidence/gate_facts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::evidence {
namespace {

constexpr std::string_view k_chain_member = "evidence_chain";
constexpr std::string_view k_consolidation_member = "consolidation";

/// One pass: hands each top-level member to the reader that knows it.
class DocumentReader {
 public:
  DocumentReader(const std::string& text, Order order, bool keep_rows)
      : emitter_(hash_),
        walker_(text, emitter_, order),
        collector_(walker_, out_.collections, keep_rows),
        facts_(walker_, out_.facts) {}

  Reading read();

 private:
  using Value = Walker::Value;
  using Handler = Seen (DocumentReader::*)(Value&);
  struct Known {
    std::string_view name;
    Handler handler;
  };
  static const std::array<Known, 11> k_known;

  void member(std::string_view name, std::string_view name_json, Value& value);
  Seen version(Value& value);
  Seen timestamp(Value& value);
  Seen snapshot(Value& value);
  Seen ledger(Value& value) { return collector_.ledger(value); }
  Seen platforms(Value& value) { return collector_.platforms(value); }
  Seen rulesets(Value& value) { return collector_.rulesets(value); }
  Seen consolidation(Value& value) { return collector_.consolidation(value); }
  Seen ai_gate(Value& value) { return facts_.ai_gate(value); }
  Seen severity_metrics(Value& value) { return facts_.severity_metrics(value); }
  Seen repo_state(Value& value) { return facts_.repo_state(value); }
  Seen chain(Value& value);

  /// A value served as it stands: its JSON goes to `json`, its text to `text`.
  Seen label(Value& value, std::string_view& json, std::optional<std::string>& text);
  void judge_presence();
  void copy_lists_to_facts();

  Reading out_;
  Sha256 hash_;
  Emitter emitter_;
  Walker walker_;
  Collector collector_;
  FactReader facts_;
  bool has_findings_ = false;
  /// Of the whole document: braces, and each member with its colon and a comma; the one comma too
  /// many is taken off at the start.
  std::uint64_t bytes_ = 1;
  std::uint64_t consolidation_bytes_ = 0;
};

const std::array<DocumentReader::Known, 11> DocumentReader::k_known{{
    {"version", &DocumentReader::version},
    {"timestamp", &DocumentReader::timestamp},
    {"snapshot", &DocumentReader::snapshot},
    {"ledger", &DocumentReader::ledger},
    {"platforms", &DocumentReader::platforms},
    {"rulesets", &DocumentReader::rulesets},
    {"consolidation", &DocumentReader::consolidation},
    {"ai_gate", &DocumentReader::ai_gate},
    {"severity_metrics", &DocumentReader::severity_metrics},
    {"repo_state", &DocumentReader::repo_state},
    {k_chain_member, &DocumentReader::chain},
}};

Reading DocumentReader::read() {
  walker_.document(k_chain_member, [this](std::string_view name, std::string_view name_json,
                                          Value& value) { member(name, name_json, value); });
  out_.needs_exact = walker_.needs_exact();
  if (walker_.stopped()) {
    out_.stop = walker_.stop();
    return std::move(out_);
  }
  emitter_.drain();
  out_.payload_hash = "sha256:" + hash_.finish_hex();
  judge_presence();
  out_.shape = collector_.first_fault();
  facts_.finish();
  copy_lists_to_facts();
  Collections& rows = out_.collections;
  rows.canonical_spelling = !walker_.respelled();
  rows.version = k_version;
  rows.full_bytes = bytes_;
  rows.compact_bytes = bytes_ - consolidation_bytes_;
  return std::move(out_);
}

void DocumentReader::member(std::string_view name, std::string_view name_json, Value& value) {
  const std::uint64_t before = emitter_.total();
  const auto* const known =
      std::ranges::find(k_known, name, [](const Known& entry) { return entry.name; });
  const Seen seen = known != k_known.end() ? (this->*known->handler)(value) : walker_.any(value);
  const std::uint64_t size = name_json.size() + 1 + (emitter_.total() - before) + 1;
  bytes_ += size;
  if (name == k_consolidation_member) {
    consolidation_bytes_ = size;
  }
  // The walker owns names that are spelled with escapes.
  out_.collections.members.push_back(
      {.name_json = collector_.store(name_json), .range = seen.range});
}

Seen DocumentReader::label(Value& value, std::string_view& json, std::optional<std::string>& text) {
  const Seen seen = walker_.any(value);
  if (seen.type == Type::String) {
    text = std::string{seen.text};
  }
  json = collector_.json_of(seen);
  return seen;
}

Seen DocumentReader::version(Value& value) {
  std::string_view json;
  return label(value, json, out_.version);
}

Seen DocumentReader::timestamp(Value& value) {
  return label(value, out_.collections.timestamp_json, out_.timestamp);
}

Seen DocumentReader::snapshot(Value& value) {
  const Seen seen = walker_.object(value, [this](std::string_view name, Value& content) {
    if (name == "findings") {
      has_findings_ = true;
      collector_.findings(content);
    } else if (name == "stage") {
      label(content, out_.collections.stage_json, out_.facts.snapshot_stage);
    } else if (name == "outcome") {
      label(content, out_.collections.outcome_json, out_.facts.snapshot_outcome);
    } else if (name == "rules_coverage") {
      facts_.rules_coverage(content);
    } else {
      walker_.any(content);
    }
  });
  if (seen.type != Type::Object && seen.type != Type::None) {
    collector_.fault("snapshot is not an object", seen.range.offset);
  }
  return seen;
}

Seen DocumentReader::chain(Value& value) { return read_chain(walker_, value, out_.chain); }

void DocumentReader::judge_presence() {
  for (const std::string_view name :
       {"\"snapshot\"", "\"ledger\"", "\"platforms\"", "\"rulesets\""}) {
    const auto& members = out_.collections.members;
    if (std::ranges::find(members, name, &Member::name_json) == members.end()) {
      collector_.fault(std::string{name.substr(1, name.size() - 2)} + " is missing");
    }
  }
  if (!has_findings_) {
    collector_.fault("snapshot.findings is missing");
  }
}

void DocumentReader::copy_lists_to_facts() {
  for (const PlatformRow& row : out_.collections.platforms) {
    out_.facts.platforms.push_back(
        {.name = std::string{row.name}, .detected = row.detected.value_or(false)});
  }
  for (const RulesetRow& row : out_.collections.rulesets) {
    out_.facts.rulesets.push_back(
        {.platform = std::string{row.platform}, .bundle = std::string{row.bundle}});
  }
}

}  // namespace

Reading read_document(const std::string& padded, Order order, bool keep_rows) {
  return DocumentReader{padded, order, keep_rows}.read();
}

}  // namespace pumuki::evidence
