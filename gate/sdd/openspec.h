#pragma once

#include "gate/core/clock.h"
#include "gate/core/environment.h"
#include "gate/core/files.h"
#include "gate/core/process.h"
#include "gate/core/result.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// Oldest OpenSpec that is understood; also the recommended one.
inline constexpr std::string_view k_minimum_openspec = "1.1.1";
/// How validation is called, for people and in decisions.
inline constexpr std::string_view k_validate_command =
    "openspec validate --all --json --no-interactive";
inline constexpr std::chrono::milliseconds k_version_deadline{5'000};
inline constexpr std::chrono::milliseconds k_validate_deadline{30'000};

/// The OpenSpec command of one repository: only node_modules/.bin/openspec, never one from PATH
/// (contract: sdd-and-lifecycle §3). Safe to call from several threads.
class Openspec {
 public:
  Openspec() = default;
  Openspec(const Openspec&) = delete;
  Openspec& operator=(const Openspec&) = delete;
  virtual ~Openspec() = default;

  /// Trimmed output of `--version`; nothing when it is not installed or does not run. Error
  /// ProcessTimeout or TooLarge: it is there but gives no usable answer.
  virtual Result<std::optional<std::string>> version(const std::string& root) = 0;
  /// Output and exit status of `validate`. Errors as run_process().
  virtual Result<ProcessOutput> validate(const std::string& root) = 0;
};

struct OpenspecLimits {
  std::chrono::milliseconds version = k_version_deadline;
  std::chrono::milliseconds validate = k_validate_deadline;
};

/// Starts the program: the repository as working directory, no secret of ours and no GIT_* in its
/// environment, telemetry off. Remembers the version for as long as the file behind the command is
/// the same (performance §5.6); a validation is never remembered.
class OpenspecProgram final : public Openspec {
 public:
  /// `clock` must outlive the object.
  OpenspecProgram(const Environment& environment, const Clock& clock, OpenspecLimits limits = {});

  Result<std::optional<std::string>> version(const std::string& root) override;
  Result<ProcessOutput> validate(const std::string& root) override;

 private:
  struct Known {
    FileIdentity program;
    std::string version;
  };

  [[nodiscard]] ProcessSpec spec(const std::string& root) const;

  const std::vector<std::string> environment_;
  const Clock& clock_;
  const OpenspecLimits limits_;
  std::mutex mutex_;
  /// Guarded by mutex_. What the program file last seen answered.
  std::optional<Known> known_;
};

/// First "N.N.N" in a text.
std::optional<std::string> parse_version(std::string_view text);
/// Both must be "N.N.N"; compared number by number.
bool version_at_least(std::string_view version, std::string_view minimum);

}  // namespace pumuki::sdd
