#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::http {

/// Where a request goes.
struct Target {
  /// Begins with '/'; no trailing slash unless it is "/" itself. Never percent-decoded; bytes that
  /// a URL cannot hold are percent-encoded, so that no route with such bytes matches.
  std::string path;
  /// Between '?' and '#', undecoded.
  std::string query;
};

/// Resolves a request target as a WHATWG URL (contract: evidence-server §2.1, rulings 4): origin
/// form, absolute form (the authority is checked and dropped), "//host/path", "*". Dot segments,
/// also percent-encoded, are resolved, '\' counts as '/', trailing slashes go. Nothing when the
/// target has control bytes, %00 in its path, or an authority that is empty or not well formed.
std::optional<Target> normalise_target(std::string_view target);

}  // namespace pumuki::http
