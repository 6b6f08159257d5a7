#pragma once

#include "gate/core/clock.h"
#include "gate/core/files.h"
#include "gate/evidence/collections.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pumuki::evidence {

/// A change younger than this at reading time may hide a later one (performance §5.6).
inline constexpr TimeMs k_racy_age_ms = 50;

/// Whether a reading still describes its path. A value; not synchronised.
class Freshness {
 public:
  /// `read_at`: when the reading began.
  static Freshness of(const Loaded& loaded, TimeMs read_at);
  /// One stat.
  [[nodiscard]] bool holds(const std::string& path) const;

 private:
  FileIdentity identity_;
  bool trusted_ = false;
};

/// Gives memory that was freed back to the system (performance §5.7).
void release_memory();

/// Keeps the last reading of one evidence file and reads again when the file changed. A request
/// sees the file as it was at or after the time it asked. Safe for many threads; a change is read
/// once, however many ask meanwhile (single flight).
///
/// `Snapshot` is what `Build` makes of a reading: immutable, and free of views into the loading
/// buffer, which goes when Build returns.
template <class Snapshot>
class Store {
 public:
  using Pointer = std::shared_ptr<const Snapshot>;
  using Build = std::function<Pointer(Loaded&&)>;

  /// `clock` must outlive the store.
  Store(std::string path, Build build, const Clock& clock)
      : path_(std::move(path)), build_(std::move(build)), clock_(clock) {}

  /// The file as it is now. Never null as long as Build never returns null. A caller whose pread
  /// came up short asks again: the file's identity has then changed.
  Pointer current() {
    std::uint64_t seen = 0;
    {
      const std::lock_guard lock{state_};
      if (freshness_.holds(path_)) {
        return snapshot_;
      }
      seen = started_;
    }
    return load_after(seen);
  }

  /// Number of readings so far.
  [[nodiscard]] std::uint64_t loads() const {
    const std::lock_guard lock{state_};
    return started_;
  }

 private:
  /// The result of a reading that began after the first `seen` ones.
  Pointer load_after(std::uint64_t seen) {
    const std::lock_guard one_at_a_time{loading_};
    {
      const std::lock_guard lock{state_};
      if (started_ > seen || freshness_.holds(path_)) {
        return snapshot_;
      }
      ++started_;
    }
    const TimeMs now = clock_.now();
    Loaded loaded = load(path_);
    const Freshness freshness = Freshness::of(loaded, now);
    Pointer snapshot = build_(std::move(loaded));
    release_memory();
    const std::lock_guard lock{state_};
    freshness_ = freshness;
    snapshot_ = snapshot;
    return snapshot;
  }

  const std::string path_;
  const Build build_;
  const Clock& clock_;
  /// Held during a reading. Taken before state_, never while holding it.
  std::mutex loading_;
  /// Guards what follows. snapshot_ is what build_ made of the reading that freshness_ describes.
  mutable std::mutex state_;
  Freshness freshness_;
  Pointer snapshot_;
  std::uint64_t started_ = 0;
};

}  // namespace pumuki::evidence
