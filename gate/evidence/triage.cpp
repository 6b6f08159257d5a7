#include "gate/evidence/triage.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace pumuki::evidence {
namespace {

constexpr double k_strong = 66.67;
constexpr double k_medium = 33.34;
constexpr double k_band_high = 80;
constexpr double k_band_medium = 50;

constexpr std::string_view k_replacement_first =
    "review_replacement_rules>review_non_replacement_paths>validate_balance_delta";

/// Indexed by Lean.
constexpr std::array<LeanText, 5> k_lean_texts{{
    {.direction = "balanced",
     .label = "Balanced",
     .code = "B",
     .hint = "Both kinds of suppression weigh the same; look at both.",
     .action = "review_both_paths",
     .order = "replacement=non_replacement",
     .primary_side = "balanced",
     .secondary_side = "balanced",
     .side_pair = "balanced=balanced",
     .side_alignment = "balanced",
     .focus_target = "both_paths",
     .focus_order = "replacement_rules=non_replacement_paths",
     .focus_mode = "dual",
     .playbook = k_replacement_first},
    {.direction = "replacement",
     .label = "Replacement Dominant",
     .code = "R",
     .hint = "Most suppressed findings have a substitute; check the substitutes first.",
     .action = "review_replacement_first",
     .order = "replacement>non_replacement",
     .primary_side = "replacement",
     .secondary_side = "non_replacement",
     .side_pair = "replacement>non_replacement",
     .side_alignment = "opposed",
     .focus_target = "replacement_rules",
     .focus_order = "replacement_rules>non_replacement_paths",
     .focus_mode = "single",
     .playbook = "review_replacement_rules>validate_replacements>check_non_replacement_fallbacks"},
    {.direction = "replacement",
     .label = "Replacement Dominant",
     .code = "R",
     .hint = "Substituted findings lead a little; check them, then those without a substitute.",
     .action = "review_replacement_then_non_replacement",
     .order = "replacement>non_replacement",
     .primary_side = "replacement",
     .secondary_side = "non_replacement",
     .side_pair = "replacement>non_replacement",
     .side_alignment = "opposed",
     .focus_target = "replacement_rules",
     .focus_order = "replacement_rules>non_replacement_paths",
     .focus_mode = "single",
     .playbook = k_replacement_first},
    {.direction = "non_replacement",
     .label = "Non-Replacement Dominant",
     .code = "N",
     .hint = "Most suppressed findings have no substitute; check why they are suppressed.",
     .action = "review_non_replacement_first",
     .order = "non_replacement>replacement",
     .primary_side = "non_replacement",
     .secondary_side = "replacement",
     .side_pair = "non_replacement>replacement",
     .side_alignment = "opposed",
     .focus_target = "non_replacement_paths",
     .focus_order = "non_replacement_paths>replacement_rules",
     .focus_mode = "single",
     .playbook = "review_non_replacement_paths>validate_suppression_justification>"
                 "check_replacement_rules"},
    {.direction = "non_replacement",
     .label = "Non-Replacement Dominant",
     .code = "N",
     .hint = "Findings without a substitute lead a little; check them, then the substituted ones.",
     .action = "review_non_replacement_then_replacement",
     .order = "non_replacement>replacement",
     .primary_side = "non_replacement",
     .secondary_side = "replacement",
     .side_pair = "non_replacement>replacement",
     .side_alignment = "opposed",
     .focus_target = "non_replacement_paths",
     .focus_order = "non_replacement_paths>replacement_rules",
     .focus_mode = "single",
     .playbook = "review_non_replacement_paths>review_replacement_rules>validate_balance_delta"},
}};

constexpr BandText k_observation{.channel = "watch",
                                 .class_name = "observation",
                                 .rank = 0,
                                 .score = 0,
                                 .level = "LOW",
                                 .signal = "observation:LOW",
                                 .signal_code = "OBS-L",
                                 .family = "observation_family",
                                 .family_code = "OBS_FAM",
                                 .digest = "OBS_FAM:LOW",
                                 .digest_code = "OBS_FAM_LOW"};
constexpr BandText k_standard{.channel = "standard",
                              .class_name = "standard",
                              .rank = 2,
                              .score = 66.67,
                              .level = "MEDIUM",
                              .signal = "standard:MEDIUM",
                              .signal_code = "STD-M",
                              .family = "standard_family",
                              .family_code = "STD_FAM",
                              .digest = "STD_FAM:MEDIUM",
                              .digest_code = "STD_FAM_MEDIUM"};
constexpr BandText k_priority{.channel = "fast",
                              .class_name = "priority",
                              .rank = 3,
                              .score = 100,
                              .level = "HIGH",
                              .signal = "priority:HIGH",
                              .signal_code = "PRI-H",
                              .family = "priority_family",
                              .family_code = "PRI_FAM",
                              .digest = "PRI_FAM:HIGH",
                              .digest_code = "PRI_FAM_HIGH"};

constexpr std::uint32_t k_fnv_offset = 0x811C9DC5U;
constexpr std::uint32_t k_fnv_prime = 0x01000193U;

std::uint32_t fnv1a(std::string_view bytes) {
  std::uint32_t hash = k_fnv_offset;
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * k_fnv_prime;
  }
  return hash;
}

