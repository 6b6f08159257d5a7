#include "gate/evidence/write_lock.h"

#include "gate/core/text.h"
#include "gate/evidence/document.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace pumuki::evidence {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_first_pause{2};
constexpr std::chrono::milliseconds k_longest_pause{50};

std::string lock_name() { return std::string{k_file_name} + ".lock"; }

std::unexpected<Error> refused(const std::string& what, const std::string& root) {
  return fail(Code::NotWritable, what, "Look at " + root + "/" + lock_name() + " and remove it.");
}

Result<UniqueFd> open_lock(int folder, const std::string& root) {
  constexpr int k_flags = O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const std::string name = lock_name();
  UniqueFd file{::openat(folder, name.c_str(), O_RDWR | k_flags, 0644)};
  if (!file.valid() && errno == EACCES) {
    // Left by another user: enough to hold the lock, not to sign it.
    file.reset(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  }
  if (!file.valid() && errno == ELOOP) {
    return refused(name + " is a symbolic link", root);
  }
  if (!file.valid()) {
    return fail(Code::NotWritable, root + "/" + name + ": " + std::strerror(errno));
  }
  struct stat info{};
  if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return refused(name + " is not a plain file", root);
  }
  return file;
}

/// False when the entry went, or is another file by now: its owner removed it while we waited.
bool still_there(int folder, int file) {
  struct stat held{};
  struct stat named{};
  return ::fstat(file, &held) == 0 &&
         ::fstatat(folder, lock_name().c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

std::string first_line(const char* path) {
  std::array<char, 512> text{};
  const UniqueFd file{::open(path, O_RDONLY | O_CLOEXEC)};
  const ssize_t size = file.valid() ? ::read(file.get(), text.data(), text.size()) : -1;
  return size <= 0 ? std::string{} : std::string{text.data(), static_cast<std::size_t>(size)};
}

/// Field 22 of /proc/self/stat, counted behind the name, which may hold anything.
std::string start_ticks() {
  constexpr std::size_t k_field_behind_name = 20;
  const std::string line = first_line("/proc/self/stat");
  const auto behind = line.rfind(')');
  const auto fields = behind == std::string::npos
                          ? std::vector<std::string_view>{}
                          : split(std::string_view{line}.substr(behind), ' ');
  return fields.size() > k_field_behind_name ? std::string{fields[k_field_behind_name]} : "0";
}

/// For people who wait; nothing depends on it.
void sign(int file) {
  const std::string boot{trim(first_line("/proc/sys/kernel/random/boot_id"))};
  const std::string text = std::to_string(::getpid()) + " " + start_ticks() + " " + boot + "\n";
  if (::ftruncate(file, 0) == 0) {
    static_cast<void>(::pwrite(file, text.data(), text.size(), 0));
  }
}

std::string owner_of(int file) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  const std::string_view line{text.data(), size > 0 ? static_cast<std::size_t>(size) : 0U};
  const std::string_view pid = line.substr(0, line.find(' '));
  const bool digits = !pid.empty() && pid.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? "process " + std::string{pid} : "another process";
}

/// True when it is ours, or where the file system has no locks at all: better a write without than
/// none.
bool try_lock(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

std::optional<pid_t> writer_of(std::string_view temporary) {
  const std::string head = std::string{k_file_name} + ".tmp-";
  if (!temporary.starts_with(head)) {
    return std::nullopt;
  }
  const std::string_view rest = temporary.substr(head.size());
  pid_t pid = 0;
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), pid);
  return read.ec == std::errc{} && pid > 0 ? std::optional{pid} : std::nullopt;
}

bool lives(pid_t pid) { return ::kill(pid, 0) == 0 || errno != ESRCH; }

}  // namespace

Result<WriteLock> WriteLock::take(const std::string& root, std::chrono::milliseconds patience) {
  UniqueFd folder{::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.valid()) {
    return fail(Code::NotWritable, root + ": " + std::strerror(errno));
  }
  const auto end = steady_clock::now() + patience;
  auto pause = k_first_pause;
  for (;;) {
    auto file = open_lock(folder.get(), root);
    if (!file) {
      return fail(std::move(file.error()));
    }
    if (try_lock(file->get())) {
      if (still_there(folder.get(), file->get())) {
        sign(file->get());
        return WriteLock{std::move(folder), std::move(*file)};
      }
      continue;
    }
    if (steady_clock::now() >= end) {
      return fail(Code::NotWritable,
                  owner_of(file->get()) + " is writing " + std::string{k_file_name} + " in " +
                      root + " and does not finish",
                  "Wait for it or end it, then run the step again.");
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, k_longest_pause);
  }
}

WriteLock::~WriteLock() {
  // While it is still locked: who waits finds out that the entry went (still_there).
  if (file_.valid() && still_there(folder_.get(), file_.get())) {
    ::unlinkat(folder_.get(), lock_name().c_str(), 0);
  }
}

void WriteLock::remove_leftovers() const {
  struct Close {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };
  const int copy = ::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, Close> entries{copy < 0 ? nullptr : ::fdopendir(copy)};
  if (!entries) {
    return;
  }
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string_view name{static_cast<const char*>(entry->d_name)};
    const auto writer = writer_of(name);
    if (writer && (*writer == ::getpid() || !lives(*writer))) {
      ::unlinkat(folder_.get(), entry->d_name, 0);
    }
  }
}

}  // namespace pumuki::evidence
