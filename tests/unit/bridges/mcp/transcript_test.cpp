#include "bridges/mcp/dispatcher.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::mcp {
namespace {

namespace fs = std::filesystem;

const fs::path k_folder = fs::path{PUMUKI_SOURCE_DIR} / "tests/unit/bridges/mcp/transcripts";

std::vector<std::string> transcripts() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{k_folder}) {
    names.push_back(entry.path().stem().string());
  }
  return names;
}

/// "> " a line of the client, "< " a line of the server that must follow before the next line of
/// the client, "#" a remark.
class Transcript : public ::testing::TestWithParam<std::string> {
 protected:
  void expect_so_far() {
    while (!dispatcher.idle()) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    EXPECT_EQ(out.lines(), expected) << "after: " << last_sent;
  }
  void play(const std::string& line) {
    if (line.starts_with("> ")) {
      expect_so_far();
      last_sent = line.substr(2);
      dispatcher.handle_line(last_sent);
    } else if (line.starts_with("< ")) {
      expected.push_back(line.substr(2));
    }
  }

  Catalogue catalogue = test::sample_catalogue();
  test::FakeService service;
  test::LineCollector out;
  Dispatcher dispatcher{catalogue, service, out};
  std::vector<std::string> expected;
  std::string last_sent;
};

TEST_P(Transcript, is_answered_line_by_line) {
  std::istringstream lines{pumuki::test::read_bytes((k_folder / (GetParam() + ".txt")).string())};
  for (std::string line; std::getline(lines, line);) {
    play(line);
    if (HasFailure()) {
      return;
    }
  }
  expect_so_far();
}

INSTANTIATE_TEST_SUITE_P(Mcp, Transcript, ::testing::ValuesIn(transcripts()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace pumuki::mcp
