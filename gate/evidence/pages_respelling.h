#pragma once

#include <string>
#include <string_view>

namespace pumuki::evidence {

/// Brings JSON text that comes in pieces cut anywhere into canonical spelling: no white space
/// between tokens, strings and numbers as ECMAScript writes them (evidence-v2.1 §3). The order of
/// members must be canonical already. Keeps at most one unfinished token.
class StreamRespeller {
 public:
  /// The respelled piece; valid until the next call.
  std::string_view respell(std::string_view piece);
  /// What the end of the text completes: a number at its end.
  std::string_view finish();
  /// False once a token was met that is none.
  [[nodiscard]] bool sound() const { return sound_; }

 private:
  enum class State { Between, String, Number };

  void take_between(char c);
  void take_in_string(char c);
  void end_string();
  void end_number();

  State state_ = State::Between;
  bool after_backslash_ = false;
  bool sound_ = true;
  /// Without the quotes of a string.
  std::string token_;
  std::string decoded_;
  std::string out_;
};

}  // namespace pumuki::evidence
