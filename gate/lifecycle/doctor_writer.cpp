#include "gate/lifecycle/doctor.h"

namespace pumuki::lifecycle {
namespace {

void write_surface(JsonWriter& json, const Surface& surface) {
  json.begin_object()
      .member("surface", surface.name)
      .member("proof", proof_name(surface.proof))
      .member("reason", surface.reason)
      .member("hint", surface.hint)
      .member("path", surface.path)
      .member("program", surface.program)
      .member("program_version", surface.program_version)
      .end_object();
}

std::string age_text(const EvidenceState& evidence) {
  return evidence.age_seconds ? ", " + std::to_string(*evidence.age_seconds) + " s old" : "";
}

}  // namespace

void write_diagnosis_members(JsonWriter& json, const Diagnosis& diagnosis) {
  write_lifecycle_members(json, diagnosis.report);
  json.member("blocking", diagnosis.blocking())
      .member("installed", diagnosis.installed)
      .member("manager", manager_name(diagnosis.manager));
  json.key("hooksFolder")
      .begin_object()
      .member("path", diagnosis.folder.path)
      .member("found_by", diagnosis.folder.found_by)
      .member("shared", diagnosis.folder.shared)
      .end_object();
  json.key("surfaces").begin_array();
  for (const Surface& surface : diagnosis.surfaces) {
    write_surface(json, surface);
  }
  json.end_array();
  json.key("git")
      .begin_object()
      .member("hooks", diagnosis.back_ends.hooks)
      .member("server", diagnosis.back_ends.server)
      .member("server_reason", diagnosis.back_ends.server_reason)
      .end_object();
  json.key("evidence")
      .begin_object()
      .member("kind", diagnosis.evidence.kind)
      .member("reason", diagnosis.evidence.reason)
      .member("age_seconds", diagnosis.evidence.age_seconds)
      .end_object()
      .member("exclude_block", diagnosis.exclude_block);
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  std::string text;
  for (const Surface& surface : diagnosis.surfaces) {
    text += std::string{proof_name(surface.proof)} + "  " + surface.name + "  " + surface.reason;
    text += surface.hint.empty() ? "\n" : "  → " + surface.hint + "\n";
  }
  text += "hooks     " + diagnosis.folder.path + " (" + diagnosis.folder.found_by + ", manager " +
          std::string{manager_name(diagnosis.manager)} + ")\n";
  text += "git       hooks: " + diagnosis.back_ends.hooks +
          "; server: " + diagnosis.back_ends.server + ", " + diagnosis.back_ends.server_reason +
          "\n";
  text += "evidence  " + diagnosis.evidence.kind + age_text(diagnosis.evidence) + "\n";
  for (const Issue& issue : diagnosis.report.issues) {
    text += issue.severity + "  " + issue.message + "\n";
  }
  return text;
}

}  // namespace pumuki::lifecycle
