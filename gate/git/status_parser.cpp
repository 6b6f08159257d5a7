#include "gate/git/status_parser.h"

#include "gate/core/text.h"

#include <charconv>
#include <tuple>
#include <utility>

namespace pumuki::git {
namespace {

constexpr std::size_t k_fields_before_path = 8;
constexpr std::size_t k_fields_before_renamed_path = 9;
constexpr std::size_t k_fields_before_unmerged_path = 10;
constexpr std::size_t k_shortest_change = 10;
constexpr std::size_t k_index_mode = 4;
constexpr std::size_t k_index_blob = 7;

/// The parts of "1 XY sub …" that count.
struct ChangeLine {
  char index = ' ';
  char work_tree = ' ';
  std::string_view submodule;
  /// mode and object id of the index side
  std::string_view mode;
  std::string_view blob;
  std::string_view path;
};

/// What the "# branch.…" headers say.
struct HeadLines {
  std::string_view oid;
  std::string_view name;
  std::string_view upstream;
  std::optional<std::pair<std::size_t, std::size_t>> ahead_behind;
};

std::unexpected<Error> unexpected_record(std::string_view record) {
  constexpr std::size_t k_shown = 80;
  return fail(Code::GitFailed,
              "git status printed an unexpected record: " + std::string{record.substr(0, k_shown)});
}

/// Takes the bytes up to the next zero byte; nothing when there is none.
std::optional<std::string_view> take_record(std::string_view& bytes) {
  const auto end = bytes.find('\0');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  const auto record = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  return record;
}

char column(char letter) { return letter == '.' ? ' ' : letter; }

std::optional<std::string_view> after_fields(std::string_view record, std::size_t fields) {
  for (std::size_t i = 0; i < fields; ++i) {
    const auto blank = record.find(' ');
    if (blank == std::string_view::npos) {
      return std::nullopt;
    }
    record.remove_prefix(blank + 1);
  }
  if (record.empty()) {
    return std::nullopt;
  }
  return record;
}

std::optional<ChangeLine> parse_change(std::string_view record, std::size_t fields) {
  const auto path = after_fields(record, fields);
  if (!path || record.size() < k_shortest_change || record[1] != ' ' || record[4] != ' ' ||
      record[9] != ' ') {
    return std::nullopt;
  }
  // "1 XY sub mH mI mW hH hI …"; an unmerged path has three sides and none that counts.
  const bool merged = record.front() != 'u';
  const auto parts = split(record.substr(0, record.size() - path->size()), ' ');
  return ChangeLine{.index = column(record[2]),
                    .work_tree = column(record[3]),
                    .submodule = record.substr(5, 4),
                    .mode = merged ? parts[k_index_mode] : std::string_view{},
                    .blob = merged ? parts[k_index_blob] : std::string_view{},
                    .path = *path};
}

/// The short format tells new commits, changed files and new files of a submodule apart; the other
/// format says M for all three and has the details in a field of its own.
char submodule_column(const ChangeLine& line) {
  if (line.work_tree != 'M' || line.submodule[0] != 'S' || line.submodule[1] == 'C') {
    return line.work_tree;
  }
  if (line.submodule[2] == 'M') {
    return 'm';
  }
  return line.submodule[3] == 'U' ? '?' : line.work_tree;
}

StatusEntry entry_of(const ChangeLine& line) {
  return {.index = line.index,
          .work_tree = submodule_column(line),
          .path = std::string{line.path},
          .original_path = std::nullopt,
          .index_mode = std::string{line.mode},
          .index_blob = std::string{line.blob}};
}

std::optional<std::size_t> parse_count(std::string_view text, char sign) {
  std::size_t value = 0;
  if (text.empty() || text.front() != sign) {
    return std::nullopt;
  }
  text.remove_prefix(1);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

/// False for a header that is known but cannot be read.
bool read_header(std::string_view record, HeadLines& lines) {
  constexpr std::string_view k_oid = "# branch.oid ";
  constexpr std::string_view k_name = "# branch.head ";
  constexpr std::string_view k_upstream = "# branch.upstream ";
  constexpr std::string_view k_ahead_behind = "# branch.ab ";
  if (record.starts_with(k_oid)) {
    lines.oid = record.substr(k_oid.size());
  } else if (record.starts_with(k_name)) {
    lines.name = record.substr(k_name.size());
  } else if (record.starts_with(k_upstream)) {
    lines.upstream = record.substr(k_upstream.size());
  } else if (record.starts_with(k_ahead_behind)) {
    const auto counts = record.substr(k_ahead_behind.size());
    const auto blank = counts.find(' ');
    if (blank == std::string_view::npos) {
      return false;
    }
    const auto ahead = parse_count(counts.substr(0, blank), '+');
    const auto behind = parse_count(counts.substr(blank + 1), '-');
    if (!ahead || !behind) {
      return false;
    }
    lines.ahead_behind.emplace(*ahead, *behind);
  }
  return true;
}

void apply_head(const HeadLines& lines, ParsedStatus& parsed) {
  Head& head = parsed.status.head;
  if (lines.name == "(detached)") {
    head.branch = "HEAD";
    return;
  }
  head.symbolic_branch = std::string{lines.name};
  const bool unborn = lines.oid == "(initial)";
  if (!unborn) {
    head.branch = head.symbolic_branch;
  }
  if (lines.upstream.empty()) {
    return;
  }
  if (lines.ahead_behind) {
    head.upstream = std::string{lines.upstream};
    std::tie(head.ahead, head.behind) = *lines.ahead_behind;
  } else if (unborn) {
    parsed.unconfirmed_upstream = std::string{lines.upstream};
  }
}

/// One record that stands for a path; `rest` loses the old name of a rename.
Result<void> read_entry(std::string_view record, std::string_view& rest,
                        std::vector<StatusEntry>& entries) {
  const char kind = record.empty() ? '\0' : record.front();
  if (kind == '?' && record.size() > 2 && record[1] == ' ') {
    entries.push_back({.index = '?',
                       .work_tree = '?',
                       .path = std::string{record.substr(2)},
                       .original_path = std::nullopt});
    return {};
  }
  if (kind == '!') {
    return {};
  }
  if (kind != '1' && kind != '2' && kind != 'u') {
    return unexpected_record(record);
  }
  const std::size_t fields = kind == '1'   ? k_fields_before_path
                             : kind == '2' ? k_fields_before_renamed_path
                                           : k_fields_before_unmerged_path;
  const auto line = parse_change(record, fields);
  if (!line) {
    return unexpected_record(record);
  }
  entries.push_back(entry_of(*line));
  if (kind == '2') {
    const auto original = take_record(rest);
    if (!original || original->empty()) {
      return unexpected_record(record);
    }
    entries.back().original_path = std::string{*original};
  }
  return {};
}

Result<void> read_records(std::string_view bytes, HeadLines& head,
                          std::vector<StatusEntry>& entries) {
  while (!bytes.empty()) {
    const auto record = take_record(bytes);
    if (!record) {
      return fail(Code::GitFailed, "the output of git status is cut off");
    }
    if (record->starts_with("# ")) {
      if (!read_header(*record, head)) {
        return unexpected_record(*record);
      }
    } else if (auto read = read_entry(*record, bytes, entries); !read) {
      return fail(std::move(read.error()));
    }
  }
  return {};
}

}  // namespace

Result<ParsedStatus> parse_status(std::string_view bytes) {
  ParsedStatus parsed;
  HeadLines head;
  if (auto read = read_records(bytes, head, parsed.status.entries); !read) {
    return fail(std::move(read.error()));
  }
  if (head.name.empty()) {
    return fail(Code::GitFailed, "git status did not name the branch");
  }
  apply_head(head, parsed);
  return parsed;
}

Result<std::vector<StatusEntry>> parse_status_entries(std::string_view bytes) {
  std::vector<StatusEntry> entries;
  HeadLines head;
  if (auto read = read_records(bytes, head, entries); !read) {
    return fail(std::move(read.error()));
  }
  return entries;
}

}  // namespace pumuki::git
