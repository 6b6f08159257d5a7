#pragma once

#include <string_view>

namespace pumuki {

/// First word of every command line the product recommends.
inline constexpr std::string_view k_product_command = "pumuki";

/// The product's version, from project() in CMakeLists.txt.
std::string_view product_version();

}  // namespace pumuki
