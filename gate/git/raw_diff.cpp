#include "gate/git/raw_diff.h"

#include "gate/core/text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace pumuki::git {
namespace {

constexpr std::string_view k_no_mode = "000000";

std::unexpected<Error> unexpected_record(std::string_view record) {
  constexpr std::size_t k_shown = 80;
  return fail(Code::GitFailed,
              "git printed an unexpected difference: " + std::string{record.substr(0, k_shown)});
}

std::optional<std::string_view> take_field(std::string_view& bytes) {
  const auto end = bytes.find('\0');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto field = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  return field;
}

/// ":mode mode id id M": one mode and one id for each of the colons (the parents), then those of
/// the new side, then as many letters as colons.
std::optional<Change> parse_head(std::string_view record) {
  const auto parents = record.find_first_not_of(':');
  if (parents == 0 || parents == std::string_view::npos) {
    return std::nullopt;
  }
  const auto fields = split(record.substr(parents), ' ');
  const std::size_t sides = parents + 1;
  if (fields.size() != 2 * sides + 1 || fields.back().empty()) {
    return std::nullopt;
  }
  const auto kind = change_kind(parents > 1 ? 'M' : fields.back().front());
  if (!kind) {
    return std::nullopt;
  }
  Change change;
  change.mode = std::string{fields[sides - 1]};
  change.kind =
      change.mode == k_no_mode && *kind != ChangeKind::Unmerged ? ChangeKind::Deleted : *kind;
  if (change.kind == ChangeKind::Deleted && change.mode != k_no_mode) {
    return std::nullopt;
  }
  if (change.mode != k_no_mode) {
    change.blob_id = std::string{fields[2 * sides - 1]};
  }
  return change;
}

}  // namespace

std::optional<ChangeKind> change_kind(char letter) {
  switch (letter) {
    case 'A':
      return ChangeKind::Added;
    case 'M':
      return ChangeKind::Modified;
    case 'D':
      return ChangeKind::Deleted;
    case 'R':
      return ChangeKind::Renamed;
    case 'C':
      return ChangeKind::Copied;
    case 'T':
      return ChangeKind::TypeChanged;
    case 'U':
      return ChangeKind::Unmerged;
    default:
      return std::nullopt;
  }
}

Result<std::vector<Change>> parse_raw_diff(std::string_view bytes) {
  std::vector<Change> changes;
  while (!bytes.empty()) {
    const auto record = take_field(bytes);
    auto change = record ? parse_head(*record) : std::nullopt;
    auto path = take_field(bytes);
    if (!change || !path || path->empty()) {
      return unexpected_record(record.value_or(bytes));
    }
    if (change->kind == ChangeKind::Renamed || change->kind == ChangeKind::Copied) {
      change->old_path = std::string{*path};
      path = take_field(bytes);
      if (!path || path->empty()) {
        return unexpected_record(*record);
      }
    }
    change->path = std::string{*path};
    changes.push_back(std::move(*change));
  }
  return changes;
}

}  // namespace pumuki::git
