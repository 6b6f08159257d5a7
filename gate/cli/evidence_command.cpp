#include "gate/cli/evidence_command.h"

#include "gate/cli/evidence_show.h"
#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/cli/project.h"
#include "gate/cli/schema_check.h"
#include "gate/core/json_writer.h"
#include "gate/evidence/document.h"
#include "gate/verdict/verdict_text.h"

#include <CLI/CLI.hpp>

#include <array>
#include <string>
#include <vector>

namespace pumuki::cli {
namespace {

using evidence::Fault;
using evidence::Kind;
using evidence::Summary;

std::string_view kind_name(Kind kind) {
  static constexpr std::array<std::string_view, 3> k_names{"missing", "invalid", "valid"};
  return k_names.at(static_cast<std::size_t>(kind));
}

/// The reader's reason, in the words of contract evidence-v2.1 §2.
std::string_view fault_name(Fault fault) {
  static constexpr std::array<std::string_view, 5> k_names{"none", "schema", "chain-missing",
                                                           "chain-malformed", "chain-mismatch"};
  return k_names.at(static_cast<std::size_t>(fault));
}

struct Validation {
  Summary summary;
  SchemaCheck schema;

  /// The reader decides; the schema only shows places.
  [[nodiscard]] bool valid() const { return summary.kind == Kind::Valid; }
};

Validation validate(const std::string& path) {
  Validation result{.summary = evidence::read_summary_of(path), .schema = {}};
  if (result.summary.kind == Kind::Valid || result.summary.fault == Fault::Schema) {
    result.schema = check_evidence_schema(path);
  } else {
    result.schema.skipped = "the seal does not hold";
  }
  return result;
}

/// Members without which the gate does not judge a valid document.
std::vector<std::string> missing_members(const evidence::GateFacts& facts) {
  std::vector<std::string> members;
  for (const auto& member : {facts.missing_member, facts.missing_at_pre_write}) {
    if (member) {
      members.push_back(*member);
    }
  }
  return members;
}

std::string to_json(const Validation& result) {
  const Summary& summary = result.summary;
  JsonWriter json;
  json.begin_object()
      .member("path", summary.path)
      .member("valid", result.valid())
      .member("kind", kind_name(summary.kind))
      .member("fault", fault_name(summary.fault))
      .member("reason", summary.reason)
      .member("offset", summary.fault_offset)
      .member("version", summary.version)
      .member("digest", summary.digest)
      .member("missing_members", missing_members(summary.facts))
      .key("schema")
      .begin_object()
      .member("checked", result.schema.skipped.empty())
      .member("skipped", result.schema.skipped)
      .key("faults")
      .begin_array();
  for (const SchemaFault& fault : result.schema.faults) {
    json.begin_object()
        .member("pointer", fault.pointer)
        .member("reason", fault.reason)
        .end_object();
  }
  json.end_array().end_object().end_object();
  return json.take() + "\n";
}

std::string to_text(const Validation& result) {
  const Summary& summary = result.summary;
  std::string text = result.valid() ? "valid" : "not valid";
  text += " " + verdict::printable(summary.path) + "\n";
  if (summary.kind == Kind::Missing) {
    text += "there is no such file\n";
  } else if (summary.kind == Kind::Invalid) {
    text += std::string{fault_name(summary.fault)} + ": " + verdict::printable(summary.reason);
    if (summary.fault_offset) {
      text += " (byte " + std::to_string(*summary.fault_offset) + ")";
    }
    text += "\n";
  }
  for (const std::string& member : missing_members(summary.facts)) {
    text += "the gate needs the member " + member + "\n";
  }
  for (const SchemaFault& fault : result.schema.faults) {
    text += "schema " + verdict::printable(fault.pointer.empty() ? "/" : fault.pointer) + ": " +
            verdict::printable(fault.reason) + "\n";
  }
  if (summary.kind == Kind::Valid && !result.schema.skipped.empty()) {
    text += "schema not checked: " + verdict::printable(result.schema.skipped) + "\n";
  }
  return text;
}

}  // namespace

void EvidenceCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  show_ = app.add_subcommand("show", "Show the evidence as the servers serve it");
  show_->add_option("--project", project_, "Any folder of the repository");
  show_->add_flag("--json", json_, "The whole document as one JSON object");
  CLI::App* validate = app.add_subcommand("validate", "Say whether a file is valid, and why not");
  validate->add_option("FILE", file_, "The evidence file")->required();
  validate->add_flag("--json", json_, "The answer as one JSON object");
}

int EvidenceCommand::show(const CliContext& context) const {
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), json_ ? Format::Json : Format::Text);
  }
  const auto loaded = evidence::load(project->root + "/" + std::string{evidence::k_file_name});
  print_out(json_ ? evidence_document(loaded) : evidence_text(loaded));
  return loaded.summary.kind == Kind::Valid ? k_exit_allowed : k_exit_blocked;
}

int EvidenceCommand::run(const CliContext& context) {
  if (show_->parsed()) {
    return show(context);
  }
  const std::string path = file_.starts_with('/') ? file_ : context.cwd + "/" + file_;
  const Validation result = validate(path);
  print_out(json_ ? to_json(result) : to_text(result));
  return result.valid() ? k_exit_allowed : k_exit_blocked;
}

}  // namespace pumuki::cli
