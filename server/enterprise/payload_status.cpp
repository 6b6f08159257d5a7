#include "gate/policy/features.h"
#include "server/enterprise/payloads.h"
#include "server/enterprise/tool_runner.h"

namespace pumuki::enterprise {
namespace {

void write_capabilities(JsonWriter& json, const Environment& environment) {
  json.begin_object().key("resources").begin_array();
  for (const Resource& resource : resources()) {
    json.value(resource.uri);
  }
  json.end_array().key("tools").begin_array();
  for (const Tool& tool : tools()) {
    if (is_enabled(environment, tool)) {
      json.value(tool.name);
    }
  }
  json.end_array().member("mode", "baseline").end_object();
}

}  // namespace

Result<std::string> server_status(Inquiry& inquiry) {
  const auto lifecycle = lifecycle_or_null(inquiry);
  if (!lifecycle) {
    return fail(lifecycle.error());
  }
  JsonWriter json;
  json.begin_object().member("status", "ok").member("repoRoot", inquiry.root());
  json.key("capabilities");
  write_capabilities(json, inquiry.environment());
  json.member_raw("lifecycle", *lifecycle)
      .member_raw("sdd", sdd_or_null(inquiry))
      .member_raw("evidence", evidence_status(inquiry))
      .end_object();
  return json.take();
}

Result<std::string> resource_payload(Inquiry& inquiry, ResourceId id) {
  switch (id) {
    case ResourceId::EvidenceStatus:
      return evidence_status(inquiry);
    case ResourceId::GitflowState:
      return gitflow_state(inquiry);
    case ResourceId::ContextActive:
      return context_active(inquiry);
    case ResourceId::SddStatus:
      return sdd_status(inquiry);
    case ResourceId::SddActiveChange:
      return sdd_active_change(inquiry);
  }
  return fail(Code::Internal, "a resource without a payload");
}

}  // namespace pumuki::enterprise
