#pragma once

#include "gate/core/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Takes the next bytes; false when nobody wants more.
using Write = std::function<bool(std::string_view)>;

/// One JSON text, whole or produced piece by piece.
struct Answer {
  /// Null when the text is produced.
  std::shared_ptr<const std::string> text;
  std::uint64_t size = 0;
  /// Writes exactly `size` bytes, or returns false: the file shrank or changed underneath, or the
  /// reader went away. Holds what it reads from; may run on any thread.
  std::function<bool(const Write&)> produce;
};

/// Error NotReadable: the file became shorter since it was read; read it again (performance §2).
using AnswerResult = Result<Answer>;

Answer whole_answer(std::string text);

}  // namespace pumuki::evidence
