#include "gate/cli/gate_command.h"

#include "gate/cli/exit_code.h"
#include "gate/cli/project.h"
#include "gate/core/json_writer.h"
#include "gate/core/text.h"
#include "gate/git/changes.h"
#include "gate/verdict/problem.h"
#include "gate/verdict/sarif.h"
#include "gate/verdict/scope.h"
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

std::string json_document(const verdict::Verdict& verdict, const GateExtensions& extensions) {
  JsonWriter json;
  json.begin_object();
  verdict::write_verdict_members(json, verdict);
  if (extensions.receipt || extensions.range) {
    json.key("extensions").begin_object();
  }
  if (const auto& range = extensions.range) {
    json.key("scope").begin_object();
    json.member("base", range->base).member("head", range->head).end_object();
  }
  if (const auto& receipt = extensions.receipt) {
    json.key("receipt").begin_object();
    json.member("path", receipts::receipt_path(receipt->repo_root))
        .member("issued_at", format_time(receipt->issued_at))
        .end_object();
  }
  if (extensions.receipt || extensions.range) {
    json.end_object();
  }
  json.end_object();
  return json.take() + "\n";
}

}  // namespace

void GateCommand::declare(CLI::App& app) {
  app.add_option("--stage", stage_, "PRE_WRITE, PRE_COMMIT (default), PRE_PUSH or CI");
  app.add_option("--project", project_, "Any folder of the repository");
  output_.declare(app);
  app.add_option("--base", base_, "At CI: branch or commit that must be here to compare with");
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
  if (base_ && options.stage != Stage::Ci) {
    return fail(Code::UsageError, "--base belongs to --stage CI");
  }
  options.require_receipt = require_receipt_;
  options.hygiene.warn_threshold = worktree_warn_;
  options.hygiene.block_threshold = worktree_block_;
  if (worktree_off_) {
    options.hygiene.enabled = false;
  }
  return options;
}

int GateCommand::explain(const CliContext& context, const std::string& name) const {
  const auto code = code_from_text(ascii_upper(name));
  if (!code) {
    return output_.fail_with(
        fail(Code::UsageError, "unknown code \"" + name + "\"", "docs/codes.md lists every code.")
            .error(),
        context.cwd);
  }
  std::string text;
  if (output_.format() != Format::Quiet) {
    text = output_.format() == Format::Json ? verdict::explanation_json(*code) + "\n"
                                            : verdict::explanation_text(*code);
  }
  if (const auto written = output_.deliver(text, context.cwd); !written) {
    return report_failure(written.error(), Format::Text);
  }
  return k_exit_allowed;
}

std::string GateCommand::document(const verdict::Verdict& verdict, int exit_code,
                                  const GateExtensions& extensions) const {
  switch (output_.format()) {
    case Format::Json:
      return json_document(verdict, extensions);
    case Format::Sarif:
      return verdict::verdict_sarif(verdict, exit_code) + "\n";
    case Format::Github:
      return verdict::problems_github(verdict::problems_of(verdict));
    case Format::Junit:
      return verdict::problems_junit(verdict.stage, verdict::problems_of(verdict));
    case Format::Text:
      return verdict::verdict_text(verdict);
    case Format::Quiet:
      break;
  }
  return {};
}

bool GateCommand::print(const CliContext& context, const verdict::Verdict& verdict, int exit_code,
                        const GateExtensions& extensions) const {
  if (output_.to_file() && output_.format() != Format::Quiet) {
    print_out(verdict::verdict_text(verdict));
  }
  const auto written = output_.deliver(document(verdict, exit_code, extensions), context.cwd);
  if (!written) {
    report_failure(written.error(), Format::Text);
  }
  print_notices(verdict.notices);
  return written.has_value();
}

Result<std::optional<ComparedRange>> GateCommand::compared_range(const Project& project) const {
  if (!base_) {
    return std::nullopt;
  }
  if (!project.repository) {
    return fail(Code::NoRepository, project.root + " is not in a git repository");
  }
  const auto changes = git::open_changes(project.root, project.environment);
  auto scope = verdict::resolve_scope({project.environment, *project.repository, *changes},
                                      {.stage = Stage::Ci, .base = base_});
  if (!scope) {
    return fail(std::move(scope.error()));
  }
  ComparedRange range;
  for (verdict::JudgedPart& part : scope->parts) {
    range = {.base = std::move(part.scope.base), .head = std::move(part.scope.head)};
  }
  return range;
}

int GateCommand::judge(const CliContext& context, const verdict::GateOptions& options) const {
  const auto project = find_project(context.environment, context.cwd, project_);
  if (!project) {
    return output_.fail_with(project.error(), context.cwd);
  }
  GateExtensions extensions;
  auto range = compared_range(*project);
  if (!range) {
    return output_.fail_with(range.error(), context.cwd);
  }
  extensions.range = std::move(*range);
  const verdict::GateContext gate{.environment = project->environment,
                                  .clock = context.clock,
                                  .root = project->root,
                                  .repository = project->repository.get()};
  const auto verdict = verdict::evaluate(gate, evidence::read_summary(project->root), options);
  if (!verdict) {
    return output_.fail_with(verdict.error(), context.cwd);
  }
  int exit_code = verdict->allowed ? k_exit_allowed : k_exit_blocked;
  if (write_receipt_) {
    extensions.receipt = receipts::Receipt{.repo_root = project->root,
                                           .stage = verdict->stage,
                                           .allowed = verdict->allowed,
                                           .issued_at = context.clock.now()};
    if (const auto written = receipts::write_receipt(project->root, *extensions.receipt);
        !written) {
      extensions.receipt.reset();
      report_failure(written.error(), Format::Text);
      exit_code = verdict->allowed ? k_exit_failed : k_exit_blocked;
    }
  }
  if (!print(context, *verdict, exit_code, extensions) && exit_code == k_exit_allowed) {
    return k_exit_failed;
  }
  return exit_code;
}

int GateCommand::run(const CliContext& context) {
  if (explain_) {
    return explain(context, *explain_);
  }
  const auto options = gate_options();
  return options ? judge(context, *options) : output_.fail_with(options.error(), context.cwd);
}

}  // namespace pumuki::cli
