#include "bridges/mcp/call_runner.h"

#include "bridges/mcp/replies.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace pumuki::mcp {
namespace {

/// The last net: a defect in one call must not end the process.
std::string run(const Call& call, const CallContext& context) {
  try {
    return call.work(context);
  } catch (const std::exception&) {
    return error_message(call.id, {k_internal_error, "The call failed inside the server."});
  }
}

}  // namespace

CallRunner::~CallRunner() {
  close();
  for (std::thread& worker : workers_) {
    worker.join();
  }
  if (progress_.joinable()) {
    progress_.join();
  }
}

bool CallRunner::submit(Call call) {
  const std::scoped_lock lock{mutex_};
  if (closed_ || active_.size() >= limits_.calls) {
    return false;
  }
  const auto now = Clock::now();
  const bool wants_progress = call.progress_token.has_value();
  active_.push_back({.call = std::move(call),
                     .start = now,
                     .next_progress = now + limits_.first_progress,
                     .stop = {}});
  waiting_.push_back(std::prev(active_.end()));
  if (idle_workers_ < waiting_.size() && workers_.size() < limits_.workers) {
    workers_.emplace_back([this] { work_loop(); });
  }
  if (wants_progress && !progress_.joinable()) {
    progress_ = std::thread{[this] { progress_loop(); }};
  }
  work_added_.notify_one();
  progress_wanted_.notify_one();
  return true;
}

void CallRunner::work_loop() {
  std::unique_lock lock{mutex_};
  while (true) {
    ++idle_workers_;
    work_added_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    --idle_workers_;
    if (waiting_.empty()) {
      return;
    }
    const auto active = waiting_.front();
    waiting_.pop_front();
    std::string message;
    if (!active->cancelled) {
      const CallContext context = context_of(*active);
      lock.unlock();
      message = run(active->call, context);
      lock.lock();
    }
    finish(active, std::move(message));
  }
}

/// Under the mutex, so that no progress can follow the answer.
void CallRunner::finish(Actives::iterator active, std::string message) {
  if (active->cancelled) {
    active->call.target->skip();
  } else {
    active->call.target->answer(std::move(message));
  }
  active_.erase(active);
}

void CallRunner::progress_loop() {
  std::unique_lock lock{mutex_};
  while (!closed_) {
    const auto now = Clock::now();
    auto next = Clock::time_point::max();
    for (Active& active : active_) {
      report(active, now);
      if (active.call.progress_token && !active.cancelled && !active.own_progress) {
        next = std::min(next, active.next_progress);
      }
    }
    if (next == Clock::time_point::max()) {
      progress_wanted_.wait(lock);
    } else {
      progress_wanted_.wait_until(lock, next);
    }
  }
}

void CallRunner::report(Active& active, Clock::time_point now) {
  if (!active.call.progress_token || active.cancelled || active.own_progress ||
      now < active.next_progress) {
    return;
  }
  active.next_progress = now + limits_.next_progress;
  const auto seconds = std::chrono::round<std::chrono::seconds>(now - active.start).count();
  active.progress = std::max(active.progress.value_or(0) + 1, static_cast<double>(seconds));
  Progress progress{*active.call.progress_token, *active.progress};
  if (active.call.progress_with_message) {
    progress.seconds = seconds;
  }
  active.call.target->notify(progress_message(progress));
}

/// What the call sends goes through the mutex too, so nothing of it can follow a cancellation.
CallContext CallRunner::context_of(Active& active) {
  const bool long_call = active.call.progress_token.has_value();
  return {
      .stop = active.stop.get_token(),
      .deadline = active.start + (long_call ? limits_.deadline_with_progress : limits_.deadline),
      .params = active.call.params,
      .stateless = active.call.stateless,
      .progress = [this, &active](double value,
                                  double total) { send_progress(active, value, total); },
      .log = [this, &active](LogLevel level,
                             std::string_view text) { send_log(active, level, text); }};
}

void CallRunner::send_progress(Active& active, double value, double total) {
  const std::scoped_lock lock{mutex_};
  const bool grows = !active.progress || value > *active.progress;
  if (!active.call.progress_token || active.cancelled || !grows) {
    return;
  }
  active.own_progress = true;
  active.progress = value;
  active.call.target->notify(progress_message({*active.call.progress_token, value, total}));
}

void CallRunner::send_log(Active& active, LogLevel level, std::string_view text) {
  const std::scoped_lock lock{mutex_};
  if (active.call.log_level && level >= *active.call.log_level && !active.cancelled) {
    active.call.target->notify(log_message(level, active.call.logger, text));
  }
}

template <class Condition>
void CallRunner::cancel_where(Condition condition) {
  const std::scoped_lock lock{mutex_};
  for (Active& active : active_) {
    if (condition(active.call)) {
      active.cancelled = true;
      active.stop.request_stop();
    }
  }
}

void CallRunner::cancel(const Session& session, const RequestId& id) {
  cancel_where(
      [&](const Call& call) { return call.session.get() == &session && call.id.key == id.key; });
}

void CallRunner::cancel(const Session& session) {
  cancel_where([&](const Call& call) { return call.session.get() == &session; });
}

void CallRunner::cancel(const ReplyTarget& target) {
  cancel_where([&](const Call& call) { return call.target.get() == &target; });
}

void CallRunner::cancel_all() {
  cancel_where([](const Call&) { return true; });
}

void CallRunner::close() {
  cancel_all();
  const std::scoped_lock lock{mutex_};
  closed_ = true;
  work_added_.notify_all();
  progress_wanted_.notify_all();
}

bool CallRunner::idle() const {
  const std::scoped_lock lock{mutex_};
  return active_.empty();
}

}  // namespace pumuki::mcp
