#include "tests/unit/gate/cli/runner_fixture.h"

#include <gmock/gmock.h>

#include <tuple>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// --- every cell: program × outcome × form

enum class Expect { Allowed, Blocked, Failed };

class Cells : public RunnerTest,
              public testing::WithParamInterface<std::tuple<std::string, Expect, std::string>> {
 protected:
  [[nodiscard]] std::string program() const { return std::get<0>(GetParam()); }
  [[nodiscard]] Expect expected() const { return std::get<1>(GetParam()); }
  [[nodiscard]] std::string form() const { return std::get<2>(GetParam()); }

  /// Content of every stage at once: committed, with an index on top.
  void prepare() {
    const std::string& content = expected() == Expect::Blocked ? k_bad : k_fine;
    repo_.branch("main").commit_file("f", content).write("g", content).stage("g");
    if (expected() == Expect::Failed) {
      set("PATH", "/nonexistent");
    }
  }
  Ran run_form() {
    std::vector<std::string> arguments{"origin", "address"};
    if (!form().empty()) {
      arguments.push_back(form());
    }
    const std::string lines = "refs/heads/feature/x " + repo_.git({"rev-parse", "HEAD"}) +
                              " refs/heads/feature/x " + repo_.git({"rev-parse", "main"}) + "\n";
    return run(program(), arguments, program() == "pumuki-pre-push" ? lines : "");
  }
};

TEST_P(Cells, exit_code_and_one_document) {
  prepare();
  const Ran ran = run_form();
  const int code = static_cast<int>(expected());
  EXPECT_EQ(ran.exit_code, code) << ran.out << ran.err;
  if (form() == "--json") {
    EXPECT_EQ(Json::parse(ran.out).at("exit_code"), code);
  } else if (form() == "--sarif") {
    const Json run = Json::parse(ran.out).at("runs").at(0);
    EXPECT_EQ(run.at("invocations").at(0).at("exitCode"), code);
    EXPECT_EQ(run.at("invocations").at(0).at("executionSuccessful"), code != 2);
    EXPECT_EQ(run.at("results").empty(), code != 1);
  } else if (form() == "--junit") {
    EXPECT_THAT(ran.out, StartsWith("<?xml "));
    EXPECT_THAT(ran.out, HasSubstr(code == 1   ? "<failure "
                                   : code == 2 ? "<error "
                                               : "failures=\"0\""));
  } else if (form() == "--github") {
    EXPECT_EQ(ran.out.starts_with("::error "), code != 0) << ran.out;
  } else if (form() == "--quiet") {
    EXPECT_THAT(ran.out, IsEmpty());
  } else {
    EXPECT_EQ(ran.out.starts_with("BLOCKED "), code == 1) << ran.out;
  }
  EXPECT_EQ(ran.err.empty(), code != 2) << ran.err;
}

std::string cell_name(const testing::TestParamInfo<Cells::ParamType>& cell) {
  std::string name = std::get<0>(cell.param) + "_" +
                     std::to_string(static_cast<int>(std::get<1>(cell.param))) + "_" +
                     (std::get<2>(cell.param).empty() ? "text" : std::get<2>(cell.param));
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Runner, Cells,
    testing::Combine(testing::Values("pumuki-pre-commit", "pumuki-pre-push", "pumuki-ci"),
                     testing::Values(Expect::Allowed, Expect::Blocked, Expect::Failed),
                     testing::Values("", "--json", "--sarif", "--github", "--junit", "--quiet")),
    cell_name);

// --- text

class RunnerOutput : public RunnerTest {
 protected:
  void stage_bad(int files) {
    for (int i = 0; i < files; ++i) {
      repo_.write("bad" + std::to_string(i), k_bad);
    }
    repo_.stage_all();
  }
};

TEST_F(RunnerOutput, a_blocked_commit_names_place_rule_and_fix) {
  stage_bad(1);
  const auto ran = run("pumuki-pre-commit");
  EXPECT_THAT(ran.out, StartsWith("BLOCKED PRE_COMMIT " + repo_.root() +
                                  " (feature/x): 1 problem blocks\nbad0:2  core.conflict-marker  "
                                  "ERROR  "));
  EXPECT_THAT(ran.out, HasSubstr("  → "));
  EXPECT_THAT(ran.out, Not(HasSubstr("EVIDENCE_GATE_BLOCKED"))) << "one cause, one message";
}

TEST_F(RunnerOutput, the_object_has_the_members_of_its_schema) {
  stage_bad(1);
  const Json schema = Json::parse(
      test::read_bytes(std::string{PUMUKI_SOURCE_DIR} + "/schemas/gate-run.schema.json"));
  const Json said = Json::parse(run("pumuki-pre-commit", {"--json"}).out);
  const auto expect_members = [](const Json& object, const Json& shape) {
    for (const auto& [name, value] : object.items()) {
      EXPECT_TRUE(shape.at("properties").contains(name)) << name;
    }
    for (const Json& name : shape.at("required")) {
      EXPECT_TRUE(object.contains(name.get<std::string>())) << name;
    }
  };
  expect_members(said, schema);
  expect_members(said.at("findings").at(0), schema.at("properties").at("findings").at("items"));
}

