#include "gate/git/blob_stream.h"
#include "gate/git/config_parser.h"
#include "gate/git/raw_diff.h"
#include "gate/git/status_parser.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <string>
#include <vector>

/// What git prints: status, differences, configuration, contents.
/// Input: one byte for the parser, then its text. Contents: one byte for the number of cuts, the
/// cuts, at most three names that end with a zero byte each (an empty one ends them), then the
/// output.
namespace pumuki::git {
namespace {

constexpr std::size_t k_parsers = 5;
constexpr std::size_t k_max_cuts = 8;
constexpr std::size_t k_names = 3;
constexpr std::size_t k_max_blob = 64;

void check_status(std::string_view bytes) {
  const auto parsed = parse_status(bytes);
  if (!parsed) {
    return;
  }
  for (const StatusEntry& entry : parsed->status.entries) {
    fuzz::require(!entry.path.empty() && (!entry.original_path || !entry.original_path->empty()));
  }
  static_cast<void>(staged_changes(parsed->status));
}

void check_raw_diff(std::string_view bytes) {
  const auto changes = parse_raw_diff(bytes);
  if (!changes) {
    return;
  }
  for (const Change& change : *changes) {
    const bool deleted = change.kind == ChangeKind::Deleted;
    const bool moved = change.kind == ChangeKind::Renamed || change.kind == ChangeKind::Copied;
    fuzz::require(!change.path.empty() && change.old_path.has_value() == moved);
    fuzz::require(!deleted || change.blob_id.empty());
  }
}

/// The answers and whether the output was whole.
std::vector<std::string> answers(const std::vector<std::string>& names, std::string_view output,
                                 std::string_view cuts) {
  std::vector<std::string> said;
  const BlobVisitor visit = [&](std::size_t index, std::optional<std::string_view> bytes,
                                std::uint64_t size) {
    fuzz::require(index == said.size() && index < names.size());
    fuzz::require(!bytes || (bytes->size() == size && size <= k_max_blob));
    said.push_back(bytes ? "=" + std::string{*bytes} : std::to_string(size));
  };
  BlobStream stream{names, k_max_blob, visit};
  fuzz::in_pieces(output, cuts, [&](std::string_view piece) { stream.feed(piece); });
  const bool whole = stream.finish().has_value();
  fuzz::require(!whole || said.size() == names.size());
  said.emplace_back(whole ? "whole" : "broken");
  return said;
}

void check_contents(fuzz::Input& input) {
  const std::string_view cuts = input.take(input.choice(k_max_cuts));
  std::vector<std::string> names;
  while (names.size() < k_names && !input.rest().empty()) {
    const std::string_view rest = input.rest();
    const std::string_view name = input.take(std::min(rest.find('\0'), rest.size()));
    input.take(1);
    if (name.empty()) {
      break;
    }
    // As callers ask: by id, or by a name that no id looks like.
    names.push_back(":" + std::string{name});
  }
  fuzz::require(answers(names, input.rest(), {}) == answers(names, input.rest(), cuts));
}

}  // namespace
}  // namespace pumuki::git

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  fuzz::Input input{data, size};
  switch (input.choice(git::k_parsers)) {
    case 0:
      git::check_status(input.rest());
      break;
    case 1:
      git::check_raw_diff(input.rest());
      break;
    case 2:
      git::check_contents(input);
      break;
    case 3:
      static_cast<void>(git::parse_status_entries(input.rest()));
      break;
    default:
      static_cast<void>(git::parse_config_listing(input.rest()));
  }
  return 0;
}
