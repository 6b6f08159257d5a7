#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// A place as a report names it: a URI reference or a path, relative to a named base or to none.
struct ReportedPlace {
  std::string uri;
  std::string base_id = {};
};

struct MappedPlace {
  /// Relative to the root when `mapped`; else a text that no path of the repository can be: an
  /// absolute path or a URI with "://". "unknown" for an empty place.
  std::string file;
  bool mapped = false;
};

/// Maps the places of one report into the repository. The rules, in this order: the named base
/// (which may itself have a base), the repository's own folder in front, and the well-known bases
/// for "root of the sources" (%SRCROOT% and its kin); anything else stays outside and says so.
/// Percent escapes are decoded first and ".." resolved afterwards, so that nothing leaves the
/// root. A '+' is a '+'. One thread at a time.
class LocationMapper {
 public:
  /// `root`: absolute, links resolved. `base_folder`: where relative places start; empty: the root.
  explicit LocationMapper(std::string root, std::string base_folder = {});

  /// SARIF's originalUriBaseIds of the present run; an empty uri defines nothing.
  using Bases = std::map<std::string, ReportedPlace, std::less<>>;
  void set_bases(Bases bases) { bases_ = std::move(bases); }

  MappedPlace map_uri(const ReportedPlace& place);
  /// A path as a compiler prints it: no scheme, no escapes. `folder` instead of the base folder.
  MappedPlace map_path(std::string_view path, std::string_view folder = {});

 private:
  MappedPlace map_absolute(const std::string& path);
  /// The folder with links resolved; itself when it does not exist. Remembered.
  const std::string& resolved(const std::string& folder);
  std::optional<std::string> below_root(std::string_view path) const;

  std::string root_;
  std::string base_folder_;
  Bases bases_;
  std::map<std::string, std::string, std::less<>> resolved_;
};

/// An absolute path without empty parts, "." and "..", which stops at "/".
std::string without_dots(std::string_view path);
/// %41 → A; what is no escape stays.
std::string percent_decoded(std::string_view text);

}  // namespace pumuki::collect
