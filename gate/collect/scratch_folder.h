#pragma once

#include "gate/core/environment.h"
#include "gate/core/fd.h"
#include "gate/core/result.h"

#include <sys/types.h>

#include <string>

namespace pumuki::collect {

/// A private folder (mode 0700) below TMPDIR that is gone afterwards, whatever happens: a small
/// guard process waits for the end of this one, by whatever signal, then ends the program that was
/// announced to it and removes the folder. One thread at a time.
class ScratchFolder {
 public:
  /// Error NotWritable.
  static Result<ScratchFolder> make(const Environment& environment);
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  /// Removes the folder and waits for the guard.
  ~ScratchFolder();

  /// Absolute, links resolved.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  /// The process group that must not outlive this process; 0 when it has ended.
  void guard_group(pid_t group) const;

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  void start_guard();

  std::string path_;
  UniqueFd guard_input_;
  pid_t guard_ = 0;
};

}  // namespace pumuki::collect
