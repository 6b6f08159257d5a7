#pragma once

#include "gate/core/result.h"
#include "gate/evidence/collections.h"
#include "gate/evidence/index.h"
#include "gate/evidence/pages_answer.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace pumuki::evidence {

/// The items of one list in served order.
struct ItemList {
  std::size_t count = 0;
  /// Where item 0 … count - 1 lies in the served text.
  std::function<Range(std::size_t)> range;
};

/// `prefix`, the items in canonical text separated by commas, `suffix`. A short list becomes one
/// text; a long one is produced in pieces, so that memory does not grow with the list
/// (evidence-server O7).
AnswerResult list_answer(std::shared_ptr<const Index> index, ItemList items, std::string prefix,
                         std::string suffix);

}  // namespace pumuki::evidence
