#include "gate/core/version.h"

namespace pumuki {

std::string_view product_version() { return PUMUKI_VERSION; }

}  // namespace pumuki
