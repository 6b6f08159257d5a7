#pragma once

#include "gate/core/clock.h"
#include "gate/core/code.h"
#include "gate/core/environment.h"
#include "gate/core/json_writer.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"
#include "gate/git/repository.h"
#include "gate/policy/features.h"
#include "gate/sdd/openspec.h"
#include "gate/sdd/report.h"
#include "gate/sdd/session.h"
#include "gate/sdd/structure.h"

#include <functional>
#include <optional>
#include <string>

namespace pumuki::sdd {

/// What the SDD policy looks at. Nothing in it is written to.
struct SddContext {
  const Environment& environment;
  const Clock& clock;
  /// Absolute path of the repository root.
  std::string root;
  /// Null: there is no repository at `root`.
  git::Repository* repository = nullptr;
  Openspec& openspec;
};

struct OpenspecState {
  /// The command runs; false also when it gave no usable answer (see failure).
  bool installed = false;
  std::optional<std::string> version;
  std::optional<std::string> parsed_version;
  bool project_initialized = false;
  bool compatible = false;
  /// Why the command could not be asked, although it is there.
  std::optional<Error> failure;
};

/// The payload of sdd://status (contract: enterprise-server §3).
struct SddStatus {
  std::string repo_root;
  OpenspecState openspec;
  Session session;
};

/// What a caller may choose. The HTTP server uses none of it:
/// its decisions stand as recorded.
struct SddOptions {
  /// Called where OpenSpec is not installed: the specifications, for an own reading of them
  /// (contract: gate-cli §11, ruling 2). Empty: without OpenSpec the step is refused.
  std::function<Result<SpecTree>()> specifications;
  /// Only these are validated, and to find none of them is fine. Nothing: everything is.
  std::optional<SpecSelection> selection;
  /// Instead of what the environment says about the feature; see configured_feature().
  std::optional<policy::FeatureState> feature;
};

struct Validation {
  /// Read here and not by OpenSpec: `out` is structure_json().
  bool structural = false;
  bool ok = false;
  int exit_code = 0;
  std::string out;
  std::string err;
  Report report;
};

struct Decision {
  bool allowed = false;
  Code code = Code::Internal;
  std::string message;
  /// One JSON object.
  std::string details;
};

struct Evaluation {
  Stage stage = Stage::PreCommit;
  SddStatus status;
  std::optional<Validation> validation;
  Decision decision;
};

/// Error NoRepository when git names no top level at the root, or as the repository fails.
Result<SddStatus> read_status(const SddContext& context);

/// Decides by the table of sdd-and-lifecycle §2, first match wins. An expired session is judged as
/// if it were renewed where the contract renews it; git configuration is never written. Errors, to
/// be reported with undecided(): as read_status(), and when OpenSpec ran over its time limit or
/// could not be run: "could not check" stays a refusal in advisory mode too.
Result<Evaluation> evaluate_sdd(const SddContext& context, Stage stage,
                                const SddOptions& options = {});

/// The refusal that stands for a failed evaluation: SDD_VALIDATION_ERROR with details.error.
Decision undecided(const Error& error);

void write_status(JsonWriter& json, const SddStatus& status);
void write_decision(JsonWriter& json, const Decision& decision);
/// stage, status, validation?, decision, into an object that the caller has begun.
void write_evaluation_members(JsonWriter& json, const Evaluation& evaluation);
/// {stage, status, validation?, decision}
void write_evaluation(JsonWriter& json, const Evaluation& evaluation);

}  // namespace pumuki::sdd
