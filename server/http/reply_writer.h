#pragma once

#include "server/http/message.h"

#include <memory>

namespace pumuki::http {

class SocketWriter;

/// How one reply goes out.
struct ReplyForm {
  /// HEAD: headers of the body, but no body.
  bool head_only = false;
  bool close = false;
};

/// Writes replies with the HTTP library (contract: performance §5.2 B: our own stream under its
/// process_request). One object per thread.
class ReplyWriter {
 public:
  /// `listening_fd` only tells the library that its server is running.
  explicit ReplyWriter(int listening_fd);
  ReplyWriter(const ReplyWriter&) = delete;
  ReplyWriter& operator=(const ReplyWriter&) = delete;
  ~ReplyWriter();

  /// False when the reply did not go out whole; the connection is then useless.
  bool write(const Reply& reply, const ReplyForm& form, SocketWriter& socket);

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace pumuki::http
