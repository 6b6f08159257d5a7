#include "server/http/conversation.h"

#include "server/http/limits.h"

#include <utility>

namespace pumuki::http {
namespace {

constexpr int k_bad_request = 400;
constexpr int k_too_large = 413;
constexpr int k_head_too_large = 431;

}  // namespace

Conversation::Step Conversation::advance(const Admission& admission) {
  switch (phase_) {
    case Phase::Head:
      return read_head(admission);
    case Phase::Body:
      return read_body();
    case Phase::Skip:
      return skip_body(admission);
    case Phase::Drain:
      return drain();
  }
  return Step::Close;
}

Conversation::Step Conversation::read_head(const Admission& admission) {
  // One blank line before a request is what old clients send after a body (RFC 9112 §2.2).
  if (!blank_skipped_ && input_.starts_with("\r\n")) {
    input_.erase(0, 2);
    scanner_ = {};
    blank_skipped_ = true;
  }
  const auto size = scanner_.scan(input_);
  if (!size) {
    return refuse(k_bad_request);
  }
  if (*size > k_max_head_bytes || (*size == 0 && input_.size() > k_max_head_bytes)) {
    return refuse(k_head_too_large);
  }
  if (*size == 0) {
    return Step::NeedBytes;
  }
  scanner_ = {};
  blank_skipped_ = false;
  const std::string text = input_.substr(0, *size);
  input_.erase(0, *size);
  const auto head = parse_head(text);
  if (!head) {
    return refuse(head.error());
  }
  if (head->method == "CONNECT") {
    return Step::Close;
  }
  const auto framing = read_framing(*head);
  return framing ? begin_exchange(*head, *framing, admission) : refuse(framing.error());
}

Conversation::Step Conversation::begin_exchange(const Head& head, const Framing& framing,
                                                const Admission& admission) {
  auto admitted = admission.admit(head);
  exchange_ = Exchange{admitted.handler,
                       std::move(admitted.request),
                       std::move(admitted.refusal),
                       {head.method == "HEAD", framing.close}};
  if (replies_ + 1 >= k_max_requests_per_connection) {
    exchange_.form.close = true;
  }
  const bool wants_body = exchange_.handler != nullptr && head.method != "GET";
  if (!wants_body) {
    body_ = BodyReader{framing, k_max_skipped_body_bytes, false};
    // Without "100 Continue" nobody knows whether the body follows. Chunks are not worth skipping:
    // they could turn out malformed when the answer has already promised the next request.
    const bool skippable = framing.kind != Framing::Kind::Chunked && !framing.expects_continue &&
                           body_.state() != BodyReader::State::TooLarge;
    exchange_.form.close = exchange_.form.close || !skippable;
    return Step::Answer;
  }
  body_ = BodyReader{framing, admission.max_body_bytes(), true};
  phase_ = Phase::Body;
  if (framing.expects_continue && input_.empty() && body_.state() == BodyReader::State::NeedBytes) {
    return Step::SayContinue;
  }
  return read_body();
}

BodyReader::State Conversation::feed_body() {
  std::string_view rest = input_;
  const auto state = body_.feed(rest);
  input_.erase(0, input_.size() - rest.size());
  return state;
}

Conversation::Step Conversation::read_body() {
  switch (feed_body()) {
    case BodyReader::State::NeedBytes:
      return Step::NeedBytes;
    case BodyReader::State::Done:
      exchange_.request.body = body_.take();
      return Step::Answer;
    case BodyReader::State::TooLarge:
      exchange_.handler = nullptr;
      exchange_.refusal = error_reply(k_too_large, "The request body is too large.");
      exchange_.form.close = true;
      return Step::Answer;
    case BodyReader::State::Malformed:
      break;
  }
  return refuse(k_bad_request);
}

Conversation::Step Conversation::skip_body(const Admission& admission) {
  if (feed_body() != BodyReader::State::Done) {
    return Step::NeedBytes;
  }
  phase_ = Phase::Head;
  return read_head(admission);
}

Conversation::Step Conversation::drain() {
  drained_ += input_.size();
  input_.clear();
  return drained_ > k_max_drained_bytes ? Step::Close : Step::NeedBytes;
}

Conversation::Step Conversation::refuse(int status) {
  exchange_ = Exchange{};
  exchange_.refusal.status = status;
  exchange_.form.close = true;
  input_expected_ = true;
  return Step::Answer;
}

bool Conversation::answered() {
  ++replies_;
  const bool body_open = body_.state() != BodyReader::State::Done;
  const bool close = exchange_.form.close;
  exchange_ = Exchange{};
  if (input_.empty() && input_.capacity() > k_kept_input_bytes) {
    input_.shrink_to_fit();
  }
  if (!close) {
    phase_ = body_open ? Phase::Skip : Phase::Head;
    return true;
  }
  if (!input_expected_ && !body_open && input_.empty()) {
    return false;
  }
  phase_ = Phase::Drain;
  return true;
}

Conversation::Wait Conversation::wait() const {
  if (phase_ == Phase::Drain) {
    return Wait::Drain;
  }
  return phase_ == Phase::Head && input_.empty() ? Wait::FirstByte : Wait::Request;
}

}  // namespace pumuki::http
