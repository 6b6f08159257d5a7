#include "gate/policy/documentation_slice.h"
#include "gate/policy/hygiene.h"
#include "gate/verdict/judgement.h"

#include <optional>
#include <string>
#include <utility>

namespace pumuki::verdict {
namespace {

bool is_chain_fault(evidence::Fault fault) {
  return fault == evidence::Fault::ChainMissing || fault == evidence::Fault::ChainMalformed ||
         fault == evidence::Fault::ChainMismatch;
}

EvidenceView make_view(const Judgement& judgement) {
  const evidence::Summary& summary = judgement.evidence;
  const bool sealed_form = summary.kind == evidence::Kind::Valid || is_chain_fault(summary.fault);
  return {.kind = summary.kind,
          .max_age_seconds = judgement.max_age_seconds(judgement.options.stage),
          .age_seconds = std::nullopt,
          .path = summary.path,
          .digest = summary.digest,
          .generated_at = summary.timestamp,
          .omit_generated_at = sealed_form && !summary.timestamp};
}

void add_unusable(Judgement& judgement) {
  const evidence::Summary& summary = judgement.evidence;
  if (summary.kind == evidence::Kind::Missing) {
    judgement.add(Code::EvidenceMissing, true);
  } else if (is_chain_fault(summary.fault)) {
    judgement.add(Code::EvidenceChainInvalid, true, summary.reason);
  } else {
    judgement.add(Code::EvidenceInvalid, true, summary.reason);
  }
}

/// The member this stage needs and does not find.
std::optional<std::string> missing_member(const Judgement& judgement) {
  const evidence::GateFacts& facts = judgement.evidence.facts;
  const bool at_pre_write = judgement.options.stage == Stage::PreWrite;
  return facts.missing_member || !at_pre_write ? facts.missing_member : facts.missing_at_pre_write;
}

std::string seconds(std::int64_t count) { return std::to_string(count) + " s"; }

Result<void> judge_gate_status(Judgement& judgement) {
  if (judgement.evidence.facts.ai_gate_status != "BLOCKED") {
    return {};
  }
  bool documentation_only = false;
  if (!judgement.has(Code::EvidenceStale)) {
    const auto paths = judgement.changed_paths.get();
    if (!paths) {
      return std::unexpected(paths.error());
    }
    documentation_only = policy::is_documentation_slice(*paths);
  }
  judgement.add(Code::EvidenceGateBlocked, !documentation_only,
                documentation_only ? "Only documentation changes, so this is a warning." : "");
  return {};
}

void judge_hygiene(Judgement& judgement) {
  const policy::Hygiene limits =
      policy::hygiene(judgement.context.environment, judgement.options.hygiene);
  const auto pending = static_cast<std::int64_t>(judgement.repo_state.git.pending_changes);
  if (!limits.enabled || pending < limits.warn_threshold) {
    return;
  }
  const bool over = pending >= limits.block_threshold;
  const std::string detail = std::to_string(pending) + " pending; warning from " +
                             std::to_string(limits.warn_threshold) + ", limit " +
                             std::to_string(limits.block_threshold) + ".";
  judgement.add(over ? Code::EvidencePrewriteWorktreeOverLimit : Code::EvidencePrewriteWorktreeWarn,
                over, detail);
}

Result<void> judge_dated(Judgement& judgement, EvidenceView& view, TimeMs time) {
  const std::int64_t age = age_seconds(judgement.now, time);
  view.age_seconds = age;
  if (age > view.max_age_seconds) {
    judgement.add(Code::EvidenceStale, true,
                  "Age " + seconds(age) + ", allowed " + seconds(view.max_age_seconds) + ".");
  }
  if (auto status = judge_gate_status(judgement); !status) {
    return status;
  }
  if (judgement.options.stage == Stage::PreWrite) {
    judge_pre_write(judgement, time);
  }
  judge_hygiene(judgement);
  return {};
}

}  // namespace

std::int64_t age_seconds(TimeMs now, TimeMs time) {
  constexpr TimeMs k_ms_per_second = 1000;
  return now > time ? (now - time) / k_ms_per_second : 0;
}

Result<const evidence::GateFacts*> judge_evidence(Judgement& judgement, EvidenceView& view) {
  const evidence::Summary& summary = judgement.evidence;
  view = make_view(judgement);
  if (summary.kind != evidence::Kind::Valid) {
    add_unusable(judgement);
    return nullptr;
  }
  if (const auto missing = missing_member(judgement)) {
    const std::string text = "It lacks the member `" + *missing + "`.";
    if (judgement.options.missing_member == MissingMember::IsFailure) {
      return fail(Code::WrongShape, "The evidence cannot be judged. " + text,
                  std::string{code_advice(Code::EvidenceInvalid)});
    }
    judgement.add(Code::EvidenceInvalid, true, text);
    view.kind = evidence::Kind::Invalid;
    return nullptr;
  }
  const auto time = parse_time(summary.timestamp.value_or(""));
  if (!time) {
    judgement.add(Code::EvidenceTimestampInvalid, true);
    return &summary.facts;
  }
  if (auto judged = judge_dated(judgement, view, *time); !judged) {
    return std::unexpected(judged.error());
  }
  return &summary.facts;
}

}  // namespace pumuki::verdict
