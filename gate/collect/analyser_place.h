#pragma once

#include "gate/collect/collector.h"
#include "gate/collect/scratch_folder.h"
#include "gate/core/result.h"

#include <optional>
#include <string>

namespace pumuki::collect {

/// Where analysers look at the judged tree: the repository itself, or a checkout made once.
class AnalyserPlace {
 public:
  AnalyserPlace(const CollectContext& context, const Scope& scope, const ScratchFolder& scratch)
      : context_(context), scope_(scope), scratch_(scratch) {}

  /// Absolute path of the top of the tree to look at. Errors: those of git, NotWritable.
  Result<std::string> folder();

 private:
  Result<bool> is_repository_as_judged();
  Result<std::string> check_out();

  const CollectContext& context_;
  const Scope& scope_;
  const ScratchFolder& scratch_;
  std::optional<std::string> folder_;
};

}  // namespace pumuki::collect
