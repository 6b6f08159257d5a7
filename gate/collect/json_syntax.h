#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pumuki::collect {

/// Strict is RFC 8259 (a leading byte order mark is passed over); Relaxed also allows comments and
/// a comma behind the last member, as the tools that read such files do.
enum class JsonDialect { Strict, Relaxed };

/// By the path's name: tsconfig*.json, jsconfig*.json, .vscode/*.json, devcontainer.json,
/// .eslintrc[.json], .babelrc[.json], .swcrc, .jsonc, .code-workspace are relaxed; other .json,
/// .webmanifest, .geojson, .ipynb strict; nothing for every other file.
std::optional<JsonDialect> json_dialect(std::string_view path);

struct JsonFault {
  /// From 1; the column counts bytes.
  std::int64_t line = 1;
  std::int64_t column = 1;
};

/// Nothing when the text is JSON. Numbers out of range are. Memory does not grow with the depth.
std::optional<JsonFault> json_fault(std::string_view text, JsonDialect dialect);

}  // namespace pumuki::collect
