#include "server/program/port_holder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace pumuki::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_state_listen = "0A";

/// Inode numbers of the sockets that listen on the port, from one table of /proc/net.
void add_listeners(const char* table, std::uint16_t port, std::vector<std::string>& sockets) {
  std::ifstream file{table};
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields{line};
    std::string number;
    std::string local;
    std::string remote;
    std::string state;
    std::string inode;
    std::string skipped;
    fields >> number >> local >> remote >> state;
    for (int i = 0; i < 5; ++i) {
      fields >> skipped;
    }
    fields >> inode;
    unsigned found = 0;
    const auto colon = local.find(':');
    if (state != k_state_listen || colon == std::string::npos) {
      continue;
    }
    std::from_chars(local.data() + colon + 1, local.data() + local.size(), found, 16);
    if (found == port) {
      sockets.push_back("socket:[" + inode + "]");
    }
  }
}

std::string link_target(const fs::path& link) {
  std::error_code ignored;
  return fs::read_symlink(link, ignored).string();
}

bool holds_one_of(const fs::path& process, const std::vector<std::string>& sockets) {
  std::error_code error;
  for (fs::directory_iterator it{process / "fd", error}, end; !error && it != end;
       it.increment(error)) {
    if (std::ranges::find(sockets, link_target(it->path())) != sockets.end()) {
      return true;
    }
  }
  return false;
}

bool is_pumuki(const fs::path& process) {
  return fs::path{link_target(process / "exe")}.filename().string().starts_with("pumuki");
}

std::optional<fs::path> find_process(const std::vector<std::string>& sockets) {
  std::error_code error;
  for (fs::directory_iterator it{"/proc", error}, end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    const bool is_process = std::ranges::all_of(
        name, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    if (is_process && is_pumuki(it->path()) && holds_one_of(it->path(), sockets)) {
      return it->path();
    }
  }
  return std::nullopt;
}

}  // namespace

std::string port_holder(std::uint16_t port) {
  std::vector<std::string> sockets;
  add_listeners("/proc/net/tcp", port, sockets);
  add_listeners("/proc/net/tcp6", port, sockets);
  const auto process = find_process(sockets);
  if (!process) {
    return "by another program";
  }
  // A server stands in the folder of its repository.
  return "by pumuki pid " + process->filename().string() + " for " + link_target(*process / "cwd");
}

}  // namespace pumuki::program
