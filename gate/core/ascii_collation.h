#pragma once

#include <compare>
#include <string_view>

namespace pumuki {

/// Order of two ASCII texts under the Unicode root collation, tertiary strength (evidence-server
/// §9, rules 1–4): exactly what ICU answers, without ICU. Other bytes come behind every ASCII
/// character in the order of their values: no language's order, but one order for all texts. Equal
/// does not mean identical.
std::weak_ordering compare_ascii_collated(std::string_view a, std::string_view b);

}  // namespace pumuki
