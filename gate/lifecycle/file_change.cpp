#include "gate/lifecycle/file_change.h"

#include "gate/core/fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace pumuki::lifecycle {
namespace {

constexpr int k_attempts = 100;

std::unexpected<Error> not_writable(const std::string& path, int error) {
  return fail(Code::NotWritable, path + ": " + std::strerror(error));
}

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return not_writable(path, errno);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// A new file beside `path`; its name is left in `name`.
UniqueFd open_beside(const std::string& path, std::string& name) {
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    name = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    UniqueFd file{::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
    if (file.valid() || errno != EEXIST) {
      return file;
    }
  }
  return {};
}

/// Owner and group first: changing them clears special bits. Without the right to, the file is the
/// caller's own.
Result<void> dress(int fd, const FileChange& change) {
  struct stat old{};
  if (::stat(change.path.c_str(), &old) == 0 && ::fchown(fd, old.st_uid, old.st_gid) != 0 &&
      errno != EPERM) {
    return not_writable(change.path, errno);
  }
  if (::fchmod(fd, change.mode_after) != 0) {
    return not_writable(change.path, errno);
  }
  return {};
}

Result<void> fill(int fd, const FileChange& change, const std::string& name) {
  if (auto written = write_all(fd, *change.after, name); !written) {
    return written;
  }
  if (auto dressed = dress(fd, change); !dressed) {
    return dressed;
  }
  return ::fsync(fd) == 0 ? Result<void>{} : not_writable(name, errno);
}

Result<void> replace(const FileChange& change) {
  std::string name;
  const UniqueFd file = open_beside(change.path, name);
  if (!file.valid()) {
    return not_writable(name, errno);
  }
  auto filled = fill(file.get(), change, name);
  if (filled && ::rename(name.c_str(), change.path.c_str()) != 0) {
    filled = not_writable(change.path, errno);
  }
  if (!filled) {
    ::unlink(name.c_str());
  }
  return filled;
}

void sync_folder(const std::string& folder) {
  const UniqueFd fd{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (fd.valid()) {
    ::fsync(fd.get());  // best effort: some file systems refuse it for folders
  }
}

Result<void> apply_steps(const FileChange& change) {
  if (change.keep_as && ::link(change.path.c_str(), change.keep_as->c_str()) != 0 &&
      errno != EEXIST) {
    return not_writable(*change.keep_as, errno);
  }
  if (change.take_from) {
    if (::rename(change.take_from->c_str(), change.path.c_str()) != 0) {
      return not_writable(change.path, errno);
    }
    return {};
  }
  if (!change.after) {
    if (::unlink(change.path.c_str()) != 0 && errno != ENOENT) {
      return not_writable(change.path, errno);
    }
    return {};
  }
  if (change.before == change.after) {
    if (::chmod(change.path.c_str(), change.mode_after) != 0) {
      return not_writable(change.path, errno);
    }
    return {};
  }
  return replace(change);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto newline = text.find('\n');
    const auto size = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

void put_line(std::string& diff, char sign, std::string_view line) {
  diff += sign;
  diff += line;
  if (!line.ends_with('\n')) {
    diff += "\n\\ No newline at end of file\n";
  }
}

std::string octal(mode_t mode) {
  std::string digits;
  for (const int shift : {6, 3, 0}) {
    digits += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
  }
  return digits;
}

}  // namespace

bool FileChange::changes_something() const {
  return before != after || take_from || (after && mode_before != mode_after);
}

Result<void> apply_change(const FileChange& change) {
  if (!change.changes_something()) {
    return {};
  }
  const std::string folder = change.path.substr(0, change.path.rfind('/'));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(Code::NotWritable, folder + ": " + error.message());
  }
  auto applied = apply_steps(change);
  sync_folder(folder);
  return applied;
}

std::string change_diff(const FileChange& change) {
  if (!change.changes_something()) {
    return {};
  }
  constexpr std::size_t k_context = 3;
  const auto old_lines = lines_of(change.before ? std::string_view{*change.before} : "");
  const auto new_lines = lines_of(change.after ? std::string_view{*change.after} : "");
  std::size_t head = 0;
  while (head < old_lines.size() && head < new_lines.size() && old_lines[head] == new_lines[head]) {
    ++head;
  }
  std::size_t tail = 0;
  while (head + tail < old_lines.size() && head + tail < new_lines.size() &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail]) {
    ++tail;
  }
  std::string diff = "--- " + (change.before ? change.path : "/dev/null") + "\n+++ " +
                     (change.after ? change.path : "/dev/null") + "\n";
  if (change.keep_as) {
    diff += "keep the present file as " + *change.keep_as + "\n";
  }
  if (change.take_from) {
    diff += "rename from " + *change.take_from + "\n";
  }
  if (change.before && change.after && change.mode_before != change.mode_after) {
    diff += "mode " + octal(change.mode_before) + " -> " + octal(change.mode_after) + "\n";
  }
  const std::size_t from = head > k_context ? head - k_context : 0;
  const std::size_t kept_tail = std::min(tail, k_context);
  const std::size_t old_count = old_lines.size() - tail + kept_tail - from;
  const std::size_t new_count = new_lines.size() - tail + kept_tail - from;
  const auto start = [&](std::size_t count) {
    return std::to_string(count == 0 ? from : from + 1);
  };
  if (change.before == change.after) {
    return diff;
  }
  diff += "@@ -" + start(old_count) + "," + std::to_string(old_count) + " +" + start(new_count) +
          "," + std::to_string(new_count) + " @@\n";
  for (std::size_t i = from; i < head; ++i) {
    put_line(diff, ' ', old_lines[i]);
  }
  for (std::size_t i = head; i + tail < old_lines.size(); ++i) {
    put_line(diff, '-', old_lines[i]);
  }
  for (std::size_t i = head; i + tail < new_lines.size(); ++i) {
    put_line(diff, '+', new_lines[i]);
  }
  for (std::size_t i = old_lines.size() - tail; i < old_lines.size() - tail + kept_tail; ++i) {
    put_line(diff, ' ', old_lines[i]);
  }
  return diff;
}

}  // namespace pumuki::lifecycle