TEST_F(RunnerOutput, a_clean_commit_is_one_line) {
  repo_.write("f", k_fine).stage("f");
  const auto ran = run("pumuki-pre-commit");
  EXPECT_THAT(ran.out, StartsWith("[pumuki][hook-gate] stage=PRE_COMMIT decision=ALLOWED "));
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1);
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST_F(RunnerOutput, twenty_lines_then_a_count) {
  stage_bad(23);
  set("PUMUKI_PREWRITE_WORKTREE_HYGIENE_ENABLED", "off");
  const auto ran = run("pumuki-pre-commit");
  EXPECT_THAT(ran.out, HasSubstr("23 problems block"));
  EXPECT_THAT(ran.out, HasSubstr("and 3 more: pumuki evidence show --json\n"));
  // Head, twenty problems, the count, the summary.
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 23);
}

TEST_F(RunnerOutput, a_file_takes_the_document_and_the_text_stays) {
  stage_bad(1);
  const auto ran = run("pumuki-pre-commit", {"--sarif", "-o", "out.sarif"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, StartsWith("BLOCKED"));
  EXPECT_EQ(Json::parse(test::read_bytes(repo_.root() + "/out.sarif")).at("version"), "2.1.0");
}

TEST_F(RunnerOutput, a_file_that_cannot_be_written) {
  repo_.write("f", k_fine).stage("f");
  EXPECT_EQ(run("pumuki-pre-commit", {"--json", "-o", "/nonexistent/x"}).exit_code, 2);
  EXPECT_EQ(run("pumuki-pre-commit", {"--json", "-o", "/dev/full"}).exit_code, 2);
  stage_bad(1);
  EXPECT_EQ(run("pumuki-pre-commit", {"--json", "-o", "/dev/full"}).exit_code, 1);
}

TEST_F(RunnerOutput, a_reader_that_went_away_changes_no_verdict) {
  stage_bad(1);
  const std::string program = std::string{PUMUKI_BIN_DIR} + "/pumuki-pre-commit";
  for (const std::string form : {"", "--json", "--sarif"}) {
    const auto full = start_in(repo_.root(), {"sh", "-c", program + " " + form + " >/dev/full"});
    EXPECT_EQ(full.exit_code, 1);
    const auto closed = start_in(repo_.root(), {"sh", "-c", program + " " + form + " >&-"});
    EXPECT_EQ(closed.exit_code, 1);
  }
}

TEST_F(RunnerOutput, wrong_options_get_their_document) {
  const auto ran = run("pumuki-pre-commit", {"--json", "--project"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(Json::parse(ran.out).at("error").at("code"), "USAGE_ERROR");
  EXPECT_EQ(run("pumuki-pre-commit", {"--json", "--sarif"}).exit_code, 2);
  EXPECT_EQ(run("pumuki-pre-push", {"--all-refs=perhaps"}).exit_code, 2);
}

TEST_F(RunnerOutput, the_name_may_be_a_word_of_the_program) {
  stage_bad(1);
  EXPECT_EQ(run("pumuki", {"pre-commit", "--quiet"}).exit_code, 1);
  EXPECT_EQ(run("pumuki", {"pumuki-pre-commit", "--quiet"}).exit_code, 1);
  EXPECT_EQ(run("pumuki-pre-commit", {"--help"}).exit_code, 0);
}

TEST_F(RunnerOutput, outside_a_repository_there_is_nothing_to_judge) {
  const auto ran = run_in(repo_.temp().path(), "pumuki-pre-commit", {"--json"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(Json::parse(ran.out).at("error").at("code"), "NO_REPOSITORY");
}

// --- evidence

class RunnerEvidence : public RunnerTest {
 protected:
  [[nodiscard]] std::string file() const { return repo_.root() + "/.ai_evidence.json"; }
  [[nodiscard]] Json evidence() const { return Json::parse(test::read_bytes(file())); }
  Json run_json(const std::string& program = "pumuki-pre-commit",
                std::vector<std::string> arguments = {}) {
    arguments.emplace_back("--json");
    return Json::parse(run(program, arguments).out);
  }
  /// The file is part of the last commit.
  void track() {
    repo_.write(".gitignore", "").write(".ai_evidence.json", "{}\n").stage_all().commit("tracked");
  }
};

TEST_F(RunnerEvidence, is_written_by_every_run) {
  repo_.write("f", k_bad).stage("f");
  EXPECT_EQ(run_json().at("evidence_written"), true);
  EXPECT_EQ(evidence().at("ai_gate").at("status"), "BLOCKED");
  repo_.write("f", k_fine).stage("f");
  run("pumuki-pre-commit");
  EXPECT_EQ(evidence().at("ai_gate").at("status"), "ALLOWED");
  EXPECT_EQ(run("pumuki", {"gate", "--stage", "PRE_COMMIT", "--quiet"}).exit_code, 0);
}

TEST_F(RunnerEvidence, a_tracked_file_stays_as_it_is_when_the_commit_passes) {
  track();
  repo_.write("f", k_fine).stage("f");
  const auto before = identity(file());
  const Json said = run_json();
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("evidence_written"), false);
  EXPECT_EQ(identity(file()), before);
}

TEST_F(RunnerEvidence, a_tracked_file_is_written_when_the_commit_is_blocked_and_put_back_later) {
  track();
  repo_.write("f", k_bad).stage("f");
  EXPECT_EQ(run_json().at("evidence_written"), true);
  EXPECT_EQ(evidence().at("ai_gate").at("status"), "BLOCKED");
  repo_.write("f", k_fine).stage("f");
  EXPECT_EQ(run_json().at("exit_code"), 0);
  EXPECT_EQ(test::read_bytes(file()), "{}\n");
}

TEST_F(RunnerEvidence, a_link_in_the_place_of_a_tracked_file_is_replaced_when_it_is_put_back) {
  track();
  const std::string target = repo_.temp() / "elsewhere.json";
  test::write_bytes(target, "mine");
  std::filesystem::remove(file());
  std::filesystem::create_symlink(target, file());
  repo_.write("f", k_fine).stage("f");
  const Json said = run_json();
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("evidence_written"), false);
  EXPECT_FALSE(std::filesystem::is_symlink(file()));
  EXPECT_EQ(test::read_bytes(file()), "{}\n");
  EXPECT_EQ(test::read_bytes(target), "mine");
}

TEST_F(RunnerEvidence, a_staged_file_is_renewed_in_the_commit) {
  track();
  repo_.write(".ai_evidence.json", "{ }\n").write("f", k_fine).stage_all();
  EXPECT_EQ(git({"commit", "-m", "x"}).exit_code, 0) << answer().dump(1);
  const Json committed = Json::parse(repo_.git({"show", "HEAD:.ai_evidence.json"}));
  EXPECT_EQ(committed.at("ai_gate").at("status"), "ALLOWED");
  EXPECT_EQ(committed, evidence());
}

TEST_F(RunnerEvidence, a_tracked_file_and_a_push) {
  track();
  repo_.branch("main").commit_file("f", k_fine);
  const auto before = identity(file());
  EXPECT_EQ(run_json("pumuki-pre-push").at("evidence_written"), false);
  EXPECT_EQ(identity(file()), before);
  set("PUMUKI_PRE_PUSH_ALWAYS_WRITE_TRACKED_EVIDENCE", "1");
  EXPECT_EQ(run_json("pumuki-pre-push").at("evidence_written"), true);
}

TEST_F(RunnerEvidence, that_cannot_be_written_changes_no_verdict) {
  // A folder in its place: also root cannot write there.
  std::filesystem::create_directories(file() + "/x");
  repo_.write("f", k_fine).stage("f");
  const Json said = run_json();
  EXPECT_EQ(said.at("exit_code"), 0) << said.dump(1);
  EXPECT_EQ(said.at("evidence_written"), false);
  EXPECT_THAT(said.at("evidence_reason").get<std::string>(), Not(IsEmpty()));
  EXPECT_EQ(run_json("pumuki-pre-commit", {"--require-evidence"}).at("exit_code"), 2);
  repo_.write("f", k_bad).stage("f");
  EXPECT_EQ(run("pumuki-pre-commit").exit_code, 1);
}

// --- cost

class RunnerCost : public RunnerTest {
 protected:
  RunnerCost() {
    const std::string wrapper = repo_.temp() / "bin/git";
    test::write_bytes(wrapper, "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'" + log() +
                                   "'\nPATH=${PATH#*:} exec git \"$@\"\n");
    std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    set("PATH", repo_.temp() / "bin:" + std::string{*environment_.get("PATH")});
    set("PUMUKI_PREWRITE_WORKTREE_HYGIENE_ENABLED", "off");
  }
  [[nodiscard]] std::string log() const { return repo_.temp() / "starts"; }
  void stage_files(int files, const std::string& content) {
    for (int i = 0; i < files; ++i) {
      repo_.write("f" + std::to_string(i), content);
    }
    repo_.stage_all();
  }
  /// git processes of one run.
  std::ptrdiff_t starts(const std::string& program) {
    std::filesystem::remove(log());
    EXPECT_EQ(run(program).exit_code, 0);
    return std::ranges::count(test::read_bytes(log()), '\n');
  }
};

TEST_F(RunnerCost, a_commit_of_edits_costs_three_processes_however_many) {
  stage_files(300, k_fine);
  repo_.commit("before");
  for (const int files : {1, 300}) {
    stage_files(files, "edited\n" + std::to_string(files));
    EXPECT_EQ(starts("pumuki-pre-commit"), 3) << test::read_bytes(log());
  }
}

TEST_F(RunnerCost, new_names_cost_one_more) {
  for (const int files : {1, 300}) {
    stage_files(files, k_fine);
    EXPECT_EQ(starts("pumuki-pre-commit"), 4) << test::read_bytes(log());
  }
}

}  // namespace
}  // namespace pumuki::cli
