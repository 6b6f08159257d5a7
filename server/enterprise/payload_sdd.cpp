#include "server/enterprise/payloads.h"

#include <optional>

namespace pumuki::enterprise {
namespace {

std::optional<std::string> status_json(Inquiry& inquiry) {
  const auto status = sdd::read_status(inquiry.sdd());
  if (!status) {
    return std::nullopt;
  }
  JsonWriter json;
  sdd::write_status(json, *status);
  return json.take();
}

/// The session alone, without a start of OpenSpec.
std::optional<sdd::Session> read_session(Inquiry& inquiry) {
  git::Repository* repository = inquiry.repository();
  if (repository == nullptr) {
    return std::nullopt;
  }
  const auto layout = repository->layout();
  if (!layout || layout->top_level.empty()) {
    return std::nullopt;
  }
  const auto config = repository->local_config();
  return config
             ? std::optional{sdd::read_session(*config, layout->top_level, inquiry.clock().now())}
             : std::nullopt;
}

}  // namespace

std::string sdd_status(Inquiry& inquiry) {
  return status_json(inquiry).value_or(R"({"available":false})");
}

std::string sdd_or_null(Inquiry& inquiry) { return status_json(inquiry).value_or("null"); }

std::string sdd_active_change(Inquiry& inquiry) {
  const auto session = read_session(inquiry);
  const sdd::Session shown = session.value_or(sdd::Session{});
  JsonWriter json;
  json.begin_object()
      .member("available", session.has_value())
      .member("active", shown.valid())
      .member("valid", shown.valid())
      .member("changeId", shown.change_id)
      .member("remainingSeconds", shown.remaining_seconds)
      .end_object();
  return json.take();
}

}  // namespace pumuki::enterprise
