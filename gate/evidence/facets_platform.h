#pragma once

#include <cstdint>
#include <string_view>

namespace pumuki::evidence {

/// The platform of a path for filters and facets (evidence-server §6). The writer has other
/// detectors; this one is what HTTP clients see.
enum class FilePlatform : std::uint8_t { Ios, Backend, Frontend, Android, Generic };

FilePlatform file_platform(std::string_view path);
std::string_view file_platform_text(FilePlatform platform);

}  // namespace pumuki::evidence
