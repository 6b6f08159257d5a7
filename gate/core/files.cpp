#include "gate/core/files.h"

#include "gate/core/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

namespace pumuki {
namespace {

std::string reason(int error) { return std::strerror(error); }

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileIdentity identity_of(const struct stat& info) {
  return {.device = info.st_dev,
          .inode = info.st_ino,
          .size = static_cast<std::uint64_t>(info.st_size),
          .modified_ns = nanoseconds(info.st_mtim),
          .changed_ns = nanoseconds(info.st_ctim)};
}

Result<void> write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return fail(Code::NotWritable, "write failed: " + reason(errno));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// Opens (making it when absent) one folder below `parent` without following a link.
Result<UniqueFd> enter_folder(int parent, const std::string& name) {
  if (::mkdirat(parent, name.c_str(), 0755) != 0 && errno != EEXIST) {
    return fail(Code::NotWritable, "cannot make the folder " + name + ": " + reason(errno));
  }
  UniqueFd folder{::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
  if (!folder.valid()) {
    return fail(Code::NotWritable, "not a plain folder: " + name + ": " + reason(errno));
  }
  return folder;
}

std::string temporary_name(const std::string& name) {
  static_assert(sizeof(std::uint32_t) == 4);
  std::uint32_t salt = 0;
  const UniqueFd source{::open("/dev/urandom", O_RDONLY | O_CLOEXEC)};
  if (!source.valid() || ::read(source.get(), &salt, sizeof salt) != sizeof salt) {
    salt = static_cast<std::uint32_t>(std::clock());
  }
  std::array<char, 64> suffix{};
  std::snprintf(suffix.data(), suffix.size(), ".tmp-%ld-%08x", static_cast<long>(::getpid()), salt);
  return name + suffix.data();
}

bool is_link(int folder, const std::string& name) {
  struct stat info{};
  return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

Result<void> write_temporary(int folder, const std::string& name, std::string_view text,
                             mode_t mode) {
  const UniqueFd file{
      ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)};
  if (!file.valid()) {
    return fail(Code::NotWritable, "cannot make " + name + ": " + reason(errno));
  }
  if (auto written = write_all(file.get(), text); !written) {
    return written;
  }
  if (::fsync(file.get()) != 0) {
    return fail(Code::NotWritable, "fsync failed: " + reason(errno));
  }
  return {};
}

}  // namespace

Result<void> replace_file_in(int folder, const std::string& name, std::string_view text,
                             mode_t mode) {
  const std::string temporary = temporary_name(name);
  auto written = write_temporary(folder, temporary, text, mode);
  if (written && ::renameat(folder, temporary.c_str(), folder, name.c_str()) != 0) {
    written = fail(Code::NotWritable, "cannot replace " + name + ": " + reason(errno));
  }
  if (!written) {
    ::unlinkat(folder, temporary.c_str(), 0);
    return written;
  }
  ::fsync(folder);  // best effort: some file systems refuse it for folders
  return {};
}

Result<OpenFile> open_regular(const std::string& path) {
  UniqueFd fd{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  if (!fd.valid()) {
    const Code code = errno == ENOENT || errno == ENOTDIR ? Code::NotFound : Code::NotReadable;
    return fail(code, path + ": " + reason(errno));
  }
  struct stat info{};
  if (::fstat(fd.get(), &info) != 0) {
    return fail(Code::NotReadable, path + ": " + reason(errno));
  }
  if (!S_ISREG(info.st_mode)) {
    return fail(Code::NotReadable, path + ": not a regular file");
  }
  return OpenFile{std::move(fd), identity_of(info)};
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  auto file = open_regular(path);
  if (!file) {
    return fail(std::move(file.error()));
  }
  if (file->identity.size > max_bytes) {
    return fail(Code::TooLarge, path + ": over " + std::to_string(max_bytes) + " bytes");
  }
  std::string text(file->identity.size, '\0');
  if (auto read = read_at(file->fd.get(), 0, text.data(), text.size()); !read) {
    return fail(std::move(read.error()), "while reading " + path);
  }
  return text;
}

Result<void> read_at(int fd, std::uint64_t offset, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::pread(fd, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return fail(Code::NotReadable, got == 0 ? "the file became shorter" : reason(errno));
    }
    to += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

FileIdentity file_identity(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 ? identity_of(info) : FileIdentity{};
}

FileIdentity file_identity(int fd) {
  struct stat info{};
  return ::fstat(fd, &info) == 0 ? identity_of(info) : FileIdentity{};
}

bool entry_exists(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0;
}

bool is_directory(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_regular_file(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

std::string real_path(const std::string& path) {
  std::array<char, PATH_MAX> resolved{};
  return ::realpath(path.c_str(), resolved.data()) == nullptr ? std::string{} : resolved.data();
}

Result<void> write_file_below(const std::string& root, const std::string& relative_path,
                              std::string_view text, mode_t mode) {
  UniqueFd folder{::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.valid()) {
    return fail(Code::NotWritable, root + ": " + reason(errno));
  }
  const auto parts = split(relative_path, '/');
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    auto next = enter_folder(folder.get(), std::string{parts[i]});
    if (!next) {
      return fail(std::move(next.error()), "while writing " + relative_path);
    }
    folder = std::move(*next);
  }
  const std::string name{parts.back()};
  auto written = is_link(folder.get(), name)
                     ? Result<void>{fail(Code::NotWritable, name + " is a symbolic link")}
                     : replace_file_in(folder.get(), name, text, mode);
  if (!written) {
    return fail(std::move(written.error()), "while writing " + relative_path);
  }
  return {};
}

}  // namespace pumuki
