#include "gate/collect/location_mapper.h"

#include "gate/core/files.h"
#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_no_place = "unknown";
constexpr std::string_view k_file_scheme = "file:";
/// Longest chain of bases; a longer one is a circle.
constexpr int k_max_base_chain = 16;
constexpr std::size_t k_max_remembered = 4'096;
/// Longest path that is looked up or kept; Linux allows no longer one.
constexpr std::size_t k_max_path_bytes = 4'096;
/// Names by which tools mean the root of the sources without defining it.
constexpr std::array<std::string_view, 6> k_source_roots{"SRCROOT",  "SOURCEROOT", "PROJECTROOT",
                                                         "REPOROOT", "ROOTPATH",   "WORKSPACE"};

int hex_value(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

bool is_source_root(std::string_view base_id) {
  std::string name;
  for (const char c : ascii_upper(base_id)) {
    if (c != '%' && c != '_') {
      name += c;
    }
  }
  return std::ranges::find(k_source_roots, name) != k_source_roots.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "C:/x", "C:\x"
bool has_drive(std::string_view path) {
  return path.size() >= 2 && is_letter(path[0]) && path[1] == ':' &&
         (path.size() == 2 || path[2] == '/' || path[2] == '\\');
}

/// Length of "https:" with its colon; 0 without a scheme. One letter is a drive.
std::size_t scheme_length(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon < 2 || !is_letter(uri[0])) {
    return 0;
  }
  const bool plain = std::ranges::all_of(uri.substr(0, colon), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  });
  return plain ? colon + 1 : 0;
}

std::string with_slashes(std::string_view text) {
  std::string path{text};
  std::ranges::replace(path, '\\', '/');
  return path;
}

MappedPlace outside(std::string text) {
  text.resize(std::min(text.size(), k_max_path_bytes));
  if (!text.starts_with('/') && !text.contains("://")) {
    text = (has_drive(text) ? "file:///" : "outside://") + text;
  }
  return {.file = std::move(text), .mapped = false};
}

/// The local path a file: URI names; nothing when it is another machine's or a drive.
std::optional<std::string> local_path(std::string_view uri) {
  std::string_view rest = uri.substr(k_file_scheme.size());
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    const std::size_t slash = rest.find('/');
    const std::string host = ascii_lower(rest.substr(0, slash));
    if (slash == std::string_view::npos || (!host.empty() && host != "localhost")) {
      return std::nullopt;
    }
    rest.remove_prefix(slash);
  }
  std::string path = percent_decoded(rest);
  const bool drive = path.starts_with('/') && has_drive(std::string_view{path}.substr(1));
  if (!path.starts_with('/') || path.starts_with("//") || drive) {
    return std::nullopt;
  }
  return path;
}

/// A place whose bases were followed as far as they go.
struct Chained {
  /// Relative to `base_id`, or absolute or with a scheme when that is empty.
  std::string uri;
  std::string base_id;
  /// The part behind a well-known base, wherever that base itself leads.
  std::optional<std::string> below_source_root;
};

bool stands_alone(std::string_view uri) {
  return uri.starts_with('/') || scheme_length(uri) > 0 || has_drive(uri);
}

Chained follow(const ReportedPlace& place, const LocationMapper::Bases& bases) {
  Chained chained{.uri = place.uri, .base_id = place.base_id, .below_source_root = {}};
  for (int step = 0; step < k_max_base_chain; ++step) {
    if (chained.base_id.empty() || stands_alone(chained.uri)) {
      chained.base_id.clear();
      return chained;
    }
    if (is_source_root(chained.base_id)) {
      chained.below_source_root = chained.uri;
    }
    const auto base = bases.find(chained.base_id);
    if (base == bases.end() || (base->second.uri.empty() && base->second.base_id.empty())) {
      return chained;
    }
    std::string joined = base->second.uri;
    joined += joined.empty() || joined.ends_with('/') ? "" : "/";
    chained.uri = joined + chained.uri;
    chained.base_id = base->second.base_id;
  }
  return chained;
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low < 0) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

std::string without_dots(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part == ".." && !parts.empty()) {
      parts.pop_back();
    } else if (!part.empty() && part != "." && part != "..") {
      parts.push_back(part);
    }
  }
  std::string plain;
  for (const std::string_view part : parts) {
    plain += '/';
    plain += part;
  }
  return plain.empty() ? "/" : plain;
}

LocationMapper::LocationMapper(std::string root, std::string base_folder)
    : root_(std::move(root)), base_folder_(std::move(base_folder)) {
  if (base_folder_.empty()) {
    base_folder_ = root_;
  }
}

std::optional<std::string> LocationMapper::below_root(std::string_view path) const {
  if (root_ == "/") {
    return std::string{path.substr(1)};
  }
  if (!path.starts_with(root_) || path.size() <= root_.size() + 1 || path[root_.size()] != '/') {
    return std::nullopt;
  }
  return std::string{path.substr(root_.size() + 1)};
}

const std::string& LocationMapper::resolved(const std::string& folder) {
  if (resolved_.size() >= k_max_remembered) {
    resolved_.clear();
  }
  const auto [found, fresh] = resolved_.try_emplace(folder);
  if (fresh) {
    const std::string real = real_path(folder);
    found->second = real.empty() ? folder : real;
  }
  return found->second;
}

MappedPlace LocationMapper::map_absolute(const std::string& path) {
  const std::string plain = without_dots(path);
  if (plain.contains('\0') || plain.size() > k_max_path_bytes) {
    return outside(plain.substr(0, std::min(plain.find('\0'), k_max_path_bytes)));
  }
  if (auto relative = below_root(plain)) {
    return {.file = std::move(*relative), .mapped = true};
  }
  const std::size_t slash = plain.rfind('/');
  const std::string real = resolved(plain.substr(0, slash)) + plain.substr(slash);
  if (auto relative = below_root(real)) {
    return {.file = std::move(*relative), .mapped = true};
  }
  return outside(plain);
}

MappedPlace LocationMapper::map_path(std::string_view path, std::string_view folder) {
  if (path.empty()) {
    return {.file = std::string{k_no_place}, .mapped = false};
  }
  if (has_drive(path)) {
    return outside(with_slashes(path));
  }
  if (path.starts_with('/')) {
    return map_absolute(std::string{path});
  }
  const std::string start{folder.empty() ? std::string_view{base_folder_} : folder};
  return map_absolute((start.starts_with('/') ? start : base_folder_ + "/" + start) + "/" +
                      std::string{path});
}

MappedPlace LocationMapper::map_uri(const ReportedPlace& place) {
  if (place.uri.empty()) {
    return {.file = std::string{k_no_place}, .mapped = false};
  }
  const Chained chained =
      follow({.uri = with_slashes(place.uri), .base_id = place.base_id}, bases_);
  MappedPlace mapped;
  if (ascii_lower(chained.uri).starts_with(k_file_scheme)) {
    const auto path = local_path(chained.uri);
    mapped = path ? map_absolute(*path) : outside(chained.uri);
  } else if (scheme_length(chained.uri) > 0 || has_drive(chained.uri)) {
    mapped = outside(chained.uri);
  } else if (chained.base_id.empty()) {
    mapped = map_path(percent_decoded(chained.uri));
  } else {
    mapped = outside("outside://" + chained.base_id + "/" + chained.uri);
  }
  if (!mapped.mapped && chained.below_source_root) {
    MappedPlace below = map_absolute(root_ + "/" + percent_decoded(*chained.below_source_root));
    if (below.mapped) {
      return below;
    }
  }
  return mapped;
}

}  // namespace pumuki::collect
