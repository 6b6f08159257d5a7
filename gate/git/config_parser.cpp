#include "gate/git/config_parser.h"

#include <optional>
#include <string>

namespace pumuki::git {
namespace {

std::optional<std::string_view> take_field(std::string_view& bytes) {
  const auto end = bytes.find('\0');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto field = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  return field;
}

}  // namespace

Result<ConfigListing> parse_config_listing(std::string_view bytes) {
  ConfigListing listing;
  // An include directive is listed before what it includes, so the first local entry always comes
  // from the repository's own file.
  std::optional<std::string_view> own_file;
  while (!bytes.empty()) {
    const auto scope = take_field(bytes);
    const auto origin = take_field(bytes);
    const auto entry = take_field(bytes);
    if (!scope || !origin || !entry) {
      return fail(Code::GitFailed, "the output of git config is cut off");
    }
    const auto newline = entry->find('\n');
    const std::string name{entry->substr(0, newline)};
    const std::string value{newline == std::string_view::npos ? std::string_view{}
                                                              : entry->substr(newline + 1)};
    if (*scope == "local") {
      own_file = own_file.value_or(*origin);
      if (*origin == *own_file) {
        listing.local.insert_or_assign(name, value);
      }
    }
    listing.effective.insert_or_assign(name, value);
  }
  return listing;
}

}  // namespace pumuki::git
