#include "gate/evidence/pages_respelling.h"

#include "gate/core/json_text.h"
#include "gate/evidence/json_scalar.h"

namespace pumuki::evidence {
namespace {

bool starts_number(char c) { return c == '-' || (c >= '0' && c <= '9'); }
bool continues_number(char c) {
  return starts_number(c) || c == '+' || c == '.' || c == 'e' || c == 'E';
}

}  // namespace

std::string_view StreamRespeller::respell(std::string_view piece) {
  out_.clear();
  for (const char c : piece) {
    if (state_ == State::String) {
      take_in_string(c);
    } else if (state_ == State::Number && continues_number(c)) {
      token_ += c;
    } else {
      take_between(c);
    }
  }
  return out_;
}

std::string_view StreamRespeller::finish() {
  out_.clear();
  if (state_ == State::Number) {
    end_number();
  }
  sound_ = sound_ && state_ == State::Between;
  return out_;
}

void StreamRespeller::take_between(char c) {
  if (state_ == State::Number) {
    end_number();
  }
  if (c == '"' || starts_number(c)) {
    state_ = c == '"' ? State::String : State::Number;
    token_.assign(c == '"' ? 0U : 1U, c);
  } else if (!is_json_space(c)) {
    out_ += c;
  }
}

void StreamRespeller::take_in_string(char c) {
  if (c == '"' && !after_backslash_) {
    end_string();
    return;
  }
  after_backslash_ = !after_backslash_ && c == '\\';
  token_ += c;
}

void StreamRespeller::end_string() {
  decoded_.clear();
  sound_ = decode_json_string(decoded_, token_) && sound_;
  append_json_string(out_, decoded_);
  state_ = State::Between;
}

void StreamRespeller::end_number() {
  sound_ = is_json_number(token_) && sound_;
  if (sound_) {
    append_json_number(out_, number_value(token_));
  }
  state_ = State::Between;
}

}  // namespace pumuki::evidence
