#include "gate/collect/analysers.h"

#include "gate/collect/analyser_place.h"
#include "gate/collect/reader.h"
#include "gate/collect/scratch_folder.h"
#include "gate/core/files.h"
#include "gate/core/glob.h"
#include "gate/core/process.h"
#include "gate/core/sha256.h"
#include "gate/core/text.h"
#include "gate/git/git_process.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

namespace pumuki::collect {
namespace {

using policy::AnalyserConfig;
using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view k_rule_prefix = "analyser.";
constexpr std::string_view k_files = "{files}";
constexpr std::string_view k_output = "{output}";
/// Bytes of paths for one run; the kernel's limit for all arguments is two million.
constexpr std::size_t k_max_path_bytes = std::size_t{128} << 10;
constexpr std::size_t k_max_report_bytes = std::size_t{256} << 20;
/// What run_process() keeps of standard error; a report that fills it was cut off.
constexpr std::size_t k_max_error_report = std::size_t{1} << 20;
constexpr std::size_t k_quoted_error_bytes = 400;
/// What a shell answers when it cannot run a program.
constexpr int k_exit_not_runnable = 126;
constexpr int k_exit_not_found = 127;

constexpr std::array<std::string_view, 32> k_passed_on{"PATH",
                                                       "HOME",
                                                       "USER",
                                                       "LOGNAME",
                                                       "SHELL",
                                                       "LANG",
                                                       "TZ",
                                                       "JAVA_HOME",
                                                       "VIRTUAL_ENV",
                                                       "CONDA_PREFIX",
                                                       "GOPATH",
                                                       "GOROOT",
                                                       "GOCACHE",
                                                       "GOFLAGS",
                                                       "GOMODCACHE",
                                                       "CARGO_HOME",
                                                       "RUSTUP_HOME",
                                                       "RUSTUP_TOOLCHAIN",
                                                       "NODE_PATH",
                                                       "NVM_DIR",
                                                       "PYTHONPATH",
                                                       "PYTHONHOME",
                                                       "LD_LIBRARY_PATH",
                                                       "CPATH",
                                                       "LIBRARY_PATH",
                                                       "C_INCLUDE_PATH",
                                                       "CPLUS_INCLUDE_PATH",
                                                       "PKG_CONFIG_PATH",
                                                       "CC",
                                                       "CXX",
                                                       "SSL_CERT_FILE",
                                                       "SSL_CERT_DIR"};
constexpr std::array<std::string_view, 5> k_passed_on_prefixes{"LC_", "XDG_", "CCACHE_", "ASDF_",
                                                               "PYENV_"};

bool is_passed_on(std::string_view name) {
  return std::ranges::find(k_passed_on, name) != k_passed_on.end() ||
         std::ranges::any_of(k_passed_on_prefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Formats whose tools write their report on standard error.
bool reports_on_error_stream(std::string_view format) {
  return format == "gcc-json" || format == "cppcheck";
}

/// Formats whose tools write no file when they have nothing to say.
bool leaves_out_empty_report(std::string_view format) { return format == "clang-tidy-yaml"; }

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// A path that no program takes for an option.
std::string as_argument(const std::string& path) {
  return path.starts_with('-') ? "./" + path : path;
}

std::vector<std::vector<std::string>> in_batches(const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> batches;
  std::size_t bytes = k_max_path_bytes;
  for (const std::string& file : files) {
    if (bytes + file.size() >= k_max_path_bytes) {
      batches.emplace_back();
      bytes = 0;
    }
    batches.back().push_back(as_argument(file));
    bytes += file.size() + 1;
  }
  return batches;
}

/// Collects a report in a file as it comes.
class ReportFile {
 public:
  explicit ReportFile(const std::string& path)
      : fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR)) {}

  void append(std::string_view piece) {
    bytes_ += piece.size();
    while (!piece.empty() && bytes_ <= k_max_report_bytes && good_) {
      const ssize_t written = ::write(fd_.get(), piece.data(), piece.size());
      if (written < 0 && errno != EINTR) {
        good_ = false;
      } else if (written > 0) {
        piece.remove_prefix(static_cast<std::size_t>(written));
      }
    }
  }
  [[nodiscard]] bool good() const { return good_ && fd_.valid(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  UniqueFd fd_;
  std::size_t bytes_ = 0;
  bool good_ = true;
};

/// One analyser over one scope.
class AnalyserRun {
 public:
  AnalyserRun(const CollectContext& context, const AnalyserConfig& config, const Scope& scope,
              const ScratchFolder& scratch)
      : context_(context), config_(config), scope_(scope), scratch_(scratch) {}

  Result<void> run(const std::string& folder, const std::vector<std::string>& files,
                   Gathered& gathered);

 private:
  std::unexpected<Error> failed(const std::string& what, const std::string& hint = {}) const {
    return fail(Code::AnalyserFailed, "analyser " + config_.name + ": " + what, hint);
  }
  Result<std::string> find_program() const;
  /// Path of the report.
  Result<std::string> run_one(const AnalyserCommand& command);
  Result<std::string> choose_report(const AnalyserCommand& command, const ProcessOutput& output,
                                    const std::string& streamed, std::size_t streamed_bytes) const;
  Result<void> read(const std::string& report, Gathered& gathered) const;
  [[nodiscard]] evidence::Finding mapped_back(evidence::Finding finding) const;

  const CollectContext& context_;
  const AnalyserConfig& config_;
  const Scope& scope_;
  const ScratchFolder& scratch_;
  std::string folder_;
  std::string output_folder_;
  SteadyClock::time_point end_;
  std::size_t runs_ = 0;
};

Result<std::string> AnalyserRun::find_program() const {
  const std::string& name = config_.command.front();
  if (name.contains('/')) {
    std::string path = name.starts_with('/') ? name : context_.root + "/" + name;
    if (is_regular_file(path) && ::access(path.c_str(), X_OK) == 0) {
      return path;
    }
  } else if (std::string path = git::find_in_path(name, context_.environment); !path.empty()) {
    return path;
  }
  return failed("the program " + name + " is not installed",
                "Install it, or take the analyser out of .pumuki/gate.json.");
}

Result<void> AnalyserRun::run(const std::string& folder, const std::vector<std::string>& files,
                              Gathered& gathered) {
  folder_ = folder;
  output_folder_ = scratch_ / ("out-" + sha256_hex(config_.name).substr(0, 8));
  if (::mkdir(output_folder_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return failed("no folder for its output");
  }
  const auto program = find_program();
  if (!program) {
    return fail(program.error());
  }
  end_ = SteadyClock::now() + config_.timeout;
  for (AnalyserCommand& command : analyser_commands(config_.command, files, output_folder_)) {
    command.argv.front() = *program;
    const auto report = run_one(command);
    if (!report) {
      return fail(report.error());
    }
    if (auto taken = read(*report, gathered); !taken) {
      return taken;
    }
  }
  return {};
}

Result<std::string> AnalyserRun::run_one(const AnalyserCommand& command) {
  const std::string streamed = output_folder_ + "/stdout-" + std::to_string(runs_++);
  ReportFile file{streamed};
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(end_ - SteadyClock::now());
  ProcessSpec spec;
  spec.argv = command.argv;
  spec.cwd = folder_;
  spec.environment = analyser_environment(context_.environment, scratch_.path());
  spec.deadline = std::max(left, std::chrono::milliseconds{1});
  spec.on_output = [&](std::string_view piece) { file.append(piece); };
  spec.on_start = [&](pid_t group) { scratch_.guard_group(group); };
  const auto output = run_process(spec);
  scratch_.guard_group(0);
  if (!output && output.error().code == Code::ProcessTimeout) {
    return failed("still running after " + std::to_string(config_.timeout.count()) + " ms",
                  "Raise its timeout in .pumuki/gate.json, or make it faster.");
  }
  if (!output) {
    return failed(describe(output.error()));
  }
  if (!file.good() || file.bytes() > k_max_report_bytes) {
    return failed("its output cannot be kept (" + std::to_string(file.bytes()) + " bytes)");
  }
  return choose_report(command, *output, streamed, file.bytes());
}

Result<std::string> AnalyserRun::choose_report(const AnalyserCommand& command,
                                               const ProcessOutput& output,
                                               const std::string& streamed,
                                               std::size_t streamed_bytes) const {
  const std::string said{trim(std::string_view{output.err}.substr(0, k_quoted_error_bytes))};
  const std::string told = said.empty() ? std::string{} : ": " + replace_invalid_utf8(said);
  if (output.signalled || output.exit_code == k_exit_not_runnable ||
      output.exit_code == k_exit_not_found) {
    return failed("ended with status " + std::to_string(output.exit_code) + told);
  }
  if (!command.output.empty()) {
    if (!is_regular_file(command.output) && output.exit_code == 0 &&
        leaves_out_empty_report(config_.format)) {
      ReportFile{command.output}.append("");
    }
    if (!is_regular_file(command.output)) {
      return failed("wrote no report (status " + std::to_string(output.exit_code) + ")" + told);
    }
    return command.output;
  }
  if (streamed_bytes > 0) {
    return streamed;
  }
  if (reports_on_error_stream(config_.format) && !output.err.empty()) {
    if (output.err.size() >= k_max_error_report) {
      return failed("its report on standard error is too long",
                    "Let it write to {output}, or give it fewer files.");
    }
    ReportFile file{streamed};
    file.append(output.err);
    return streamed;
  }
  if (output.exit_code != 0) {
    return failed("failed with status " + std::to_string(output.exit_code) + " and no report" +
                  told);
  }
  return streamed;
}

evidence::Finding AnalyserRun::mapped_back(evidence::Finding finding) const {
  if (folder_ != context_.root) {
    finding.message = replaced(std::move(finding.message), folder_ + "/", "");
  }
  finding.matched_by = config_.name;
  finding.source = scope_.kind == Scope::Kind::Index ? "git:staged" : "git:range";
  return finding;
}

Result<void> AnalyserRun::read(const std::string& report, Gathered& gathered) const {
  auto summary = read_report(
      config_.format, report,
      {.root = folder_, .base_folder = folder_, .max_findings = context_.config.max_findings},
      [&](evidence::Finding finding) {
        gathered.add({.finding = mapped_back(std::move(finding))}, context_.config.max_findings);
      });
  if (!summary) {
    return failed("its output is no " + config_.format + ": " + describe(summary.error()),
                  "Run it by hand and look at what it prints.");
  }
  gathered.collection.reports.push_back({.path = std::string{k_rule_prefix} + config_.name,
                                         .kind = config_.format,
                                         .digest = std::move(summary->digest),
                                         .tool = std::move(summary->tool),
                                         .tool_version = std::move(summary->tool_version),
                                         .tree = scope_.head,
                                         .age_seconds = 0});
  return {};
}

std::vector<std::string> files_for(const AnalyserConfig& config, const Scope& scope) {
  std::vector<std::string> files;
  for (const git::Change& change : scope.changes) {
    const bool regular = change.mode.starts_with("100") && !change.blob_id.empty();
    if (regular && std::ranges::any_of(config.globs, [&](const std::string& glob) {
          return glob_matches(glob, change.path);
        })) {
      files.push_back(change.path);
    }
  }
  return files;
}

bool runs_at(const AnalyserConfig& config, Stage stage) {
  return std::ranges::find(config.stages, stage) != config.stages.end();
}

evidence::RulesetDraft ruleset_of(const AnalyserConfig& config) {
  std::string text = join(config.command, "\n") + "\n\n" + join(config.globs, "\n");
  return {.platform = "generic",
          .bundle = std::string{k_rule_prefix} + config.name + "@configured",
          .hash = sha256_hex(text)};
}

}  // namespace

std::vector<std::string> analyser_environment(const Environment& environment,
                                              const std::string& temp_folder) {
  std::vector<std::string> lines = environment.lines_without({});
  std::erase_if(lines, [](const std::string& line) {
    return !is_passed_on(std::string_view{line}.substr(0, line.find('=')));
  });
  lines.push_back("TMPDIR=" + temp_folder);
  // The same words on every machine: a message may be part of a fingerprint.
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("LC_ALL="); });
  lines.emplace_back("LC_ALL=C.UTF-8");
  lines.emplace_back("NO_COLOR=1");
  lines.emplace_back("TERM=dumb");
  return lines;
}

std::vector<AnalyserCommand> analyser_commands(const std::vector<std::string>& command,
                                               const std::vector<std::string>& files,
                                               const std::string& output_folder) {
  const bool takes_files = std::ranges::find(command, k_files) != command.end();
  const auto batches = takes_files ? in_batches(files) : std::vector<std::vector<std::string>>(1);
  std::vector<AnalyserCommand> commands;
  for (const auto& batch : batches) {
    AnalyserCommand one;
    const std::string output = output_folder + "/report-" + std::to_string(commands.size());
    for (const std::string& argument : command) {
      if (argument == k_files) {
        one.argv.insert(one.argv.end(), batch.begin(), batch.end());
        continue;
      }
      if (argument.contains(k_output)) {
        one.output = output;
      }
      one.argv.push_back(replaced(argument, k_output, output));
    }
    commands.push_back(std::move(one));
  }
  return commands;
}

Result<void> gather_analysers(const CollectContext& context, Stage stage, const Scope& scope,
                              Gathered& gathered) {
  std::optional<ScratchFolder> scratch;
  std::optional<AnalyserPlace> place;
  for (const AnalyserConfig& config : context.config.analysers) {
    if (!runs_at(config, stage)) {
      continue;
    }
    const auto files = files_for(config, scope);
    if (!files.empty()) {
      if (context.progress) {
        context.progress("analyser " + config.name, 0, files.size());
      }
      if (!scratch) {
        auto made = ScratchFolder::make(context.environment);
        if (!made) {
          return fail(std::move(made.error()));
        }
        scratch.emplace(std::move(*made));
        place.emplace(context, scope, *scratch);
      }
      const auto folder = place->folder();
      if (!folder) {
        return fail(folder.error());
      }
      if (auto run = AnalyserRun{context, config, scope, *scratch}.run(*folder, files, gathered);
          !run) {
        return run;
      }
    }
    gathered.evaluated(std::string{k_rule_prefix} + config.name);
    gathered.collection.rulesets.push_back(ruleset_of(config));
  }
  return {};
}

}  // namespace pumuki::collect
