#include "server/http/worker_pool.h"

#include "server/http/admission.h"
#include "server/http/reply_writer.h"
#include "server/http/socket_writer.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

namespace pumuki::http {
namespace {

constexpr int k_internal_error = 500;

enum class Received {
  /// A full buffer: more may be waiting.
  Full,
  Some,
  End,
};

Received receive(Connection& connection) {
  std::array<char, k_read_bytes> bytes;
  while (true) {
    const auto count = ::recv(connection.fd.get(), bytes.data(), bytes.size(), 0);
    if (count > 0) {
      connection.conversation.append({bytes.data(), static_cast<std::size_t>(count)});
      return static_cast<std::size_t>(count) == bytes.size() ? Received::Full : Received::Some;
    }
    if (count < 0 && errno == EINTR) {
      continue;
    }
    const bool later = count < 0 && errno == EAGAIN;
    return later ? Received::Some : Received::End;
  }
}

void set_deadline(Connection& connection) {
  const auto now = std::chrono::steady_clock::now();
  constexpr SteadyTime k_none{};
  switch (connection.conversation.wait()) {
    case Conversation::Wait::FirstByte:
      // A fresh connection keeps the deadline it was born with.
      if (connection.conversation.replies() > 0) {
        connection.request_deadline = k_none;
        connection.deadline = now + k_idle_deadline;
      }
      return;
    case Conversation::Wait::Request:
      if (connection.request_deadline == k_none) {
        connection.request_deadline = now + k_request_deadline;
      }
      connection.deadline = connection.request_deadline;
      return;
    case Conversation::Wait::Drain:
      if (!connection.draining) {
        connection.draining = true;
        connection.deadline = now + k_drain_deadline;
      }
      return;
  }
}

Reply run(const Conversation::Exchange& exchange) {
  try {
    return (*exchange.handler)(exchange.request);
  } catch (...) {
    // The text of an exception is not for clients (contract: performance §5.2).
    return error_reply(k_internal_error, "The request could not be answered.");
  }
}

}  // namespace

bool WorkerPool::grow() {
  const std::lock_guard lock{mutex_};
  if (joining_ || threads_.size() >= k_max_workers) {
    return true;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, k_worker_stack_bytes);
  // Signals belong to the thread of the program that waits for them.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  const bool made = pthread_create(&thread, &attributes, &WorkerPool::enter, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (made) {
    threads_.push_back(thread);
  }
  return made;
}

void WorkerPool::join() {
  std::vector<pthread_t> threads;
  {
    const std::lock_guard lock{mutex_};
    joining_ = true;
    threads.swap(threads_);
  }
  for (const auto thread : threads) {
    pthread_join(thread, nullptr);
  }
}

void* WorkerPool::enter(void* pool) {
  static_cast<WorkerPool*>(pool)->work();
  return nullptr;
}

void WorkerPool::work() {
  ReplyWriter writer{parts_.listening_fd};
  while (true) {
    epoll_event event{};
    waiting_.fetch_add(1);
    const int count = ::epoll_wait(parts_.epoll_fd, &event, 1, -1);
    waiting_.fetch_sub(1);
    if (count == 1 && event.data.u64 == 0) {
      return;
    }
    if (auto connection = count == 1 ? parts_.connections->take(event.data.u64) : nullptr) {
      serve(std::move(connection), writer);
    }
  }
}

void WorkerPool::serve(std::unique_ptr<Connection> connection, ReplyWriter& writer) {
  if (converse(*connection, writer)) {
    set_deadline(*connection);
    parts_.connections->park(std::move(connection));
  } else {
    parts_.connections->close(std::move(connection));
  }
}

bool WorkerPool::converse(Connection& connection, ReplyWriter& writer) {
  auto received = receive(connection);
  while (received != Received::End) {
    switch (connection.conversation.advance(*parts_.admission)) {
      case Conversation::Step::NeedBytes:
        if (received == Received::Some) {
          return true;
        }
        received = receive(connection);
        break;
      case Conversation::Step::SayContinue:
        if (!SocketWriter{connection.fd.get()}.send("HTTP/1.1 100 Continue\r\n\r\n")) {
          return false;
        }
        break;
      case Conversation::Step::Answer:
        if (!answer(connection, writer)) {
          return false;
        }
        break;
      case Conversation::Step::Close:
        return false;
    }
  }
  return false;
}

bool WorkerPool::answer(Connection& connection, ReplyWriter& writer) {
  if (waiting_.load() == 0) {
    grow();
  }
  auto& exchange = connection.conversation.exchange();
  const auto form = exchange.form;
  const Reply reply = exchange.handler != nullptr ? run(exchange) : std::move(exchange.refusal);
  SocketWriter socket{connection.fd.get()};
  if (!writer.write(reply, form, socket) || !connection.conversation.answered()) {
    return false;
  }
  connection.request_deadline = {};
  if (form.close) {
    // The client must be able to read the answer before unread input resets the connection.
    ::shutdown(connection.fd.get(), SHUT_WR);
  }
  return true;
}

}  // namespace pumuki::http
