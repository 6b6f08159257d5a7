#pragma once

#include "server/http/admission.h"
#include "server/http/body.h"
#include "server/http/head.h"
#include "server/http/reply_writer.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace pumuki::http {

/// The state of one connection: bytes in, decisions out, no socket. What ends a connection, what
/// is skipped and where the next request begins is decided here and nowhere else (contract:
/// performance §5.2 B).
class Conversation {
 public:
  enum class Step {
    /// Wait for more input.
    NeedBytes,
    /// Say "100 Continue", then advance() again.
    SayContinue,
    /// exchange() is complete: answer it, then answered().
    Answer,
    /// Nothing more to read or say.
    Close,
  };
  /// What the connection waits for; decides which deadline holds.
  enum class Wait { FirstByte, Request, Drain };

  struct Exchange {
    const Handler* handler = nullptr;
    Request request;
    /// Used when there is no handler.
    Reply refusal;
    ReplyForm form;
  };

  void append(std::string_view bytes) { input_ += bytes; }
  Step advance(const Admission& admission);
  [[nodiscard]] Exchange& exchange() { return exchange_; }
  /// The reply went out. False: close the connection now; true: advance() again.
  bool answered();

  [[nodiscard]] Wait wait() const;
  /// Replies given so far.
  [[nodiscard]] std::size_t replies() const { return replies_; }

 private:
  enum class Phase { Head, Body, Skip, Drain };

  Step read_head(const Admission& admission);
  Step begin_exchange(const Head& head, const Framing& framing, const Admission& admission);
  Step read_body();
  Step skip_body(const Admission& admission);
  Step drain();
  BodyReader::State feed_body();
  Step refuse(int status);

  Phase phase_ = Phase::Head;
  std::string input_;
  HeadScanner scanner_;
  bool blank_skipped_ = false;
  BodyReader body_;
  Exchange exchange_;
  std::size_t replies_ = 0;
  std::size_t drained_ = 0;
  /// Bytes of the client may still be on their way when the connection ends.
  bool input_expected_ = false;
};

}  // namespace pumuki::http
