// Every body of the contract cases and every evidence file against schemas/.
#include "tests/contract/case_table.h"
#include "tests/contract/schema_check.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace pumuki::contract {
namespace {

const Schemas& schemas() {
  static const Schemas instance;
  return instance;
}

void expect_match(const std::string& schema, const std::string& json, const std::string& where,
                  const std::string& member = {}) {
  for (const std::string& problem : schemas().problems(schema, json, member)) {
    ADD_FAILURE() << where << " against " << schema << ' ' << problem;
  }
}

bool matches(const std::string& schema, const std::string& json) {
  return schemas().problems(schema, json).empty();
}

std::string path_of(const Case& each) {
  std::string path = each.request.target.substr(0, each.request.target.find('?'));
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

/// Schema of a 200 body of the evidence server; told by the members of the body, because routes
/// may be renamed.
std::string evidence_schema(const Case& each) {
  const std::string path = path_of(each);
  const auto has = [&](const char* text) { return each.body->find(text) != std::string::npos; };
  if (has("\"context_api\"")) {
    return "evidence-status";
  }
  if (has("\"evidence_chain\"")) {
    return "evidence-2.1";
  }
  if (*each.body == R"({"status":"ok"})") {
    return "health";
  }
  return "evidence-" + path.substr(path.rfind('/') + 1);
}

TEST(Schemas, have_their_own_name_as_id) {
  EXPECT_EQ(schemas().wrong_ids(), std::vector<std::string>{});
}

TEST(Schemas, say_the_same_in_every_file) {
  EXPECT_EQ(schemas().unequal_definitions(), std::vector<std::string>{});
}

TEST(Schemas, take_the_files_that_people_write_and_nothing_else) {
  EXPECT_TRUE(matches("gate-config", R"({"thresholds":{"CI":{"block":"ERROR","warn":"WARN"}},)"
                                     R"("sdd":"auto","max_age_seconds":{"PRE_PUSH":60}})"));
  EXPECT_FALSE(matches("gate-config", R"({"tresholds":{}})"));
  EXPECT_FALSE(matches("gate-config", R"({"sdd":"maybe"})"));
  const std::string print = R"("fingerprint":"0123456789abcdef0123456789abcdef")";
  EXPECT_TRUE(
      matches("baseline", R"({"version":"1","findings":[{"rule":"r","file":"f",)" + print + "}]}"));
  EXPECT_FALSE(matches("baseline", R"({"version":"1","findings":[{"rule":"r","file":"f"}]})"));
  const std::string waiver = R"({"version":"1","waivers":[{"id":"w","stage":"CI","reason":"r",)"
                             R"("expires_at":"2030-01-31")";
  EXPECT_TRUE(matches("waivers", waiver + R"(,"owner":"o","path":"src/**"}]})"));
  EXPECT_FALSE(matches("waivers", waiver + "}]}"));
}

TEST(Schemas, match_every_answer_of_the_evidence_server) {
  std::set<std::string> used;
  for (const Case& each : load_cases(Area::Evidence)) {
    if (each.body) {
      const std::string schema = each.status == 200 ? evidence_schema(each) : "error";
      expect_match(schema, *each.body, each.name);
      used.insert(schema);
    }
  }
  EXPECT_EQ(used.size(), 10U) << "a kind of answer has no case any more";
}

void expect_enterprise_match(const Case& each) {
  const std::string path = path_of(each);
  if (each.status != 200) {
    expect_match("error", *each.body, each.name);
  } else if (path == "/tool") {
    expect_match("tool-envelope", *each.body, each.name);
  } else if (path == "/resource") {
    expect_match("resource", *each.body, each.name);
    for (const char* uri : {"gitflow://state", "sdd://status", "sdd://active-change",
                            "context://active", "evidence://status"}) {
      if (each.body->find("\"uri\":\"" + std::string{uri} + '"') != std::string::npos) {
        std::string schema = uri;
        schema.replace(schema.find("://"), 3, "-");
        expect_match(schema, *each.body, each.name, "payload");
      }
    }
  } else {
    const bool catalogue = path == "/tools" || path == "/resources";
    const std::string named = path == "/status" ? "enterprise-status" : "health";
    expect_match(catalogue ? "catalogues" : named, *each.body, each.name);
  }
}

TEST(Schemas, match_every_answer_of_the_enterprise_server) {
  for (const Area area : {Area::Enterprise, Area::Gate}) {
    for (const Case& each : load_cases(area)) {
      if (each.body) {
        expect_enterprise_match(each);
      }
    }
  }
}

TEST(Schemas, match_every_verdict_of_the_command) {
  for (const Case& each : load_cases(Area::Evaluate)) {
    expect_match("gate-result", *each.body, each.name);
  }
}

TEST(Schemas, accept_and_refuse_the_evidence_files_that_the_reader_does) {
  // A broken seal is beyond a schema, so the tampered files match. How the bytes are read (a
  // byte-order mark, ill-formed UTF-8) is the reader's own business.
  const std::set<std::string> refused{
      "array",          "chain-algorithm", "chain-missing",       "chain-no-previous",
      "chain-null",     "chain-uppercase", "chain-sequence-zero", "null",
      "string",         "trailing-comma",  "trailing-garbage",    "truncated",
      "version-number", "wrong-version",   "zero-bytes"};
  for (const auto& [name, bytes] : load_fixtures()) {
    if (name == "bom" || name == "invalid-utf8") {
      continue;
    }
    const auto problems = schemas().problems("evidence-2.1", bytes);
    EXPECT_EQ(!problems.empty(), refused.contains(name))
        << name << ": " << (problems.empty() ? "matches" : problems.front());
  }
}

TEST(Schemas, refuse_a_receipt_whose_status_contradicts_it) {
  const std::string receipt =
      R"({"version":"1","source":"pumuki-enterprise-mcp","tool":"ai_gate_check","repo_root":"/r",)"
      R"("stage":"CI","status":"ALLOWED","allowed":true,"issued_at":"2026-01-02T03:04:05.006Z"})";
  EXPECT_TRUE(matches("gate-receipt", receipt));
  std::string contradiction = receipt;
  contradiction.replace(contradiction.find("true"), 4, "false");
  EXPECT_FALSE(matches("gate-receipt", contradiction));
  std::string blank = receipt;
  blank.replace(blank.find("/r"), 2, "  ");
  EXPECT_FALSE(matches("gate-receipt", blank));
}

TEST(Schemas, refuse_what_is_missing_or_unknown_in_an_answer) {
  EXPECT_TRUE(matches("health", R"({"status":"ok"})"));
  EXPECT_FALSE(matches("health", "{}"));
  EXPECT_FALSE(matches("health", R"({"status":"ok","more":1})"));
  EXPECT_FALSE(matches("error", R"({"error":""})"));
  const std::string envelope =
      R"({"tool":"sync_branches","dryRun":true,"executed":false,"success":true,"warnings":["x"],)"
      R"("result":{"gitflow":{"available":false},"plan":[]}})";
  EXPECT_TRUE(matches("tool-envelope", envelope));
  std::string other_tool = envelope;
  other_tool.replace(other_tool.find("sync_branches"), 13, "ai_gate_check");
  EXPECT_FALSE(matches("tool-envelope", other_tool));
  std::string wet = envelope;
  wet.replace(wet.find("\"dryRun\":true"), 13, "\"dryRun\":false");
  EXPECT_FALSE(matches("tool-envelope", wet));
}

TEST(Schemas, describe_a_tool_request) {
  EXPECT_TRUE(matches("tool-request", R"({"name":"ai_gate_check","args":{"stage":"CI"}})"));
  EXPECT_FALSE(matches("tool-request", R"({"name":"pre_write_guard"})"));
  EXPECT_FALSE(matches("tool-request", R"({"name":"ai_gate_check","args":{"stage":"ci"}})"));
  EXPECT_FALSE(matches("tool-request", "{}"));
}

}  // namespace
}  // namespace pumuki::contract
