#pragma once

#include "gate/collect/location_mapper.h"
#include "gate/collect/reader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pumuki::collect {

/// What every reader of a format uses to hand over its findings: the limit, the counts, the cutting
/// of long texts and the mapping of places.
class ReportTaker {
 public:
  ReportTaker(std::string_view format, const ReaderContext& context, const FindingSink& sink);

  /// A finding as its format says it.
  struct Told {
    std::string rule_id;
    Severity severity = Severity::Warn;
    std::string message;
    MappedPlace place = {.file = "unknown", .mapped = false};
    /// From 1; less: none.
    std::int64_t line = 0;
    std::string why = {};
    std::string expected_fix = {};
  };
  /// Hands it over; beyond the limit it is counted only.
  void take(Told told);
  void drop(std::string_view reason, std::int64_t count = 1);
  void suppress() { ++summary_.suppressed; }
  /// The first one counts; later ones of other names are added to it.
  void tool(std::string_view name, std::string_view version);

  /// True when a further finding would only be counted.
  [[nodiscard]] bool full() const { return summary_.taken > context_.max_findings; }
  [[nodiscard]] LocationMapper& places() { return places_; }
  [[nodiscard]] const ReaderContext& context() const { return context_; }
  [[nodiscard]] std::string_view format() const { return format_; }
  [[nodiscard]] ReportSummary& summary() { return summary_; }

 private:
  std::string_view format_;
  const ReaderContext& context_;
  const FindingSink& sink_;
  LocationMapper places_;
  ReportSummary summary_;
};

/// The reason for findings beyond the limit.
inline constexpr std::string_view k_over_limit = "over-limit";
/// Longest message, rule name and explanation that are kept.
inline constexpr std::size_t k_max_message_bytes = 1'000;
inline constexpr std::size_t k_max_rule_bytes = 200;

/// Valid UTF-8 of at most `max_bytes`, control characters and runs of white space as one space.
std::string tidy_text(std::string_view text, std::size_t max_bytes);
/// "bugprone-use-after-move" → "BUGPRONE_USE_AFTER_MOVE"
std::string code_for_rule(std::string_view rule_id);

}  // namespace pumuki::collect
