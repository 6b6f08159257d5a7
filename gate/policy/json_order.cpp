#include "gate/policy/json_order.h"

#include "gate/core/ascii_collation.h"
#include "gate/core/text.h"

namespace pumuki::policy {

bool collated_before(std::string_view a, std::string_view b) {
  const bool a_ascii = is_ascii(a);
  const bool b_ascii = is_ascii(b);
  if (a_ascii != b_ascii) {
    return a_ascii;
  }
  if (!a_ascii) {
    return a < b;
  }
  return compare_ascii_collated(a, b) == std::weak_ordering::less;
}

}  // namespace pumuki::policy
