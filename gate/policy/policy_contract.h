#pragma once

#include "gate/core/clock.h"
#include "gate/core/stage.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

inline constexpr std::string_view k_contract_file = ".pumuki/policy-as-code.json";

/// A well-formed contract file (contract: gate §9). Signatures are texts of 64 hex digits, in the
/// case of the file.
struct PolicyContract {
  std::string source;
  std::map<Stage, std::string> signatures;
  std::optional<TimeMs> expires_at;
  std::map<Stage, bool> strict;
};

struct ContractFile {
  bool present = false;
  /// Nothing when the file is present but not well formed.
  std::optional<PolicyContract> contract;
  /// What is wrong with it; empty otherwise.
  std::string fault;
};

ContractFile read_policy_contract(const std::string& root);

}  // namespace pumuki::policy
