#pragma once

#include "gate/core/json_writer.h"

#include <string>
#include <string_view>

namespace pumuki {

/// RFC 4648 §4, with padding.
std::string base64(std::string_view bytes);

/// Writes the member `name` with a path for reading (ill-formed bytes as U+FFFD); for a path that
/// is not UTF-8 also `name`_b64 with its bytes, so that two names never become one (contract:
/// gate-cli §11, ruling 14).
void write_path_member(JsonWriter& json, std::string_view name, std::string_view path);

}  // namespace pumuki
