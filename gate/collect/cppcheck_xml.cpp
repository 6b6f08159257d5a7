#include "gate/collect/format_readers.h"
#include "gate/collect/severity_table.h"
#include "gate/collect/xml_events.h"

#include <charconv>
#include <utility>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_format = "cppcheck";
/// What cppcheck tells about its own run, and the one of these that says that it did not check.
constexpr std::string_view k_about_itself = "information";
constexpr std::string_view k_not_checked = "noValidConfiguration";

class CppcheckVisitor final : public XmlVisitor {
 public:
  explicit CppcheckVisitor(ReportTaker& taker) : taker_(taker) {}

  bool enter(const XmlElement& element) override {
    if (element.depth == 0) {
      return element.name == "results" && element.attribute("version") == "2";
    }
    if (element.name == "cppcheck" && element.depth == 1) {
      taker_.tool("cppcheck", element.attribute("version"));
    } else if (element.name == "error") {
      told_ = {.rule_id = std::string{element.attribute("id")},
               .message = std::string{element.attribute("msg")}};
      severity_ = element.attribute("severity");
      located_ = false;
      return !told_.rule_id.empty() && !severity_.empty();
    } else if (element.name == "location" && !located_) {
      located_ = true;  // the first is where it is, the others are how it came to it
      told_.place = taker_.places().map_path(element.attribute("file"));
      const std::string_view line = element.attribute("line");
      std::from_chars(line.data(), line.data() + line.size(), told_.line);
    }
    return true;
  }
  void leave(std::string_view name) override {
    if (name != "error") {
      return;
    }
    if (severity_ == k_about_itself && told_.rule_id != k_not_checked) {
      taker_.drop(k_about_itself);
      return;
    }
    told_.severity = severity_for(k_format, severity_);
    taker_.take(std::move(told_));
  }

 private:
  ReportTaker& taker_;
  ReportTaker::Told told_;
  std::string severity_;
  bool located_ = false;
};

}  // namespace

Result<void> read_cppcheck(ByteSource& source, ReportTaker& taker) {
  CppcheckVisitor visitor{taker};
  auto read = walk_xml(source, visitor);
  if (taker.summary().tool.empty()) {
    taker.tool("cppcheck", "");
  }
  return read;
}

}  // namespace pumuki::collect
