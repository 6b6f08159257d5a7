#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/evidence/document.h"
#include "gate/git/repository.h"
#include "gate/sdd/openspec.h"
#include "gate/sdd/policy.h"

#include <functional>
#include <memory>
#include <string>

namespace pumuki::enterprise {

/// The evidence file as one request sees it. Immutable.
struct EvidenceReading {
  evidence::Summary summary;
  /// The payload of evidence://status: what the evidence server answers on /status.
  std::shared_ptr<const std::string> status_json;
};

/// What all requests share. Everything in it may be used from several threads at once.
struct Surroundings {
  /// Without GIT_*.
  Environment environment;
  const Clock& clock;
  /// Absolute path of the folder the server stands for; resolved once, at start.
  std::string root;
  sdd::Openspec& openspec;
  /// A new object for each request; `folder` has an entry ".git".
  std::function<std::unique_ptr<git::Repository>(const std::string& folder)> open_repository;
  /// Never returns null.
  std::function<std::shared_ptr<const EvidenceReading>()> read_evidence;
};

/// One request: what it sees is read anew, once. For one thread.
class Inquiry {
 public:
  /// `surroundings` must outlive the object.
  explicit Inquiry(const Surroundings& surroundings);

  [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
  [[nodiscard]] const Environment& environment() const { return surroundings_.environment; }
  [[nodiscard]] const Clock& clock() const { return surroundings_.clock; }
  [[nodiscard]] const std::string& root() const { return surroundings_.root; }
  /// Null when the root has no entry ".git" of its own: "no git present" (contract:
  /// enterprise-server §3).
  [[nodiscard]] git::Repository* repository() const { return repository_.get(); }
  [[nodiscard]] sdd::SddContext sdd() const;
  const EvidenceReading& evidence();

 private:
  const Surroundings& surroundings_;
  std::unique_ptr<git::Repository> repository_;
  std::shared_ptr<const EvidenceReading> evidence_;
};

}  // namespace pumuki::enterprise
