#include "bridges/mcp/dispatcher.h"
#include "bridges/mcp/json_view.h"
#include "bridges/mcp/line_reader.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/bridges/mcp/fake_service.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::mcp {
namespace {

namespace fs = std::filesystem;

constexpr int k_rounds = 3000;
constexpr unsigned k_seed = 20260728;

/// Every line that a client says in the transcripts.
std::vector<std::string> client_lines() {
  std::vector<std::string> lines;
  const fs::path folder = fs::path{PUMUKI_SOURCE_DIR} / "tests/unit/bridges/mcp/transcripts";
  for (const auto& entry : fs::directory_iterator{folder}) {
    std::istringstream text{pumuki::test::read_bytes(entry.path().string())};
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("> ") && line.find("\"throw\"") == std::string::npos) {
        lines.push_back(line.substr(2));
      }
    }
  }
  std::ranges::sort(lines);
  return lines;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random_);
  }
  std::string mutated(std::string text, const std::string& other) {
    for (std::size_t i = below(4) + 1; i > 0 && !text.empty(); --i) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, below(8) + 1);
          break;
        case 2:
          text.insert(at, 1, "{}[]\",:0-\\n"[below(11)]);
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        default:
          text.insert(at, other.substr(below(other.size()), below(60)));
      }
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

/// Whatever comes in, what goes out is JSON-RPC, one object or batch per line, and the next request
/// is served.
TEST(Mutations, every_line_is_survived_and_answered_with_messages_only) {
  const auto lines = client_lines();
  ASSERT_GT(lines.size(), 100U);
  const Catalogue catalogue = test::full_catalogue();
  test::FakeService service;
  service.release();
  test::LineCollector out;
  Dispatcher dispatcher{catalogue, service};
  const auto session = std::make_shared<Session>(borrowed(out));
  LineReader reader{{[&](std::string_view line) { dispatcher.handle_line(session, line); },
                     [&] { dispatcher.refuse_long_line(session); }},
                    std::size_t{1} << 16};
  Mutator mutator{k_seed};
  for (int i = 0; i < k_rounds; ++i) {
    const std::string& line = lines[mutator.below(lines.size())];
    const std::string text = mutator.mutated(line, lines[mutator.below(lines.size())]) + "\n";
    const std::size_t cut = mutator.below(text.size());
    reader.feed(std::string_view{text}.substr(0, cut));
    reader.feed(std::string_view{text}.substr(cut));
  }
  reader.finish();
  dispatcher.handle_line(session, R"({"jsonrpc":"2.0","id":"last","method":"tools/call",)"
                                  R"("params":{"name":"echo"}})");
  while (!dispatcher.idle()) {
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  const auto said = out.lines();
  EXPECT_GT(said.size(), static_cast<std::size_t>(k_rounds) / 4);
  for (const std::string& line : said) {
    ASSERT_EQ(check_json(line), JsonFault::None) << line.substr(0, 200);
    ASSERT_TRUE(line.starts_with(R"({"jsonrpc":"2.0",)") ||
                line.starts_with(R"([{"jsonrpc":"2.0",)"))
        << line.substr(0, 200);
  }
  EXPECT_EQ(std::ranges::count_if(said,
                                  [](const std::string& line) {
                                    return line.find("\"id\":\"last\"") != std::string::npos;
                                  }),
            1);
}

}  // namespace
}  // namespace pumuki::mcp
