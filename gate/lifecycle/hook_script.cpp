#include "gate/lifecycle/hook_script.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pumuki::lifecycle {
namespace {

constexpr std::array<std::string_view, 10> k_shells{"sh",    "bash", "dash", "ash",  "ksh",
                                                    "ksh93", "mksh", "zsh",  "yash", "posh"};
constexpr std::string_view k_magic = "#!";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool ends_word(char c) {
  return is_blank(c) || std::string_view{"\n;&|()<>"}.find(c) != std::string_view::npos;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    const auto begin = line.find_first_not_of(" \t\r", at);
    if (begin == std::string_view::npos) {
      break;
    }
    at = std::min(line.find_first_of(" \t\r", begin), line.size());
    words.push_back(line.substr(begin, at - begin));
  }
  return words;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The program behind "env": options and assignments are passed over.
std::string_view program_of(const std::vector<std::string_view>& words) {
  if (words.empty()) {
    return {};
  }
  std::size_t at = 0;
  if (base_name(words[0]) == "env") {
    ++at;
    while (at < words.size() && (words[at].starts_with('-') || words[at].contains('='))) {
      ++at;
    }
  }
  if (at + 1 < words.size() && base_name(words[at]) == "busybox") {
    ++at;
  }
  return at < words.size() ? base_name(words[at]) : std::string_view{};
}

/// What is open around a command.
enum class Frame { Conditional, Group, Function, Subshell, Case };

/// Follows a shell text far enough to know how deep each command stands. Not a parser: strings,
/// comments, here-documents and expansions are passed over.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_{text} {}

  bool leaves() {
    while (at_ < text_.size() && !leaves_) {
      step();
    }
    return leaves_ || broken_ || !frames_.empty();
  }

 private:
  void step();
  void newline();
  void word();
  void command_word(std::string_view word);
  bool keyword(std::string_view word);
  bool opens_function();
  void close(std::initializer_list<Frame> kinds);
  void bracket(char c);
  void redirect();
  void read_delimiter();
  void skip_quoted(char quote);
  void skip_balanced(char open, char close);
  void skip_expansion();
  /// Moves over one word, quotes and expansions included.
  std::string_view take_word();
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
  }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  [[nodiscard]] bool inside(Frame kind) const {
    return std::ranges::find(frames_, kind) != frames_.end();
  }
  [[nodiscard]] bool in_pattern() const {
    return pattern_ && !frames_.empty() && frames_.back() == Frame::Case;
  }
  /// `exec` with a program, not only with redirections.
  [[nodiscard]] bool exec_runs_program() const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
  std::vector<std::string> delimiters_;
  bool command_ = true;
  bool next_group_is_function_ = false;
  bool case_head_ = false;
  bool pattern_ = false;
  bool leaves_ = false;
  bool broken_ = false;
};

void Scan::skip_quoted(char quote) {
  ++at_;
  while (at_ < text_.size() && text_[at_] != quote) {
    if (quote != '\'' && text_[at_] == '\\') {
      ++at_;
    } else if (quote == '"' && text_[at_] == '$') {
      skip_expansion();
      continue;
    }
    ++at_;
  }
  broken_ = broken_ || at_ >= text_.size();
  ++at_;
}

void Scan::skip_balanced(char open, char close) {
  std::size_t depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\'' || c == '"' || c == '`') {
      skip_quoted(c);
      continue;
    }
    at_ += c == '\\' ? 2 : 1;
    depth += c == open ? 1 : 0;
    if (c == close && --depth == 0) {
      return;
    }
  }
  broken_ = true;
}

void Scan::skip_expansion() {
  ++at_;
  if (peek() == '(') {
    skip_balanced('(', ')');
  } else if (peek() == '{') {
    skip_balanced('{', '}');
  }
}

std::string_view Scan::take_word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ends_word(text_[at_])) {
    const char c = text_[at_];
    if (c == '\'' || c == '"' || c == '`') {
      skip_quoted(c);
    } else if (c == '$') {
      skip_expansion();
    } else {
      at_ += c == '\\' ? 2 : 1;
    }
  }
  at_ = std::min(at_, text_.size());
  return text_.substr(begin, at_ - begin);
}

