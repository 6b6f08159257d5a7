#include "gate/evidence/pages.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/evidence/views_fixture.h"
#include "tests/unit/gate/evidence/writer_fixture.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::evidence {
namespace {

/// What the writer writes, every view can serve.
TEST(Written_Evidence, is_served_by_every_view) {
  const test::TempDir folder;
  Finding named = finding("core.token", "caf\xE9.txt", {3, 9});
  named.fingerprint = "00ff";
  const Draft draft = draft_of({named, finding("core.json-syntax", "b.json", {7}, Severity::Warn),
                                finding("skills.no-console-log", "a.ts", {3}),
                                finding("heuristics.console-log", "a.ts", {3})});
  ASSERT_FALSE(write_evidence(folder.path(), draft, FixedClock{k_now}).value().fault);
  const auto index = build_index(load(folder / std::string{k_file_name}));
  ASSERT_NE(index, nullptr);
  EXPECT_NE(text_of(snapshot_answer(index)).find("\"file_b64\":\"Y2Fm6S50eHQ=\""),
            std::string::npos);
  EXPECT_NE(text_of(findings_answer(index, {})).find("\"total_count\":3"), std::string::npos)
      << text_of(findings_answer(index, {}));
  EXPECT_NE(text_of(ledger_answer(index, {})).find("2026-03-14T09:26:53.589Z"), std::string::npos);
  EXPECT_NE(text_of(rulesets_answer(index, {})).find("core@1.0.0"), std::string::npos);
  EXPECT_NE(text_of(platforms_answer(index, {})), "<failed>");
}

}  // namespace
}  // namespace pumuki::evidence
