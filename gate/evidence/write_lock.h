#pragma once

#include "gate/core/fd.h"
#include "gate/core/result.h"

#include <chrono>
#include <string>

namespace pumuki::evidence {

/// Held by the one process that replaces the evidence file of a repository. The kernel keeps it
/// (flock), so it ends with its owner however that ends; the file "<evidence file>.lock" names the
/// owner for the message to those who wait: "pid start-ticks boot-id". Move-only; the file goes
/// with the lock, and what a killed owner left is taken over.
class WriteLock {
 public:
  static constexpr std::chrono::milliseconds k_patience{10'000};

  /// Waits for the present owner. Error NotWritable: it holds on beyond `patience` (with its
  /// process id), or the folder cannot be written.
  static Result<WriteLock> take(const std::string& root,
                                std::chrono::milliseconds patience = k_patience);

  WriteLock(WriteLock&& other) noexcept = default;
  WriteLock& operator=(WriteLock&&) = delete;
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;
  ~WriteLock();

  /// The open folder.
  [[nodiscard]] int folder() const { return folder_.get(); }
  /// Removes the temporary files that killed runs left beside the evidence file. One of a process
  /// that lives stays: other programs write the file too, and know no lock.
  void remove_leftovers() const;

 private:
  WriteLock(UniqueFd folder, UniqueFd file) : folder_{std::move(folder)}, file_{std::move(file)} {}

  UniqueFd folder_;
  UniqueFd file_;
};

}  // namespace pumuki::evidence
