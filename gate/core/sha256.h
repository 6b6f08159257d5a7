#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pumuki {

/// SHA-256 (FIPS 180-4) over a stream of pieces. One thread at a time.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();

  void update(std::string_view bytes);
  /// 64 lower-case hex digits. Call once, last.
  std::string finish_hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace pumuki
