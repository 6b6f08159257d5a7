#include "gate/evidence/canonical.h"
#include "gate/evidence/load.h"
#include "tests/fuzz/target.h"

#include <string>

/// The evidence file and its seal.
/// Input: one byte (odd: the text is sealed first), then the document.
namespace pumuki::evidence {
namespace {

void check_canonical(std::string_view text) {
  std::string once;
  if (!append_canonical(once, text)) {
    return;
  }
  std::string twice;
  fuzz::require(append_canonical(twice, once) && once == twice);
}

Loaded checked_load(const std::string& text) {
  Loaded loaded = load_text(text, "/evidence", true);
  const Loaded summary = load_text(text, "/evidence", false);
  fuzz::require(loaded.summary.kind != Kind::Missing);
  fuzz::require(loaded.summary.kind == summary.summary.kind &&
                loaded.summary.fault == summary.summary.fault &&
                loaded.summary.reason == summary.summary.reason);
  fuzz::require((loaded.summary.kind == Kind::Valid) == loaded.summary.reason.empty());
  return loaded;
}

void check_ranges(const Loaded& loaded) {
  const Collections& rows = loaded.collections;
  const auto inside = [&](const Range& range) {
    return range.length > 0 && range.offset + range.length <= loaded.text_bytes;
  };
  for (const FindingRow& row : rows.findings) {
    fuzz::require(inside(row.range));
  }
  for (const LedgerRow& row : rows.ledger) {
    fuzz::require(inside(row.range));
  }
  for (const Member& member : rows.members) {
    fuzz::require(inside(member.range) && member.name_json.size() >= 2);
  }
}

}  // namespace
}  // namespace pumuki::evidence

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pumuki;
  fuzz::Input input{data, size};
  const bool seal = input.choice(2) == 1;
  std::string text{input.rest()};
  evidence::check_canonical(text);
  if (seal) {
    auto sealed = evidence::seal_text(text);
    if (!sealed) {
      return 0;
    }
    text = *std::move(sealed);
  }
  const auto loaded = evidence::checked_load(text);
  if (seal) {
    // Whatever else is wrong with it: its seal is good.
    fuzz::require(loaded.summary.kind == evidence::Kind::Valid ||
                  loaded.summary.fault == evidence::Fault::Schema);
  }
  if (loaded.summary.kind == evidence::Kind::Valid) {
    evidence::check_ranges(loaded);
  }
  return 0;
}
