#pragma once

#include "gate/core/fd.h"
#include "gate/core/result.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki {

/// Two equal identities mean: the same bytes (performance §5.6). Times in nanoseconds since the
/// epoch.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct OpenFile {
  UniqueFd fd;
  FileIdentity identity;
};

/// Configuration and receipts; the evidence has its own limit.
inline constexpr std::size_t k_max_config_bytes = std::size_t{4} << 20;

/// Opens a regular file for reading, links followed, never blocking on a FIFO.
/// Errors: NotFound (a dangling link too), NotReadable (a folder, FIFO, device, no permission).
Result<OpenFile> open_regular(const std::string& path);
/// The whole file. Errors as open_regular(), and TooLarge.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = k_max_config_bytes);
/// Exactly `size` bytes at `offset`. Error NotReadable when the file is shorter.
Result<void> read_at(int fd, std::uint64_t offset, char* to, std::size_t size);

/// Links followed; all zero when the path or descriptor cannot be examined. One system call.
FileIdentity file_identity(const std::string& path);
FileIdentity file_identity(int fd);

/// True when a directory entry of that name exists, a dangling link included.
bool entry_exists(const std::string& path);
bool is_directory(const std::string& path);
bool is_regular_file(const std::string& path);
/// Absolute path without links, "." and ".."; nothing when it does not exist.
std::string real_path(const std::string& path);

/// Replaces `path` with `text`: temporary file in the same folder, fsync, rename, fsync of the
/// folder. Old or new, never half. Missing folders below `root` are made. No link below `root` is
/// followed: a linked folder or target is refused with NotWritable. `path` must lie below `root`.
Result<void> write_file_below(const std::string& root, const std::string& relative_path,
                              std::string_view text, mode_t mode = 0644);
/// The last step of it: `name` in the open folder, where a symbolic link is replaced, not followed.
/// A process that is killed meanwhile leaves a file "`name`.tmp-<pid>-<hex>" beside it.
Result<void> replace_file_in(int folder, const std::string& name, std::string_view text,
                             mode_t mode = 0644);

}  // namespace pumuki