void Scan::read_delimiter() {
  if (peek() == '-') {
    ++at_;
  }
  skip_blanks();
  std::string delimiter{take_word()};
  std::erase_if(delimiter, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
  delimiters_.push_back(std::move(delimiter));
}

void Scan::redirect() {
  const bool here = peek() == '<' && peek(1) == '<';
  const bool here_string = here && peek(2) == '<';
  at_ += here_string ? 3 : here ? 2 : 1;
  if (here && !here_string) {
    read_delimiter();
    return;
  }
  while (peek() == '>' || peek() == '&' || peek() == '|') {
    ++at_;
  }
  if (peek() == '(') {
    skip_balanced('(', ')');
    return;
  }
  skip_blanks();
  take_word();
}

void Scan::newline() {
  ++at_;
  command_ = true;
  for (const std::string& delimiter : delimiters_) {
    bool found = false;
    while (at_ < text_.size() && !found) {
      const auto end = std::min(text_.find('\n', at_), text_.size());
      found = trim(text_.substr(at_, end - at_)) == delimiter;
      at_ = std::min(end + 1, text_.size());
    }
    broken_ = broken_ || !found;
  }
  delimiters_.clear();
}

void Scan::close(std::initializer_list<Frame> kinds) {
  if (frames_.empty() || std::ranges::find(kinds, frames_.back()) == kinds.end()) {
    broken_ = true;
    return;
  }
  frames_.pop_back();
}

bool Scan::opens_function() {
  std::size_t at = at_;
  const auto skip = [&] {
    while (at < text_.size() && is_blank(text_[at])) {
      ++at;
    }
  };
  skip();
  if (at >= text_.size() || text_[at] != '(') {
    return false;
  }
  ++at;
  skip();
  if (at >= text_.size() || text_[at] != ')') {
    return false;
  }
  at_ = at + 1;
  return true;
}

bool Scan::keyword(std::string_view word) {
  if (word == "if" || word == "while" || word == "until" || word == "for" || word == "select") {
    frames_.push_back(Frame::Conditional);
    command_ = word != "for" && word != "select";
  } else if (word == "fi" || word == "done") {
    close({Frame::Conditional});
    command_ = false;
  } else if (word == "case") {
    frames_.push_back(Frame::Case);
    case_head_ = true;
    command_ = false;
  } else if (word == "esac") {
    close({Frame::Case});
    pattern_ = false;
    command_ = false;
  } else if (word == "{") {
    frames_.push_back(std::exchange(next_group_is_function_, false) ? Frame::Function
                                                                    : Frame::Group);
  } else if (word == "}") {
    close({Frame::Group, Frame::Function});
    command_ = false;
  } else {
    return word == "then" || word == "else" || word == "elif" || word == "do" || word == "!" ||
           word == "time";
  }
  return true;
}

bool Scan::exec_runs_program() const {
  std::size_t at = at_;
  while (at < text_.size() && is_blank(text_[at])) {
    ++at;
  }
  std::size_t digits = at;
  while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9') {
    ++digits;
  }
  const char next = digits < text_.size() ? text_[digits] : '\n';
  return !(ends_word(next) || next == '#') || (digits > at && !(next == '<' || next == '>'));
}

void Scan::command_word(std::string_view word) {
  if (keyword(word)) {
    return;
  }
  if (word == "function") {
    skip_blanks();
    take_word();
    opens_function();
    next_group_is_function_ = true;
    return;
  }
  if (opens_function()) {
    next_group_is_function_ = true;
    return;
  }
  const auto equals = word.find('=');
  const bool assigns =
      equals != std::string_view::npos && equals > 0 && word.find_first_of("'\"$`/") > equals;
  if (assigns || word == "command" || word == "builtin") {
    return;
  }
  command_ = false;
  const bool own_shell = !inside(Frame::Function) && !inside(Frame::Subshell);
  if (word == "exit") {
    leaves_ = leaves_ || (own_shell && !inside(Frame::Conditional) && !inside(Frame::Case));
  } else if (word == "exec") {
    leaves_ = leaves_ || (own_shell && exec_runs_program());
  }
}

void Scan::word() {
  const std::string_view taken = take_word();
  if (case_head_) {
    if (taken == "in") {
      case_head_ = false;
      pattern_ = true;
    }
    return;
  }
  if (in_pattern()) {
    if (taken == "esac") {
      keyword(taken);
    }
    return;
  }
  const bool is_descriptor = (peek() == '<' || peek() == '>') &&
                             taken.find_first_not_of("0123456789") == std::string_view::npos;
  if (command_ && !is_descriptor) {
    command_word(taken);
  }
}

void Scan::bracket(char c) {
  ++at_;
  if (in_pattern()) {
    pattern_ = c == '(';
    command_ = true;
    return;
  }
  if (c == '(') {
    frames_.push_back(std::exchange(next_group_is_function_, false) ? Frame::Function
                                                                    : Frame::Subshell);
    command_ = true;
  } else {
    close({Frame::Subshell, Frame::Function});
    command_ = false;
  }
}

void Scan::step() {
  const char c = text_[at_];
  if (c == '\n') {
    newline();
  } else if (is_blank(c)) {
    ++at_;
  } else if (c == '\\' && peek(1) == '\n') {
    at_ += 2;
  } else if (c == '#') {
    at_ = std::min(text_.find('\n', at_), text_.size());
  } else if (c == ';' && peek(1) == ';') {
    at_ += 2;
    pattern_ = !frames_.empty() && frames_.back() == Frame::Case;
    command_ = true;
  } else if (c == ';' || c == '&' || c == '|') {
    ++at_;
    command_ = true;
  } else if (c == '(' || c == ')') {
    bracket(c);
  } else if (c == '<' || c == '>') {
    redirect();
  } else {
    word();
  }
}

}  // namespace

FirstLine first_line_of(std::string_view script) {
  FirstLine line;
  if (!script.starts_with(k_magic)) {
    const bool binary = script.contains('\0');
    line.interpreter = binary ? Interpreter::Foreign : Interpreter::Shell;
    return line;
  }
  const auto newline = script.find('\n');
  line.rest = newline == std::string_view::npos ? script.size() : newline + 1;
  std::string_view content = script.substr(k_magic.size(), newline - k_magic.size());
  line.ends_in_cr = content.ends_with('\r');
  line.program = program_of(words_of(content));
  line.interpreter = std::ranges::find(k_shells, line.program) == k_shells.end()
                         ? Interpreter::Foreign
                         : Interpreter::Shell;
  return line;
}

bool leaves_early(std::string_view shell_text) { return Scan{shell_text}.leaves(); }

}  // namespace pumuki::lifecycle
