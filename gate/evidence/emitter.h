#pragma once

#include "gate/core/sha256.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Where canonical text goes: kept, or hashed piecewise and forgotten.
class Emitter {
 public:
  /// Keeps all text in pending().
  Emitter() = default;
  /// Passes text on to `hash`, which must outlive the emitter; finish with drain().
  explicit Emitter(Sha256& hash) : hash_(&hash) {}

  void put(std::string_view text) {
    pending_ += text;
    drain_when_full();
  }
  void put(char c) {
    pending_ += c;
    drain_when_full();
  }
  /// While muted, text is counted but neither kept nor hashed.
  void set_muted(bool muted);
  /// Hashes what is pending.
  void drain();

  /// Bytes put so far.
  [[nodiscard]] std::uint64_t total() const { return drained_ + pending_.size(); }
  /// The text kept; only its end when there is a hash.
  std::string& pending() { return pending_; }

 private:
  void drain_when_full() {
    if (hash_ != nullptr && pending_.size() >= k_piece_bytes) {
      drain();
    }
  }

  static constexpr std::size_t k_piece_bytes = std::size_t{64} << 10;
  Sha256* hash_ = nullptr;
  bool muted_ = false;
  std::size_t muted_at_ = 0;
  std::uint64_t drained_ = 0;
  std::string pending_;
};

}  // namespace pumuki::evidence
