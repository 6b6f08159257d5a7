#include "gate/evidence/facets_share.h"

#include "gate/core/json_text.h"
#include "gate/evidence/facets_number.h"
#include "gate/evidence/triage.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace pumuki::evidence {
namespace {

double share_of(double count, double total) { return total == 0 ? 0 : round2(count / total * 100); }

double round2_signed(double x) { return x < 0 ? -round2(-x) : round2(x); }

std::string number_text(double number) {
  std::string text;
  append_json_number(text, number);
  return text;
}

/// Returns the net share, on which the rest hangs.
double add_shares(FacetList& list, const ReplacementShare& share) {
  const double with = share_of(share.replacement, share.total);
  const double without = share_of(share.non_replacement, share.total);
  const double gap = round2(std::abs(with - without));
  const double net = round2_signed(with - without);
  const double balance = round2(std::max(100 - gap, 0.0));
  add_facet(list, "suppressed_replacement_rule_file_platform_share_of_total_pct", with);
  add_facet(list, "suppressed_non_replacement_rule_file_platform_share_of_total_pct", without);
  add_facet(list, "suppressed_replacement_vs_non_replacement_share_gap_pct", gap);
  add_facet(list, "suppressed_share_polarization_index_pct", gap);
  add_facet(list, "suppressed_share_imbalance_index_pct", gap);
  add_facet(list, "suppressed_replacement_rule_file_platform_dominance_pct",
            round2(std::max(with, without)));
  add_facet(list, "suppressed_non_replacement_rule_file_platform_dominance_pct",
            round2(std::max(without - with, 0.0)));
  add_facet(list, "suppressed_replacement_minus_non_replacement_share_signed_pct", net);
  add_facet(list, "suppressed_share_net_polarity_pct", net);
  add_facet(list, "suppressed_share_balance_score_pct", balance);
  add_facet(list, "suppressed_share_polarization_balance_gap_pct", round2(std::abs(gap - balance)));
  return net;
}

void add_direction(FacetList& list, Lean lean, double confidence, double score) {
  const LeanText& text = lean_text(lean);
  const std::string prefix = "suppressed_share_direction";
  const std::string bucket{strength_bucket(confidence)};
  add_facet(list, prefix, text.direction);
  add_facet(list, prefix + "_confidence", confidence);
  add_facet(list, prefix + "_strength_bucket", std::string_view{bucket});
  add_facet(list, prefix + "_strength_rank", static_cast<double>(strength_rank(confidence)));
  add_facet(list, prefix + "_is_balanced", lean == Lean::Balanced);
  add_facet(list, prefix + "_label", text.label);
  add_facet(list, prefix + "_code", text.code);
  add_facet(list, prefix + "_triage_hint", text.hint);
  add_facet(list, prefix + "_priority_score", score);
  const std::string number = number_text(score);
  const std::string summary = std::string{text.label} + " | " + bucket + " | priority " + number +
                              " | " + std::string{text.hint};
  const std::string digest = std::string{text.code} + ':' + bucket + ':' + number;
  add_facet(list, "suppressed_share_triage_summary", std::string_view{summary});
  add_facet(list, "suppressed_share_triage_digest", std::string_view{digest});
}

void add_lean_triage(FacetList& list, Lean lean) {
  const LeanText& text = lean_text(lean);
  const std::string prefix = "suppressed_share_triage_";
  add_facet(list, prefix + "action", text.action);
  add_facet(list, prefix + "order", text.order);
  add_facet(list, prefix + "primary_side", text.primary_side);
  add_facet(list, prefix + "secondary_side", text.secondary_side);
  add_facet(list, prefix + "side_pair", text.side_pair);
  add_facet(list, prefix + "side_alignment", text.side_alignment);
  add_facet(list, prefix + "focus_target", text.focus_target);
  add_facet(list, prefix + "focus_order", text.focus_order);
  add_facet(list, prefix + "focus_mode", text.focus_mode);
  add_facet(list, prefix + "playbook", text.playbook);
}

void add_stream_triage(FacetList& list, const BandText& text) {
  const std::string prefix = "suppressed_share_triage_";
  add_facet(list, prefix + "channel", text.channel);
  add_facet(list, prefix + "stream_class", text.class_name);
  add_facet(list, prefix + "stream_rank", static_cast<double>(text.rank));
  add_facet(list, prefix + "stream_score", text.score);
  add_facet(list, prefix + "stream_score_band", text.level);
  add_facet(list, prefix + "stream_signal", text.signal);
  add_facet(list, prefix + "stream_signal_code", text.signal_code);
  const std::string family = prefix + "stream_signal_family";
  add_facet(list, family, text.family);
  add_facet(list, family + "_code", text.family_code);
  add_facet(list, family + "_rank", static_cast<double>(text.rank));
  add_facet(list, family + "_weight", text.score);
  add_facet(list, family + "_bucket", text.level);
  add_facet(list, family + "_digest", text.digest);
  add_facet(list, family + "_digest_code", text.digest_code);
}

void add_routing_triage(FacetList& list, const Routing& routing) {
  const std::string prefix = "suppressed_share_triage_";
  const auto add = [&list](const std::string& name, const std::string& text) {
    add_facet(list, name, std::string_view{text});
  };
  add(prefix + "lane", routing.lane);
  add(prefix + "route", routing.route);
  add(prefix + "track", routing.track);
  add(prefix + "stream", routing.stream);
  const std::string trace = prefix + "stream_signal_family_trace";
  const TraceHash hash = trace_hash(routing.trace);
  add(trace, routing.trace);
  add(trace + "_code", trace_code(routing.trace));
  add(trace + "_hash", hash.hex);
  add(trace + "_hash_code", "TRACE_HASH_" + hash.hex);
  add_facet(list, trace + "_hash_bucket", hash.bucket);
  add_facet(list, trace + "_hash_rank", static_cast<double>(hash.rank));
  add_facet(list, trace + "_hash_weight", static_cast<double>(hash.weight));
}

}  // namespace

void add_share_facets(FacetList& list, const ReplacementShare& share) {
  const double net = add_shares(list, share);
  const Lean lean = lean_of(net);
  const double confidence = round2(confidence_of(net));
  const double score = lean == Lean::Balanced ? 0 : confidence;
  const Band band = band_of(score);
  add_direction(list, lean, confidence, score);
  add_lean_triage(list, lean);
  add_facet(list, "suppressed_share_triage_priority_band", band_text(band));
  add_facet(list, "suppressed_share_triage_intensity", score);
  add_stream_triage(list, stream_text(band));
  add_routing_triage(list, routing_of(lean, band));
}

}  // namespace pumuki::evidence
