#include "gate/cli/baseline_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/output.h"
#include "gate/core/files.h"
#include "gate/core/json_tree.h"
#include "gate/core/json_writer.h"
#include "gate/core/path_json.h"
#include "gate/evidence/collections.h"
#include "gate/evidence/document.h"
#include "gate/policy/gate_config.h"
#include "gate/verdict/verdict_text.h"

#include <CLI/CLI.hpp>

#include <set>
#include <utility>

namespace pumuki::cli {
namespace {

using collect::BaselineEntry;

/// Findings without a fingerprint are not of our writer and cannot be found again.
Result<std::vector<BaselineEntry>> present_findings(const std::string& root) {
  const std::string path = root + "/" + std::string{evidence::k_file_name};
  const auto loaded = evidence::load(path);
  if (loaded.summary.kind != evidence::Kind::Valid) {
    return fail(Code::EvidenceInvalid, path + " is missing or not valid",
                "Make it first: pumuki collect");
  }
  std::vector<BaselineEntry> found;
  for (const evidence::FindingRow& row : loaded.collections.findings) {
    std::string text(row.range.length, '\0');
    if (auto read = read_at(loaded.text_fd.get(), row.range.offset, text.data(), text.size());
        !read) {
      return fail(std::move(read.error()));
    }
    const auto node = parse_json_tree(text);
    const JsonNode* fingerprint = node ? node->find("fingerprint") : nullptr;
    if (fingerprint != nullptr && !fingerprint->text.empty()) {
      found.push_back({.fingerprint = fingerprint->text,
                       .rule_id = std::string{row.rule_id},
                       .file = std::string{row.file}});
    }
  }
  return found;
}

std::set<std::string> fingerprints(const std::vector<BaselineEntry>& entries) {
  std::set<std::string> all;
  for (const BaselineEntry& entry : entries) {
    all.insert(entry.fingerprint);
  }
  return all;
}

}  // namespace

void BaselineCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  write_ = app.add_subcommand("write", "Take in the findings of the present evidence");
  prune_ = app.add_subcommand("prune", "Take out what is no longer found");
  prune_->add_flag("--all", all_, "Also entries of files that the evidence says nothing about");
  CLI::App* show = app.add_subcommand("show", "List the entries");
  for (CLI::App* sub : {write_, prune_, show}) {
    sub->add_option("--project", project_, "Any folder of the repository");
    sub->add_flag("--json", json_, "One JSON object");
  }
}

Result<BaselineCommand::Outcome> BaselineCommand::change(const Project& project,
                                                         std::vector<BaselineEntry> old) const {
  auto found = present_findings(project.root);
  if (!found) {
    return fail(std::move(found.error()));
  }
  Outcome outcome;
  if (write_->parsed()) {
    std::set<std::string> known = fingerprints(old);
    outcome.entries = std::move(old);
    for (BaselineEntry& entry : *found) {
      if (known.insert(entry.fingerprint).second) {
        ++outcome.added;
        outcome.entries.push_back(std::move(entry));
      }
    }
    return outcome;
  }
  const std::set<std::string> known = fingerprints(*found);
  std::set<std::string> files;
  for (const BaselineEntry& entry : *found) {
    files.insert(entry.file);
  }
  // Evidence of a commit knows the changed files only; the debt of the others stays.
  for (BaselineEntry& entry : old) {
    const bool judged =
        all_ || files.contains(entry.file) || !entry_exists(project.root + "/" + entry.file);
    if (known.contains(entry.fingerprint) || !judged) {
      outcome.entries.push_back(std::move(entry));
    } else {
      ++outcome.dropped;
    }
  }
  return outcome;
}

std::string BaselineCommand::render(const Outcome& outcome, const std::string& file) const {
  const bool changes = write_->parsed() || prune_->parsed();
  if (json_) {
    JsonWriter json;
    json.begin_object().member("file", file).member("entries", outcome.entries.size());
    json.member("added", outcome.added).member("dropped", outcome.dropped);
    if (!changes) {
      json.key("findings").begin_array();
      for (const BaselineEntry& entry : outcome.entries) {
        json.begin_object().member("rule", entry.rule_id);
        write_path_member(json, "file", entry.file);
        json.member("fingerprint", entry.fingerprint).end_object();
      }
      json.end_array();
    }
    json.end_object();
    return json.take() + "\n";
  }
  std::string text;
  for (const BaselineEntry& entry : changes ? std::vector<BaselineEntry>{} : outcome.entries) {
    text += verdict::printable(entry.file + "  " + entry.rule_id + "  " + entry.fingerprint) + "\n";
  }
  text += verdict::printable(file) + ": " + std::to_string(outcome.entries.size()) + " entries";
  if (changes) {
    text += ", " + std::to_string(outcome.added) + " added, " + std::to_string(outcome.dropped) +
            " dropped";
  }
  return text + "\n";
}

int BaselineCommand::run(const CliContext& context) {
  const Format format = json_ ? Format::Json : Format::Text;
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format);
  }
  const auto config = policy::read_gate_config(project->root);
  if (!config) {
    return report_failure(config.error(), format);
  }
  const std::string file = config->value_or(policy::GateConfig{}).baseline_file;
  auto old = collect::read_baseline(project->root, file);
  if (!old) {
    return report_failure(old.error(), format);
  }
  Outcome outcome;
  if (write_->parsed() || prune_->parsed()) {
    auto changed = change(*project, std::move(*old));
    if (!changed) {
      return report_failure(changed.error(), format);
    }
    outcome = std::move(*changed);
    if (auto written = collect::write_baseline(project->root, file, outcome.entries); !written) {
      return report_failure(written.error(), format);
    }
  } else {
    outcome.entries = std::move(*old);
  }
  print_out(render(outcome, file));
  return k_exit_allowed;
}

}  // namespace pumuki::cli
