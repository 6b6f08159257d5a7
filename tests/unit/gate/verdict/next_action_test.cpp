#include "gate/verdict/next_action.h"

#include <gtest/gtest.h>

namespace pumuki::verdict {
namespace {

constexpr const char* k_validate = "pumuki sdd validate --stage=PRE_WRITE --json";

struct ActionCase {
  Code code;
  std::optional<std::string> command;
  int confidence;
};

class Action : public testing::TestWithParam<ActionCase> {};

TEST_P(Action, follows_the_first_code) {
  const auto& given = GetParam();
  const NextAction action = next_action(given.code, {});
  EXPECT_EQ(action.command, given.command);
  EXPECT_FALSE(action.message.empty());
  EXPECT_EQ(confidence_percent(given.code), given.confidence);
}

INSTANTIATE_TEST_SUITE_P(
    Codes, Action,
    testing::Values(
        ActionCase{Code::EvidenceMissing, k_validate, 65},
        ActionCase{Code::EvidenceInvalid, k_validate, 65},
        ActionCase{Code::EvidenceChainInvalid, k_validate, 65},
        ActionCase{Code::EvidenceStale, k_validate, 65},
        ActionCase{Code::EvidencePlatformSkillsScopeIncomplete, k_validate, 65},
        ActionCase{Code::EvidencePlatformSkillsBundlesMissing, k_validate, 65},
        ActionCase{Code::EvidenceSkillsContractIncomplete, k_validate, 65},
        ActionCase{Code::EvidenceActiveRuleIdsEmptyForCodeChanges,
                   "pumuki policy reconcile --strict --json && " + std::string{k_validate}, 65},
        ActionCase{Code::EvidencePlatformCriticalSkillsRulesMissing,
                   "pumuki policy reconcile --strict --json && " + std::string{k_validate}, 65},
        ActionCase{Code::EvidencePrewriteWorktreeOverLimit,
                   "git status --short && git add -p && " + std::string{k_validate}, 65},
        ActionCase{Code::GitflowProtectedBranch, "git checkout -b feature/<name>", 40},
        ActionCase{Code::EvidenceGateBlocked, std::nullopt, 50},
        ActionCase{Code::EvidenceTimestampInvalid, std::nullopt, 50}));

TEST(NextActionOf, worktree_code_adds_the_first_slice) {
  EXPECT_EQ(next_action(Code::EvidencePrewriteWorktreeWarn,
                        {{"a", "git add -- 'a/1'"}, {"b", "git add -- 'b/1'"}})
                .command,
            "git add -- 'a/1' && " + std::string{k_validate});
}

TEST(Confidence, is_ninety_without_a_violation) { EXPECT_EQ(confidence_percent(std::nullopt), 90); }

}  // namespace
}  // namespace pumuki::verdict
