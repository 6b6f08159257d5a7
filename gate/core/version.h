#pragma once

#include <string_view>

namespace pumuki {

/// The product's version, from project() in CMakeLists.txt.
std::string_view product_version();

}  // namespace pumuki
