#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::sdd {

/// A Markdown text as lines that know whether they stand in a fenced code block, where a heading is
/// only an example. A byte-order mark is dropped, CR LF and CR end lines as LF does.
class Markdown {
 public:
  struct Line {
    std::string_view text;
    /// In a code block, its fences included.
    bool fenced = false;
  };
  struct Heading {
    /// 1 to 6
    int level = 0;
    /// Trimmed; may be empty.
    std::string_view title;
  };

  explicit Markdown(std::string_view raw);
  Markdown(const Markdown&) = delete;
  Markdown& operator=(const Markdown&) = delete;

  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] const Line& line(std::size_t index) const { return lines_[index]; }
  /// Number signs at the very start of a line, then white space; never in a code block.
  [[nodiscard]] std::optional<Heading> heading(std::size_t index) const;
  /// The line after the section whose heading stands at `index`: the next heading of its level or
  /// above, at most `end`.
  [[nodiscard]] std::size_t section_end(std::size_t index, std::size_t end) const;
  /// Some line of [begin, end) has more than white space.
  [[nodiscard]] bool has_text(std::size_t begin, std::size_t end) const;

 private:
  void mark_fences();

  std::string text_;
  std::vector<Line> lines_;
};

/// Without a closing run of number signs, as CommonMark reads headings: "Foo ###" is "Foo".
std::string_view without_closing_signs(std::string_view title);

}  // namespace pumuki::sdd
