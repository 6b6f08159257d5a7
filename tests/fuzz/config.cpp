#include "gate/collect/baseline.h"
#include "gate/policy/gate_config.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <string>

/// The files that people write by hand.
/// Input: one byte for the kind of file, then its text.
namespace pumuki {
namespace {

constexpr std::size_t k_kinds = 3;

void check_error(const Error& error) { fuzz::require(!error.message.empty()); }

void check_gate_config(std::string_view text) {
  const auto config = policy::parse_gate_config(text);
  if (!config) {
    return check_error(config.error());
  }
  fuzz::require(policy::policy_digest(*config).size() == 64);
  fuzz::require(config->max_findings > 0 && config->ingested_max_age_seconds > 0);
  for (const auto& analyser : config->analysers) {
    fuzz::require(!analyser.command.empty() && analyser.timeout.count() > 0);
    fuzz::require(std::ranges::find(policy::report_format_names(), analyser.format) !=
                  policy::report_format_names().end());
  }
}

void check_baseline(const fuzz::MemoryFile& file) {
  const auto entries = collect::read_baseline(fuzz::MemoryFile::folder(), file.name());
  if (!entries) {
    return check_error(entries.error());
  }
  for (const auto& entry : *entries) {
    fuzz::require(entry.fingerprint.size() == 32 && !entry.rule_id.empty() && !entry.file.empty());
  }
}

void check_waivers(const fuzz::MemoryFile& file) {
  const auto waivers = collect::read_waivers(fuzz::MemoryFile::folder(), file.name());
  if (!waivers) {
    return check_error(waivers.error());
  }
  for (const auto& waiver : *waivers) {
    fuzz::require(!waiver.id.empty() && !waiver.reason.empty() && !waiver.owner.empty());
    fuzz::require(waiver.stage != Stage::PreWrite);
  }
}

}  // namespace
}  // namespace pumuki

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  static fuzz::MemoryFile file;
  fuzz::Input input{data, size};
  const std::size_t kind = input.choice(k_kinds);
  if (kind == 0) {
    check_gate_config(input.rest());
    return 0;
  }
  file.set(input.rest());
  if (kind == 1) {
    check_baseline(file);
  } else {
    check_waivers(file);
  }
  return 0;
}
