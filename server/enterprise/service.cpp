#include "server/enterprise/service.h"

#include "gate/core/clock.h"
#include "gate/evidence/index.h"
#include "gate/evidence/store.h"
#include "gate/git/libgit2_repository.h"
#include "gate/sdd/openspec.h"

#include <utility>

namespace pumuki::enterprise {
namespace {

std::string evidence_path(const std::string& root) {
  return (root == "/" ? "" : root) + '/' + std::string{evidence::k_file_name};
}

std::shared_ptr<const EvidenceReading> build_reading(evidence::Loaded&& loaded) {
  auto reading = std::make_shared<EvidenceReading>();
  reading->summary = loaded.summary;
  reading->status_json = evidence::build_index(std::move(loaded))->status_body;
  return reading;
}

/// The surroundings together with what they refer to.
struct Owner {
  Owner(const std::string& root, const Environment& environment)
      : git_library(std::make_shared<git::GitLibrary>(environment)),
        openspec(environment, clock),
        store(evidence_path(root), build_reading, clock),
        surroundings{.environment = environment,
                     .clock = clock,
                     .root = root,
                     .openspec = openspec,
                     .open_repository =
                         [this](const std::string& folder) {
                           return git::open_with_libgit2(folder, surroundings.environment,
                                                         git_library);
                         },
                     .read_evidence = [this] { return store.current(); }} {}

  SystemClock clock;
  std::shared_ptr<git::GitLibrary> git_library;
  sdd::OpenspecProgram openspec;
  evidence::Store<EvidenceReading> store;
  Surroundings surroundings;
};

}  // namespace

std::shared_ptr<const Surroundings> make_surroundings(const std::string& root,
                                                      const Environment& environment) {
  const auto owner = std::make_shared<Owner>(root, environment);
  return {owner, &owner->surroundings};
}

}  // namespace pumuki::enterprise
