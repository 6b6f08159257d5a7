#include "gate/sdd/hook_decision.h"

#include "gate/policy/documentation_slice.h"
#include "gate/sdd/setting.h"
#include "gate/sdd/structure.h"

#include <utility>

namespace pumuki::sdd {
namespace {

/// Stands for OpenSpec where it must not be started: there is nothing for it to look at, or the
/// tree that it would look at is not the judged one.
class NoOpenspec final : public Openspec {
 public:
  Result<std::optional<std::string>> version(const std::string& /*root*/) override {
    return std::nullopt;
  }
  Result<ProcessOutput> validate(const std::string& /*root*/) override {
    return fail(Code::Internal, "OpenSpec is not used here");
  }
};

/// The judged specifications are those of the work tree, where OpenSpec looks.
Result<bool> work_tree_is_judged(const HookQuestion& question) {
  std::vector<std::string> read;
  for (const std::string& path : question.paths) {
    if (!change_of_path(path).empty() || !capability_of_path(path).empty()) {
      read.push_back(path);
    }
  }
  const auto edited = question.changes.edited_since(question.commit, read);
  if (!edited) {
    return fail(edited.error(), "while comparing the specifications with the work tree");
  }
  return edited->empty();
}

}  // namespace

Result<std::optional<Evaluation>> decide_for_hook(const SddContext& context,
                                                  const HookQuestion& question) {
  if (policy::is_documentation_slice(question.paths)) {
    return std::nullopt;
  }
  SddOptions options;
  options.feature = configured_feature(context.environment, question.setting, context.root);
  if (options.feature && options.feature->mode == policy::FeatureMode::Off) {
    return std::nullopt;
  }
  options.specifications = [&] { return read_git_specs(question.changes, question.commit); };
  options.selection = touched_by(question.paths);
  NoOpenspec no_openspec;
  Openspec* openspec = &no_openspec;
  if (options.selection->empty()) {
    options.specifications = [] { return Result<SpecTree>{SpecTree{}}; };
  } else {
    const auto in_place = work_tree_is_judged(question);
    if (!in_place) {
      return fail(in_place.error());
    }
    openspec = *in_place ? &context.openspec : openspec;
  }
  auto evaluation = evaluate_sdd({.environment = context.environment,
                                  .clock = context.clock,
                                  .root = context.root,
                                  .repository = context.repository,
                                  .openspec = *openspec},
                                 question.stage, options);
  if (!evaluation) {
    return fail(std::move(evaluation.error()));
  }
  return std::move(*evaluation);
}

}  // namespace pumuki::sdd
