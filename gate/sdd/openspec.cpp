#include "gate/sdd/openspec.h"

#include "gate/core/text.h"

#include <algorithm>
#include <compare>
#include <ranges>
#include <utility>

namespace pumuki::sdd {
namespace {

constexpr std::string_view k_program = "node_modules/.bin/openspec";
constexpr std::size_t k_max_version_bytes = std::size_t{64} << 10;
constexpr std::size_t k_max_report_bytes = std::size_t{8} << 20;
/// A file changed so shortly before it was asked may change again within the same clock tick.
constexpr TimeMs k_racy_age_ms = 50;
constexpr std::int64_t k_ns_per_ms = 1'000'000;

bool is_secret(std::string_view line) {
  const std::string_view name = line.substr(0, line.find('='));
  return name.starts_with("PUMUKI_") && name.contains("TOKEN");
}

std::vector<std::string> child_environment(const Environment& environment) {
  auto lines = environment.without({"GIT_"}).with("OPENSPEC_TELEMETRY", "0").lines_without({});
  std::erase_if(lines, is_secret);
  return lines;
}

std::string program_path(const std::string& root) { return root + '/' + std::string{k_program}; }

bool is_settled(const FileIdentity& identity, TimeMs now) {
  const TimeMs changed = std::max(identity.modified_ns, identity.changed_ns) / k_ns_per_ms;
  return now - changed > k_racy_age_ms;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) {
    ++at;
  }
  return at;
}

/// End of the "N.N.N" that starts at `at`; nothing when there is none.
std::optional<std::size_t> version_end(std::string_view text, std::size_t at) {
  for (int part = 0; part < 3; ++part) {
    if (part > 0) {
      if (at >= text.size() || text[at] != '.') {
        return std::nullopt;
      }
      ++at;
    }
    const std::size_t end = skip_digits(text, at);
    if (end == at) {
      return std::nullopt;
    }
    at = end;
  }
  return at;
}

/// Numbers of any length, compared by value.
std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  return a.size() == b.size() ? a <=> b : a.size() <=> b.size();
}

}  // namespace

OpenspecProgram::OpenspecProgram(const Environment& environment, const Clock& clock,
                                 OpenspecLimits limits)
    : environment_(child_environment(environment)), clock_(clock), limits_(limits) {}

ProcessSpec OpenspecProgram::spec(const std::string& root) const {
  ProcessSpec spec;
  spec.argv = {program_path(root)};
  spec.cwd = root;
  spec.environment = environment_;
  return spec;
}

Result<std::optional<std::string>> OpenspecProgram::version(const std::string& root) {
  const auto file = open_regular(program_path(root));
  if (!file) {
    return std::nullopt;
  }
  {
    const std::lock_guard lock{mutex_};
    if (known_ && known_->program == file->identity) {
      return known_->version;
    }
  }
  const TimeMs asked_at = clock_.now();
  ProcessSpec call = spec(root);
  call.argv.emplace_back("--version");
  call.deadline = limits_.version;
  call.max_output_bytes = k_max_version_bytes;
  auto output = run_process(call);
  if (!output && output.error().code == Code::ProcessFailed) {
    return std::nullopt;
  }
  if (!output) {
    return fail(std::move(output.error()), "while asking OpenSpec for its version");
  }
  if (output->exit_code != 0) {
    return std::nullopt;
  }
  std::string version{trim(output->out)};
  if (is_settled(file->identity, asked_at)) {
    const std::lock_guard lock{mutex_};
    known_ = Known{file->identity, version};
  }
  return version;
}

Result<ProcessOutput> OpenspecProgram::validate(const std::string& root) {
  ProcessSpec call = spec(root);
  for (const std::string_view word : split(k_validate_command, ' ') | std::views::drop(1)) {
    call.argv.emplace_back(word);
  }
  call.deadline = limits_.validate;
  call.max_output_bytes = k_max_report_bytes;
  auto output = run_process(call);
  if (!output) {
    return fail(std::move(output.error()), "while validating with OpenSpec");
  }
  if (output->signalled) {
    output->exit_code = 1;
  }
  return output;
}

std::optional<std::string> parse_version(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const auto end = version_end(text, at)) {
      return std::string{text.substr(at, *end - at)};
    }
  }
  return std::nullopt;
}

bool version_at_least(std::string_view version, std::string_view minimum) {
  const auto have = split(version, '.');
  const auto want = split(minimum, '.');
  for (std::size_t i = 0; i < want.size(); ++i) {
    const auto order =
        i < have.size() ? compare_numbers(have[i], want[i]) : std::strong_ordering::less;
    if (order != std::strong_ordering::equal) {
      return order == std::strong_ordering::greater;
    }
  }
  return true;
}

}  // namespace pumuki::sdd
