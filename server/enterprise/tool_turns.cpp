#include "server/enterprise/tool_turns.h"

#include <utility>

namespace pumuki::enterprise {

ToolTurns::Turn::Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)) {}

ToolTurns::Turn::~Turn() {
  if (turns_ != nullptr) {
    turns_->give_back();
  }
}

std::optional<ToolTurns::Turn> ToolTurns::take() {
  std::unique_lock lock{mutex_};
  const bool free = running_ < limits_.running && queue_.empty();
  if (!free && queue_.size() >= limits_.waiting) {
    return std::nullopt;
  }
  const auto place = queue_.insert(queue_.end(), 0);
  const bool my_turn = changed_.wait_for(lock, limits_.patience, [&] {
    return running_ < limits_.running && queue_.begin() == place;
  });
  queue_.erase(place);
  // Whoever stood behind this call may be first now.
  changed_.notify_all();
  if (!my_turn) {
    return std::nullopt;
  }
  ++running_;
  return std::optional<Turn>{std::in_place, *this};
}

void ToolTurns::give_back() {
  const std::lock_guard lock{mutex_};
  --running_;
  changed_.notify_all();
}

}  // namespace pumuki::enterprise
