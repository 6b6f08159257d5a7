#pragma once

#include "gate/core/result.h"
#include "gate/git/changes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::git {

/// Cuts the output of `git cat-file --batch` into the answers to `names`, in whatever pieces it
/// comes, and hands each over as it is complete. A blob over `max_bytes` is passed over without
/// being kept. A name is an object id or has a colon, as in Changes::read_blobs(): its first line
/// never reads like an answer.
class BlobStream {
 public:
  BlobStream(const std::vector<std::string>& names, std::size_t max_bytes,
             const BlobVisitor& visit);

  void feed(std::string_view piece);
  /// Error GitFailed unless every name has had its answer.
  [[nodiscard]] Result<void> finish() const;

 private:
  /// One step on the bytes at hand; false when more are needed.
  bool step();
  bool take_answer();
  bool take_content();
  void answer(std::optional<std::string_view> bytes, std::uint64_t size);
  bool broken(std::string_view line);

  const std::vector<std::string>& names_;
  std::size_t max_bytes_;
  const BlobVisitor& visit_;
  std::string pending_;
  std::size_t position_ = 0;
  std::size_t next_ = 0;
  bool in_content_ = false;
  bool is_blob_ = false;
  std::uint64_t size_ = 0;
  /// Bytes of the present object still to be passed over.
  std::uint64_t to_skip_ = 0;
  std::string fault_;
};

}  // namespace pumuki::git
