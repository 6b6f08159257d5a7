#pragma once

#include "gate/policy/notice.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::policy {

/// Appends to `notices` unless it is null.
void add_notice(Notices* notices, std::string_view file, std::string reason);

/// The text of an optional configuration file. Nothing when it is absent, and, with a notice, when
/// it cannot be read, is too large or nests too deep to become a DOM.
std::optional<std::string> read_config_text(const std::string& root, std::string_view file,
                                            Notices* notices);

}  // namespace pumuki::policy
