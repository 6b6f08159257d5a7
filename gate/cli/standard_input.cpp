#include "gate/cli/standard_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace pumuki::cli {
namespace {

/// One piece; empty at the end.
Result<std::string> read_piece() {
  constexpr std::size_t k_piece = std::size_t{64} << 10;
  pollfd wait{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const int ready = ::poll(&wait, 1, static_cast<int>(k_input_deadline.count()));
  if (ready < 0 && errno == EINTR) {
    return read_piece();
  }
  if (ready == 0) {
    return fail(Code::ProcessTimeout, "standard input stays open and says nothing");
  }
  std::string piece(k_piece, '\0');
  const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
  if (got < 0 && errno == EINTR) {
    return read_piece();
  }
  if (got < 0) {
    return fail(Code::NotReadable,
                std::string{"standard input cannot be read: "} + std::strerror(errno));
  }
  piece.resize(static_cast<std::size_t>(got));
  return piece;
}

}  // namespace

Result<std::optional<std::string>> read_standard_input() {
  if (::isatty(STDIN_FILENO) == 1) {
    return std::nullopt;
  }
  std::string all;
  while (true) {
    auto piece = read_piece();
    if (!piece) {
      return fail(std::move(piece.error()));
    }
    if (piece->empty()) {
      return all;
    }
    all += *piece;
    if (all.size() > k_max_input_bytes) {
      return fail(Code::TooLarge, "standard input is larger than its limit");
    }
  }
}

}  // namespace pumuki::cli
