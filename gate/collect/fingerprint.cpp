#include "gate/collect/baseline.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::size_t k_fingerprint_digits = 32;
/// A finding about more lines than these is named by its first ones.
constexpr std::size_t k_max_lines = 100;

/// The lines of one file at a time: findings come sorted by file.
class Lines {
 public:
  explicit Lines(const FileText& text_of) : text_of_{text_of} {}

  /// Without the white space at both ends; nothing when the file or the line is not there.
  std::optional<std::string_view> line(const std::string& path, std::int64_t number) {
    if (!loaded_ || path != path_) {
      load(path);
    }
    if (!text_ || number < 1 || static_cast<std::size_t>(number) > lines_.size()) {
      return std::nullopt;
    }
    return trim(lines_[static_cast<std::size_t>(number) - 1]);
  }

 private:
  void load(const std::string& path) {
    loaded_ = true;
    path_ = path;
    text_ = text_of_(path);
    lines_ = text_ ? split(*text_, '\n') : std::vector<std::string_view>{};
  }

  const FileText& text_of_;
  bool loaded_ = false;
  std::string path_;
  std::optional<std::string> text_;
  std::vector<std::string_view> lines_;
};

/// The text that stands for the finding's place; its message when there is none.
std::string place_text(const evidence::Finding& finding, Lines& lines) {
  std::string text;
  for (std::size_t i = 0; i < std::min(finding.lines.size(), k_max_lines); ++i) {
    const auto line = lines.line(finding.file, finding.lines[i]);
    if (!line) {
      return finding.message;
    }
    text += *line;
    text += '\n';
  }
  return trim(text).empty() ? finding.message : text;
}

std::string digest(const evidence::Finding& finding, std::string_view text, std::size_t ordinal) {
  Sha256 sha;
  const std::string_view separator{"\0", 1};
  for (const std::string_view part : {std::string_view{finding.rule_id}, separator,
                                      std::string_view{finding.file}, separator, text, separator}) {
    sha.update(part);
  }
  sha.update(std::to_string(ordinal));
  return sha.finish_hex().substr(0, k_fingerprint_digits);
}

}  // namespace

void add_fingerprints(std::vector<evidence::Finding>& findings, const FileText& text_of) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      const evidence::Finding& finding = findings[i];
      return std::tie(finding.file, finding.rule_id, finding.lines, finding.message);
    };
    return key(a) < key(b);
  });
  Lines lines{text_of};
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> seen;
  for (const std::size_t i : order) {
    evidence::Finding& finding = findings[i];
    std::string text = place_text(finding, lines);
    const std::size_t ordinal = seen[{finding.rule_id, finding.file, text}]++;
    finding.fingerprint = digest(finding, text, ordinal);
  }
}

}  // namespace pumuki::collect
