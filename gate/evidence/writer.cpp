#include "gate/evidence/writer.h"

#include "gate/core/files.h"
#include "gate/core/json_writer.h"
#include "gate/core/sha256.h"
#include "gate/evidence/document_text.h"
#include "gate/evidence/load.h"
#include "gate/evidence/predecessor.h"
#include "gate/evidence/survivors.h"
#include "gate/evidence/write_lock.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::evidence {
namespace {

std::string path_in(const std::string& root) {
  return root + (root.ends_with('/') ? "" : "/") + std::string{k_file_name};
}

/// As the gate gave it; without a gate, by the worst finding (contract: evidence-v2.1 §4.5).
std::string outcome_of(const Draft& draft, const std::vector<Finding>& findings) {
  static constexpr std::array<std::string_view, 3> k_outcomes{"PASS", "WARN", "BLOCK"};
  if (std::ranges::find(k_outcomes, draft.outcome) != k_outcomes.end()) {
    return draft.outcome;
  }
  if (std::ranges::find(findings, Severity::Critical, &Finding::severity) != findings.end()) {
    return "BLOCK";
  }
  return findings.empty() ? "PASS" : "WARN";
}

/// repo_state.repo_root: what absolute paths are made relative to.
std::string root_of(const Draft& draft) {
  simdjson::dom::parser parser;
  std::string_view root;
  if (draft.repo_state_json.empty() ||
      parser.parse(draft.repo_state_json)["repo_root"].get(root) != simdjson::SUCCESS) {
    return {};
  }
  while (root.ends_with('/')) {
    root.remove_suffix(1);
  }
  return std::string{root};
}

/// `text`: the document without chain, compact and canonical.
SealedText seal(std::string text, const Predecessor& previous) {
  std::string hash = "sha256:" + sha256_hex(text);
  JsonWriter chain;
  chain.begin_object().member("algorithm", "sha256").key("previous_payload_hash");
  if (previous.payload_hash().empty()) {
    chain.null();
  } else {
    chain.value(previous.payload_hash());
  }
  chain.member("payload_hash", hash).member("sequence", previous.next_sequence()).end_object();
  text.pop_back();
  text += ",\"evidence_chain\":" + chain.text() + "}";
  return {.text = pretty_json(text), .payload_hash = std::move(hash)};
}

Result<SealedText> build_after(const Draft& draft, const Predecessor& previous, TimeMs now) {
  const Survivors survivors = surviving_findings(draft.findings, root_of(draft));
  auto text = document_text({.draft = draft,
                             .survivors = survivors,
                             .previous = previous,
                             .now = now,
                             .outcome = outcome_of(draft, survivors.findings)});
  if (!text) {
    return fail(std::move(text.error()));
  }
  return seal(std::move(*text), previous);
}

/// The file that stands there; what cannot be read counts as none.
std::string present_text(const std::string& root) {
  return read_file(path_in(root), k_max_file_bytes).value_or(std::string{});
}

}  // namespace

Result<SealedText> build_document(const Draft& draft, const std::string& previous, TimeMs now) {
  return build_after(draft, Predecessor{previous}, now);
}

Result<WrittenEvidence> write_evidence(const std::string& root, const Draft& draft,
                                       const Clock& clock) {
  std::optional<WriteLock> lock;
  WrittenEvidence written;
  if (auto taken = WriteLock::take(root)) {
    lock.emplace(std::move(*taken));
    lock->remove_leftovers();
  } else {
    written.fault = std::move(taken.error());
  }
  auto document = build_after(draft, Predecessor{present_text(root)}, clock.now());
  if (!document) {
    return fail(std::move(document.error()));
  }
  written.document = std::move(*document);
  if (!lock) {
    return written;
  }
  auto replaced = replace_file_in(lock->folder(), std::string{k_file_name}, written.document.text);
  if (!replaced) {
    replaced.error().context.push_back("while writing " + path_in(root));
    written.fault = std::move(replaced.error());
  }
  return written;
}

Summary summary_of_text(const std::string& text, const std::string& root) {
  return load_text(text, path_in(root), false).summary;
}

}  // namespace pumuki::evidence
