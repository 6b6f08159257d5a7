#include "gate/collect/format_readers.h"
#include "gate/collect/line_finder.h"
#include "gate/collect/severity_table.h"
#include "gate/core/text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <charconv>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "clang-tidy";
constexpr std::size_t k_max_yaml_bytes = std::size_t{32} << 20;
constexpr std::size_t k_max_yaml_depth = 32;
/// Root, list, diagnostic; one deeper its message.
constexpr std::size_t k_diagnostic_depth = 3;

/// Why the reader stops; caught in this file.
struct Refusal {
  Code code = Code::WrongShape;
  std::string what;
  YAML::Mark mark;
};

/// Takes the events of an export-fixes file; nothing becomes a tree, and there are no anchors, so
/// nothing can multiply.
class FixesEvents final : public YAML::EventHandler {
 public:
  explicit FixesEvents(ReportTaker& taker) : taker_(taker), lines_(taker.context().root) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override { list_seen_ = false; }
  void OnDocumentEnd() override {
    if (!list_seen_) {
      throw Refusal{.what = "no list `Diagnostics`", .mark = {}};
    }
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { scalar(mark, anchor, {}); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    throw Refusal{.what = "an alias", .mark = mark};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                const std::string& value) override {
    scalar(mark, anchor, value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, anchor, false);
    list_seen_ = list_seen_ || (stack_.size() == 2 && stack_.back().name == "Diagnostics");
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, anchor, true);
    if (is_diagnostic()) {
      told_ = {};
      level_.clear();
      file_.clear();
      folder_.clear();
      offset_ = -1;
    }
  }
  void OnMapEnd() override {
    if (is_diagnostic()) {
      take();
    }
    close();
  }

 private:
  struct Frame {
    bool is_map = false;
    /// The key it is the value of.
    std::string name;
    std::string key = {};
    bool has_key = false;
  };

  [[nodiscard]] bool is_diagnostic() const {
    return stack_.size() == k_diagnostic_depth && stack_[1].name == "Diagnostics";
  }
  [[nodiscard]] bool is_message() const {
    return stack_.size() == k_diagnostic_depth + 1 && stack_[1].name == "Diagnostics" &&
           stack_.back().name == "DiagnosticMessage";
  }
  void open(const YAML::Mark& mark, YAML::anchor_t anchor, bool is_map) {
    if (anchor != 0) {
      throw Refusal{.what = "an anchor", .mark = mark};
    }
    if (stack_.size() >= k_max_yaml_depth) {
      throw Refusal{.code = Code::TooLarge, .what = "nested too deeply", .mark = mark};
    }
    if (stack_.empty() ? !is_map : stack_.back().is_map && !stack_.back().has_key) {
      throw Refusal{.what = "no export-fixes file", .mark = mark};
    }
    std::string name = stack_.empty() ? std::string{} : stack_.back().key;
    stack_.push_back({.is_map = is_map, .name = std::move(name)});
  }
  void close() {
    stack_.pop_back();
    if (!stack_.empty()) {
      stack_.back().has_key = false;
    }
  }
  void scalar(const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& value) {
    if (anchor != 0 || stack_.empty()) {
      throw Refusal{.what = anchor != 0 ? "an anchor" : "no export-fixes file", .mark = mark};
    }
    Frame& frame = stack_.back();
    if (!frame.is_map) {
      return;
    }
    if (!frame.has_key) {
      frame.key = value;
      frame.has_key = true;
      return;
    }
    frame.has_key = false;
    if (is_diagnostic() || is_message()) {
      member(frame.key, value);
    }
  }
  void member(const std::string& key, const std::string& value) {
    if (key == "DiagnosticName") {
      told_.rule_id = value;
    } else if (key == "Level") {
      level_ = ascii_lower(value);
    } else if (key == "BuildDirectory") {
      folder_ = value;
    } else if (key == "Message") {
      told_.message = value;
    } else if (key == "FilePath") {
      file_ = value;
    } else if (key == "FileOffset") {
      std::from_chars(value.data(), value.data() + value.size(), offset_);
    }
  }
  void take() {
    if (told_.rule_id.empty()) {
      throw Refusal{.what = "a diagnostic without `DiagnosticName`", .mark = {}};
    }
    told_.severity = severity_for(k_format, level_);
    told_.place = taker_.places().map_path(file_, folder_);
    if (told_.place.mapped) {
      told_.line = lines_.line_at(told_.place.file, offset_).value_or(0);
    }
    taker_.take(std::move(told_));
  }

  ReportTaker& taker_;
  LineFinder lines_;
  std::vector<Frame> stack_;
  bool list_seen_ = false;
  ReportTaker::Told told_;
  std::string level_;
  std::string file_;
  std::string folder_;
  std::int64_t offset_ = -1;
};

std::unexpected<Error> refused(Code code, std::string_view what, const YAML::Mark& mark) {
  return fail(code, at_byte(what, static_cast<std::uint64_t>(mark.pos > 0 ? mark.pos : 0)));
}

}  // namespace

Result<void> read_clang_tidy_yaml(ByteSource& source, ReportTaker& taker) {
  taker.tool("clang-tidy", "");
  auto bytes = source.raw(k_max_yaml_bytes);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  try {
    std::istringstream stream{std::move(*bytes)};
    YAML::Parser parser{stream};
    FixesEvents events{taker};
    while (parser.HandleNextDocument(events)) {
    }
  } catch (const Refusal& refusal) {
    return refused(refusal.code, refusal.what, refusal.mark);
  } catch (const YAML::Exception& error) {
    return refused(Code::WrongShape, "not YAML: " + error.msg, error.mark);
  }
  return {};
}

}  // namespace pumuki::collect
