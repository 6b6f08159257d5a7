#include "gate/cli/gate_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/project.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/verdict/sarif.h"
#include "gate/verdict/verdict_json.h"
#include "gate/verdict/verdict_text.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <utility>

namespace pumuki::cli {
namespace {

Result<Stage> parse_stage(const std::string& text) {
  const auto stage = stage_from_option(text);
  if (!stage) {
    return fail(Code::UsageError, "unknown stage \"" + text + "\"",
                "Stages: PRE_WRITE, PRE_COMMIT, PRE_PUSH, CI.");
  }
  return *stage;
}

/// "STAGE=SECONDS"
Result<std::pair<Stage, std::int64_t>> parse_max_age(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) {
    return fail(Code::UsageError, "--max-age " + text + " is not STAGE=SECONDS");
  }
  const auto stage = parse_stage(text.substr(0, equals));
  if (!stage) {
    return std::unexpected(stage.error());
  }
  std::int64_t seconds = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + equals + 1, end, seconds);
  if (parsed.ec != std::errc{} || parsed.ptr != end || seconds < 0) {
    return fail(Code::UsageError, "--max-age " + text + ": the seconds are not a whole number");
  }
  return std::pair{*stage, seconds};
}

std::vector<std::string> parse_branches(const std::string& text) {
  std::vector<std::string> branches;
  for (const std::string_view part : split(text, ',')) {
    if (!trim(part).empty()) {
      branches.emplace_back(trim(part));
    }
  }
  return branches;
}

std::string json_document(const verdict::Verdict& verdict,
                          const std::optional<receipts::Receipt>& receipt) {
  JsonWriter json;
  json.begin_object();
  verdict::write_verdict_members(json, verdict);
  if (receipt) {
    json.key("extensions").begin_object().key("receipt").begin_object();
    json.member("path", receipts::receipt_path(receipt->repo_root))
        .member("issued_at", format_time(receipt->issued_at))
        .end_object()
        .end_object();
  }
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

void GateCommand::declare(CLI::App& app) {
  app.add_option("--stage", stage_, "PRE_WRITE, PRE_COMMIT (default), PRE_PUSH or CI");
  app.add_option("--project", project_, "Any folder of the repository");
  CLI::Option* json = app.add_flag("--json", json_, "The verdict as one JSON object");
  CLI::Option* sarif = app.add_flag("--sarif", sarif_, "The verdict as SARIF 2.1.0");
  CLI::Option* quiet = app.add_flag("--quiet", quiet_, "Exit code only");
  json->excludes(sarif)->excludes(quiet);
  sarif->excludes(quiet);
  app.add_flag("--require-mcp-receipt", require_receipt_,
               "At PRE_WRITE, block without a fresh receipt of ai_gate_check");
  app.add_option("--max-age", max_ages_, "STAGE=SECONDS, repeatable")->allow_extra_args(false);
  app.add_option("--protected-branches", protected_branches_, "A,B,… instead of the default set");
  app.add_option("--worktree-warn", worktree_warn_, "Warn from this many pending changes");
  app.add_option("--worktree-block", worktree_block_, "Block from this many pending changes");
  app.add_flag("--worktree-off", worktree_off_, "Do not count pending changes");
  app.add_flag("--write-receipt", write_receipt_, "Leave a receipt as ai_gate_check does");
  app.add_option("--explain", explain_, "Explain one code and stop");
}

Format GateCommand::format() const {
  if (json_) {
    return Format::Json;
  }
  if (sarif_) {
    return Format::Sarif;
  }
  return quiet_ ? Format::Quiet : Format::Text;
}

Result<verdict::GateOptions> GateCommand::gate_options() const {
  verdict::GateOptions options;
  if (!stage_.empty()) {
    const auto stage = parse_stage(stage_);
    if (!stage) {
      return std::unexpected(stage.error());
    }
    options.stage = *stage;
  }
  for (const std::string& text : max_ages_) {
    const auto age = parse_max_age(text);
    if (!age) {
      return std::unexpected(age.error());
    }
    options.max_age_seconds.insert_or_assign(age->first, age->second);
  }
  if (protected_branches_) {
    options.protected_branches = parse_branches(*protected_branches_);
  }
  options.require_receipt = require_receipt_;
  options.hygiene.warn_threshold = worktree_warn_;
  options.hygiene.block_threshold = worktree_block_;
  if (worktree_off_) {
    options.hygiene.enabled = false;
  }
  return options;
}

int GateCommand::explain(const std::string& name) const {
  const auto code = code_from_text(ascii_upper(name));
  if (!code) {
    return report_failure(
        fail(Code::UsageError, "unknown code \"" + name + "\"", "docs/codes.md lists every code.")
            .error(),
        format());
  }
  if (format() != Format::Quiet) {
    print_out(json_ ? verdict::explanation_json(*code) + "\n" : verdict::explanation_text(*code));
  }
  return k_exit_allowed;
}

void GateCommand::print(const verdict::Verdict& verdict, int exit_code,
                        const std::optional<receipts::Receipt>& receipt) const {
  switch (format()) {
    case Format::Json:
      print_out(json_document(verdict, receipt));
      break;
    case Format::Sarif:
      print_out(verdict::verdict_sarif(verdict, exit_code) + "\n");
      break;
    case Format::Text:
      print_out(verdict::verdict_text(verdict));
      break;
    case Format::Quiet:
      break;
  }
  print_notices(verdict.notices);
}

int GateCommand::judge(const CliContext& context, const verdict::GateOptions& options) const {
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return report_failure(project.error(), format());
  }
  const verdict::GateContext gate{.environment = project->environment,
                                  .clock = context.clock,
                                  .root = project->root,
                                  .repository = project->repository.get()};
  const auto verdict = verdict::evaluate(gate, evidence::read_summary(project->root), options);
  if (!verdict) {
    return report_failure(verdict.error(), format());
  }
  int exit_code = verdict->allowed ? k_exit_allowed : k_exit_blocked;
  std::optional<receipts::Receipt> receipt;
  if (write_receipt_) {
    receipt = receipts::Receipt{.repo_root = project->root,
                                .stage = verdict->stage,
                                .allowed = verdict->allowed,
                                .issued_at = context.clock.now()};
    if (const auto written = receipts::write_receipt(project->root, *receipt); !written) {
      receipt.reset();
      report_failure(written.error(), Format::Text);
      exit_code = verdict->allowed ? k_exit_failed : k_exit_blocked;
    }
  }
  print(*verdict, exit_code, receipt);
  return exit_code;
}

int GateCommand::run(const CliContext& context) {
  if (explain_) {
    return explain(*explain_);
  }
  const auto options = gate_options();
  return options ? judge(context, *options) : report_failure(options.error(), format());
}

}  // namespace pumuki::cli
