#include "gate/policy/skills_contract.h"

#include "gate/core/text.h"
#include "gate/policy/skills_coverage.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace pumuki::policy {
namespace {

std::vector<std::string> names_of(const std::vector<Platform>& platforms) {
  std::vector<std::string> names;
  std::ranges::transform(platforms, std::back_inserter(names),
                         [](Platform p) { return std::string{platform_name(p)}; });
  return names;
}

SkillsContract undetected(const SkillsInput& input) {
  SkillsContract contract;
  contract.stage = input.stage;
  contract.enforced = true;
  contract.status = SkillsStatus::Fail;
  std::ranges::transform(input.required, std::back_inserter(contract.requirements),
                         uncovered_requirement);
  const Code code = Code::EvidenceSkillsPlatformsUndetected;
  contract.violations.push_back({.code = code,
                                 .error = input.strict,
                                 .message = std::string{code_meaning(code)} + " Required: " +
                                            join(names_of(input.required), ", ") + "."});
  return contract;
}

SkillsContract not_applicable(const SkillsInput& input, std::vector<Platform> detected) {
  SkillsContract contract;
  contract.stage = input.stage;
  contract.detected_platforms = std::move(detected);
  return contract;
}

std::vector<Platform> detected_platforms(const SkillsInput& input) {
  std::vector<Platform> detected = platform_scope(*input.facts).effective;
  if (detected.empty() && input.stage != Stage::PreWrite) {
    std::ranges::copy_if(input.required, std::back_inserter(detected),
                         [&](Platform p) { return has_platform_folder(input.root, p); });
  }
  return detected;
}

/// Before writing, platforms nobody touches ask for nothing.
Result<bool> touches_required(const SkillsInput& input) {
  if (input.pending_changes == 0) {
    return false;
  }
  const auto paths = input.changed_paths();
  if (!paths) {
    return std::unexpected(paths.error());
  }
  return std::ranges::any_of(*paths, [&](const std::string& path) {
    return std::ranges::any_of(input.required,
                               [&](Platform p) { return is_platform_path(p, path); });
  });
}

std::vector<Platform> assessed_platforms(const SkillsInput& input,
                                         const std::vector<Platform>& detected) {
  if (input.required.empty()) {
    return detected;
  }
  std::vector<Platform> assessed;
  std::ranges::copy_if(input.required, std::back_inserter(assessed), [&](Platform p) {
    return input.stage != Stage::PreWrite || std::ranges::find(detected, p) != detected.end();
  });
  return assessed;
}

SkillsContract assessed(const SkillsInput& input, std::vector<Platform> detected) {
  const std::vector<Platform> platforms = assessed_platforms(input, detected);
  SkillsContract contract = not_applicable(input, std::move(detected));
  if (platforms.empty()) {
    return contract;
  }
  for (const Platform platform : platforms) {
    contract.requirements.push_back(requirement_of(platform, *input.facts));
  }
  contract.violations = coverage_violations(contract.requirements, input.strict, true);
  contract.enforced = true;
  contract.status = contract.violations.empty() ? SkillsStatus::Pass : SkillsStatus::Fail;
  return contract;
}

}  // namespace

std::string_view skills_status_name(SkillsStatus status) {
  static constexpr std::array<std::string_view, 3> k_names{"PASS", "FAIL", "NOT_APPLICABLE"};
  return k_names.at(static_cast<std::size_t>(status));
}

Result<SkillsContract> assess_skills(const SkillsInput& input) {
  if (input.facts == nullptr) {
    return input.required.empty() ? not_applicable(input, {}) : undetected(input);
  }
  std::vector<Platform> detected = detected_platforms(input);
  if (input.required.empty() || !detected.empty()) {
    return assessed(input, std::move(detected));
  }
  if (input.stage == Stage::PreWrite) {
    const auto touched = touches_required(input);
    if (!touched) {
      return std::unexpected(touched.error());
    }
    if (!*touched) {
      return not_applicable(input, {});
    }
  }
  return undetected(input);
}

}  // namespace pumuki::policy
