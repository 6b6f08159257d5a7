#include "gate/lifecycle/report.h"
#include "server/enterprise/payloads.h"

#include <optional>

namespace pumuki::enterprise {

Result<std::string> lifecycle_or_null(Inquiry& inquiry) {
  if (inquiry.repository() == nullptr) {
    return "null";
  }
  const lifecycle::LifecycleContext context{.environment = inquiry.environment(),
                                            .clock = inquiry.clock(),
                                            .root = inquiry.root(),
                                            .repository = *inquiry.repository()};
  const auto report = lifecycle::read_lifecycle(context, inquiry.evidence().summary);
  if (!report) {
    return fail(report.error(), "while reading the lifecycle");
  }
  const std::optional<lifecycle::LifecycleReport>& found = *report;
  if (!found) {
    return "null";
  }
  JsonWriter json;
  lifecycle::write_lifecycle(json, *found);
  return json.take();
}

Result<std::string> context_active(Inquiry& inquiry) {
  const auto gitflow = gitflow_state(inquiry);
  if (!gitflow) {
    return fail(gitflow.error());
  }
  const auto lifecycle = lifecycle_or_null(inquiry);
  if (!lifecycle) {
    return fail(lifecycle.error());
  }
  JsonWriter json;
  json.begin_object()
      .member("repoRoot", inquiry.root())
      .member_raw("gitflow", *gitflow)
      .member_raw("lifecycle", *lifecycle)
      .member_raw("sdd", sdd_or_null(inquiry))
      .end_object();
  return json.take();
}

}  // namespace pumuki::enterprise
