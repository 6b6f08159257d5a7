#pragma once

#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Which way suppressed findings lean and how clearly (evidence-server §6.4).
enum class Lean { Balanced, ReplacementStrong, ReplacementWeak, OtherStrong, OtherWeak };

enum class Band { None, Low, Medium, High };

/// `net`: replacement share minus non-replacement share, signed.
Lean lean_of(double net);
/// The strength of a lean: abs(net), at most 100.
double confidence_of(double net);
/// HIGH, MEDIUM or LOW.
std::string_view strength_bucket(double confidence);
/// 3, 2 or 1.
int strength_rank(double confidence);
Band band_of(double score);
std::string_view band_text(Band band);

/// What follows from the lean alone.
struct LeanText {
  std::string_view direction;
  std::string_view label;
  std::string_view code;
  std::string_view hint;
  std::string_view action;
  std::string_view order;
  std::string_view primary_side;
  std::string_view secondary_side;
  std::string_view side_pair;
  std::string_view side_alignment;
  std::string_view focus_target;
  std::string_view focus_order;
  std::string_view focus_mode;
  std::string_view playbook;
};

const LeanText& lean_text(Lean lean);

/// What follows from the band alone; `class_name` is the stream class.
struct BandText {
  std::string_view channel;
  std::string_view class_name;
  int rank = 0;
  double score = 0;
  std::string_view level;
  std::string_view signal;
  std::string_view signal_code;
  std::string_view family;
  std::string_view family_code;
  std::string_view digest;
  std::string_view digest_code;
};

const BandText& stream_text(Band band);

/// What follows from both.
struct Routing {
  std::string lane;
  std::string route;
  std::string track;
  std::string stream;
  std::string trace;
};

Routing routing_of(Lean lean, Band band);

/// Upper-cased, each run of other characters than A–Z 0–9 one '_', none at the ends.
std::string trace_code(std::string_view trace);

struct TraceHash {
  /// 32-bit FNV-1a, 8 upper-case hex digits.
  std::string hex;
  std::string_view bucket;
  int rank = 0;
  int weight = 0;
};

TraceHash trace_hash(std::string_view trace);

}  // namespace pumuki::evidence