std::string hex8(std::uint32_t value) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) {
    text += k_digits[(value >> static_cast<unsigned>(shift)) & 15U];
  }
  return text;
}

}  // namespace

Lean lean_of(double net) {
  const bool strong = confidence_of(net) >= k_strong;
  if (net > 0) {
    return strong ? Lean::ReplacementStrong : Lean::ReplacementWeak;
  }
  if (net < 0) {
    return strong ? Lean::OtherStrong : Lean::OtherWeak;
  }
  return Lean::Balanced;
}

double confidence_of(double net) { return std::min(std::abs(net), 100.0); }

std::string_view strength_bucket(double confidence) {
  if (confidence >= k_strong) {
    return "HIGH";
  }
  return confidence >= k_medium ? "MEDIUM" : "LOW";
}

int strength_rank(double confidence) {
  if (confidence >= k_strong) {
    return 3;
  }
  return confidence >= k_medium ? 2 : 1;
}

Band band_of(double score) {
  if (score <= 0) {
    return Band::None;
  }
  if (score >= k_band_high) {
    return Band::High;
  }
  return score >= k_band_medium ? Band::Medium : Band::Low;
}

std::string_view band_text(Band band) {
  constexpr std::array<std::string_view, 4> k_texts{"NONE", "LOW", "MEDIUM", "HIGH"};
  return k_texts.at(static_cast<std::size_t>(band));
}

const LeanText& lean_text(Lean lean) { return k_lean_texts.at(static_cast<std::size_t>(lean)); }

const BandText& stream_text(Band band) {
  switch (band) {
    case Band::None:
      return k_observation;
    case Band::Low:
    case Band::Medium:
      return k_standard;
    case Band::High:
      return k_priority;
  }
  return k_observation;
}

Routing routing_of(Lean lean, Band band) {
  const BandText& stream = stream_text(band);
  Routing routing;
  if (band == Band::None) {
    routing = {"watch_lane", "watch_lane:observe", "monitor_track", "observation_stream", {}};
  } else {
    const std::string side{lean_text(lean).primary_side};
    const std::string speed = '_' + std::string{stream.channel};
    routing.lane = side + speed + "_lane";
    routing.route = routing.lane + ':' + std::string{lean_text(lean).focus_order};
    routing.track = side + speed + "_track";
    routing.stream = side + '_' + std::string{stream.class_name} + "_stream";
  }
  routing.trace = std::string{stream.digest_code} + '@' + routing.route;
  return routing;
}

std::string trace_code(std::string_view trace) {
  std::string code;
  for (const char c : ascii_upper(trace)) {
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      code += c;
    } else if (!code.empty() && code.back() != '_') {
      code += '_';
    }
  }
  if (code.ends_with('_')) {
    code.pop_back();
  }
  return code;
}

TraceHash trace_hash(std::string_view trace) {
  constexpr std::uint32_t k_high_from = 170;
  constexpr std::uint32_t k_medium_from = 85;
  const std::uint32_t hash = fnv1a(trace);
  const std::uint32_t first_byte = hash >> 24U;
  if (first_byte >= k_high_from) {
    return {hex8(hash), "HIGH", 2, 100};
  }
  if (first_byte >= k_medium_from) {
    return {hex8(hash), "MEDIUM", 1, 50};
  }
  return {hex8(hash), "LOW", 0, 0};
}

}  // namespace pumuki::evidence
