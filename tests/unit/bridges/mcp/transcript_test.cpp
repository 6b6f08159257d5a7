#include "bridges/mcp/dispatcher.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <gtest/gtest.h>

#include <cstdlib>
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

/// Files that begin with "full_" are played with the full catalogue.
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
      dispatcher.handle_line(session, last_sent);
    } else if (line.starts_with("< ")) {
      expected.push_back(line.substr(2));
    }
  }

  /// Takes over what the server says now: refresh_transcripts.sh.
  void record(const std::string& path) {
    std::istringstream lines{pumuki::test::read_bytes(path)};
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("< ")) {
        continue;
      }
      text += line + "\n";
      const std::size_t before = out.lines().size();
      if (line.starts_with("> ")) {
        dispatcher.handle_line(session, line.substr(2));
        while (!dispatcher.idle()) {
          std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
      }
      const auto all = out.lines();
      for (std::size_t i = before; i < all.size(); ++i) {
        text += "< " + all[i] + "\n";
      }
    }
    pumuki::test::write_bytes(path, text);
  }

  Catalogue catalogue =
      GetParam().starts_with("full_") ? test::full_catalogue() : test::sample_catalogue();
  test::FakeService service;
  test::LineCollector out;
  Dispatcher dispatcher{catalogue, service};
  SessionPointer session = std::make_shared<Session>(borrowed(out));
  std::vector<std::string> expected;
  std::string last_sent;
};

TEST_P(Transcript, is_answered_line_by_line) {
  const std::string path = (k_folder / (GetParam() + ".txt")).string();
  if (std::getenv("PUMUKI_REFRESH_TRANSCRIPTS") != nullptr) {
    record(path);
    return;
  }
  std::istringstream lines{pumuki::test::read_bytes(path)};
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
