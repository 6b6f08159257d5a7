#include "server/http/reply_writer.h"

#include "server/http/limits.h"
#include "server/http/socket_writer.h"

#include <httplib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>

namespace pumuki::http {
namespace {

constexpr const char* k_json = "application/json; charset=utf-8";

/// What the library reads is a head in its simplest form: the target, the body and every header
/// were dealt with before. The library would percent-decode the path, refuse a second '?', obey
/// Range, compress, and refuse lines that the contract allows (performance §5.2).
class ReplyStream final : public httplib::Stream {
 public:
  ReplyStream(std::string_view head, SocketWriter& socket) : head_(head), socket_(socket) {}

  SocketWriter& target() { return socket_; }

  bool flush() {
    const bool sent = socket_.send(pending_);
    pending_.clear();
    return sent;
  }

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return !socket_.failed(); }

  ssize_t read(char* to, std::size_t size) override {
    const auto count = std::min(size, head_.size());
    std::memcpy(to, head_.data(), count);
    head_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* data, std::size_t size) override {
    const std::string_view text{data, size};
    if (pending_.size() + size <= k_coalesce_bytes) {
      pending_ += text;
      return static_cast<ssize_t>(size);
    }
    const bool sent = socket_.send(pending_, text);
    pending_.clear();
    return sent ? static_cast<ssize_t>(size) : -1;
  }

  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  [[nodiscard]] socket_t socket() const override { return -1; }

 private:
  std::string_view head_;
  SocketWriter& socket_;
  std::string pending_;
};

bool has_header(const Reply& reply, const char* name) {
  return std::ranges::any_of(reply.headers, [&](const auto& header) {
    return ::strcasecmp(header.first.c_str(), name) == 0;
  });
}

/// Runs a body producer and holds it to the size that the head has announced.
bool produce(const BodyStream& stream, const httplib::DataSink& sink) {
  std::uint64_t left = stream.size;
  const auto write = [&](std::string_view piece) {
    if (piece.size() > left || !sink.write(piece.data(), piece.size())) {
      return false;
    }
    left -= piece.size();
    return true;
  };
  try {
    return stream.produce(write) && left == 0;
  } catch (...) {
    // The head is gone already: all that is left to say is the early end.
    return false;
  }
}

}  // namespace

class ReplyWriter::Library final : public httplib::Server {
 public:
  explicit Library(int listening_fd) {
    // process_request() takes an invalid socket for "shutting down" and truncates the body.
    svr_sock_ = listening_fd;
    set_keep_alive_max_count(k_max_requests_per_connection);
    set_keep_alive_timeout(k_idle_deadline.count());
    set_pre_routing_handler([this](const httplib::Request&, httplib::Response& response) {
      fill(response);
      return HandlerResponse::Handled;
    });
    set_post_routing_handler([](const httplib::Request&, httplib::Response& response) {
      response.headers.erase("Accept-Ranges");
    });
    set_exception_handler([](const httplib::Request&, httplib::Response& response,
                             const std::exception_ptr&) { response.status = 500; });
  }

  bool write(const Reply& reply, const ReplyForm& form, SocketWriter& socket) {
    constexpr std::string_view k_get = "GET / HTTP/1.1\r\n\r\n";
    constexpr std::string_view k_head = "HEAD / HTTP/1.1\r\n\r\n";
    reply_ = &reply;
    ReplyStream stream{form.head_only ? k_head : k_get, socket};
    stream_ = &stream;
    bool closed = false;
    const bool written = process_request(stream, form.close, closed, nullptr);
    reply_ = nullptr;
    stream_ = nullptr;
    return stream.flush() && written;
  }

 private:
  void fill(httplib::Response& response) {
    const Reply& reply = *reply_;
    response.status = reply.status;
    for (const auto& [name, value] : reply.headers) {
      response.headers.emplace(name, value);
    }
    response.headers.emplace("Date", date());
    if (!has_header(reply, "Cache-Control")) {
      response.headers.emplace("Cache-Control", "no-store");
    }
    const std::string type = content_type(reply);
    if (reply.stream.produce && reply.stream.open_ended) {
      set_open_ended(response, reply.stream, type);
    } else if (reply.stream.produce) {
      // For the library a provider of no bytes is one of unknown length, asked without end.
      if (reply.stream.size > 0) {
        set_stream(response, reply.stream, type);
      }
    } else if (reply.body && !reply.body->empty()) {
      set_text(response, *reply.body, type);
    }
  }

  static std::string content_type(const Reply& reply) {
    for (const auto& [name, value] : reply.headers) {
      if (::strcasecmp(name.c_str(), "Content-Type") == 0) {
        return value;
      }
    }
    return k_json;
  }

  /// The reply outlives the response, so a cached body is neither copied nor counted.
  static void set_text(httplib::Response& response, const std::string& text,
                       const std::string& type) {
    response.headers.erase("Content-Type");
    response.set_content_provider(
        text.size(), type,
        [&text](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
          return sink.write(text.data() + offset, length);
        });
  }

  static void set_stream(httplib::Response& response, const BodyStream& stream,
                         const std::string& type) {
    response.headers.erase("Content-Type");
    response.set_content_provider(
        stream.size, type,
        [&stream](std::size_t /*offset*/, std::size_t /*length*/, httplib::DataSink& sink) {
          return produce(stream, sink);
        });
  }

  void set_open_ended(httplib::Response& response, const BodyStream& stream,
                      const std::string& type) {
    response.headers.erase("Content-Type");
    response.set_chunked_content_provider(
        type, [this, &stream](std::size_t /*offset*/, httplib::DataSink& sink) {
          const bool there = produce_open_ended(stream, sink);
          if (there) {
            sink.done();
          }
          return there;
        });
  }

  /// True when the client read to the end.
  bool produce_open_ended(const BodyStream& stream, const httplib::DataSink& sink) {
    SocketWriter& socket = stream_->target();
    bool there = true;
    const auto write = [&](std::string_view piece) {
      there = there && socket.client_is_there();
      if (there && !piece.empty()) {
        socket.begin_piece();
        there = sink.write(piece.data(), piece.size()) && stream_->flush();
      }
      return there;
    };
    try {
      stream.produce(write);
    } catch (...) {
      return false;
    }
    return there;
  }

  const std::string& date() {
    const std::time_t now = std::time(nullptr);
    if (now != date_second_) {
      std::tm parts{};
      ::gmtime_r(&now, &parts);
      std::array<char, 64> text{};
      const auto size =
          std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
      date_.assign(text.data(), size);
      date_second_ = now;
    }
    return date_;
  }

  const Reply* reply_ = nullptr;
  ReplyStream* stream_ = nullptr;
  std::time_t date_second_ = -1;
  std::string date_;
};

ReplyWriter::ReplyWriter(int listening_fd) : library_(std::make_unique<Library>(listening_fd)) {}
ReplyWriter::~ReplyWriter() = default;

bool ReplyWriter::write(const Reply& reply, const ReplyForm& form, SocketWriter& socket) {
  return library_->write(reply, form, socket);
}

}  // namespace pumuki::http
