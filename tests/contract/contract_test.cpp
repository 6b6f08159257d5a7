// The recorded cases against the real programs: one test per case, named Area<shard>.case_name.
// Cases with the same setting follow each other and share a repository and a server.
#include "gate/core/text.h"
#include "tests/contract/bench.h"
#include "tests/contract/case_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

namespace pumuki::contract {
namespace {

/// Parts of an area that ctest may run side by side; CMakeLists.txt names the same suites.
constexpr std::size_t shards_of(Area area) {
  return area == Area::Enterprise || area == Area::Gate ? 2 : 1;
}

constexpr std::string_view program_of(Area area) {
  return area == Area::Evidence ? "pumuki-mcp-evidence" : "pumuki-mcp-enterprise";
}

/// The bench of the group that ran last.
struct Shared {
  std::string group;
  std::unique_ptr<Bench> bench;
};

Shared& shared() {
  static Shared instance;
  return instance;
}

class EndsServer : public testing::Environment {
 public:
  void TearDown() override { shared().bench.reset(); }
};

class ContractCase : public testing::Test {
 public:
  ContractCase(Area area, const Case& contract_case) : area_{area}, case_{contract_case} {}

  void TestBody() override {
    if (area_ == Area::Evaluate) {
      check_command();
    } else {
      check_reply();
    }
  }

 private:
  Bench& bench() {
    Shared& current = shared();
    if (current.group != case_.group || !current.bench || !current.bench->alive()) {
      current.bench.reset();
      current.bench = std::make_unique<Bench>(case_.setting);
      current.bench->start(program_of(area_));
      current.group = case_.group;
    }
    return *current.bench;
  }

  void check_reply() {
    Bench& server = bench();
    const test::HttpReply reply = server.ask(case_.request);
    EXPECT_EQ(reply.status, case_.status);
    EXPECT_EQ(reply.header("Content-Type"), "application/json; charset=utf-8");
    EXPECT_EQ(reply.header("Cache-Control"), "no-store");
    if (case_.empty_body) {
      EXPECT_EQ(reply.body, "");
    }
    check_body(reply.body, server.repository());
    EXPECT_TRUE(server.alive()) << "the server died: " << server.error_text();
  }

  void check_command() {
    constexpr std::string_view k_allowed = "\"allowed\":true";
    Bench place{case_.setting};
    std::vector<std::string> arguments{"gate", "--project", place.repository(), "--json"};
    arguments.insert(arguments.end(), case_.arguments.begin(), case_.arguments.end());
    const ProcessOutput output = place.run("pumuki", arguments);
    EXPECT_EQ(output.exit_code, case_.body->find(k_allowed) != std::string::npos ? 0 : 1)
        << output.err;
    check_body(output.out, place.repository());
  }

  void check_body(const std::string& actual, const std::string& repository) {
    if (!case_.body) {
      return;
    }
    for (const std::string& line :
         differences(with_repository(*case_.body, repository), actual, case_.ignored)) {
      ADD_FAILURE() << line;
    }
  }

  Area area_;
  const Case& case_;
};

std::string test_name(const std::string& name) {
  std::string result = name;
  std::ranges::replace_if(result, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return result;
}

void register_area(Area area, std::vector<Case>& cases) {
  std::map<std::string, std::size_t> groups;
  for (const Case& each : cases) {
    groups.try_emplace(each.group, groups.size());
  }
  std::ranges::stable_sort(cases, {}, [&](const Case& each) {
    const std::size_t place = groups.at(each.group);
    return std::pair{place % shards_of(area), place};
  });
  for (const Case& each : cases) {
    const std::string suite =
        std::string{name_of(area)} + std::to_string(groups.at(each.group) % shards_of(area) + 1);
    testing::RegisterTest(
        suite.c_str(), test_name(each.name).c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [area, &each]() -> testing::Test* { return new ContractCase{area, each}; });
  }
}

}  // namespace
}  // namespace pumuki::contract

int main(int argc, char** argv) {
  using pumuki::contract::Area;
  testing::InitGoogleTest(&argc, argv);
  std::map<Area, std::vector<pumuki::contract::Case>> tables;
  try {
    for (const Area area : {Area::Evidence, Area::Enterprise, Area::Gate, Area::Evaluate}) {
      tables[area] = pumuki::contract::load_cases(area);
      pumuki::contract::register_area(area, tables[area]);
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  testing::AddGlobalTestEnvironment(new pumuki::contract::EndsServer);
  return RUN_ALL_TESTS();
}
