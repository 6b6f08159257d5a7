#include "gate/collect/analysers.h"

#include "gate/core/files.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/collect/fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>

namespace pumuki::collect {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// A shell program that prints, in gcc's form, a warning for every file that holds BAD.
constexpr const char* k_finds_bad = R"sh(#!/bin/sh
printf '['
comma=
for file in "$@"; do
  if grep -q BAD "$file"; then
    printf '%s{"kind":"warning","message":"bad in %s/tree","option":"-Wbad","children":[],' "$comma" "$PWD"
    printf '"locations":[{"caret":{"file":"%s","line":1,"column":1}}]}' "$file"
    comma=,
  fi
done
echo ']'
)sh";

class Analysers : public CollectTest {
 protected:
  Analysers() {
    repo_.init().commit_file("README", "x\n");
    temp_ = repo_.temp() / "tmp";
    std::filesystem::create_directory(temp_);
    environment_ = repo_.environment().with("TMPDIR", temp_);
  }

  /// An executable outside the repository.
  std::string program(const std::string& name, const std::string& text) {
    const std::string path = repo_.temp() / ("bin/" + name);
    test::write_bytes(path, text.starts_with('#') ? text : "#!/bin/sh\n" + text + "\n");
    ::chmod(path.c_str(), 0755);
    return path;
  }
  void configure(std::vector<std::string> command) {
    policy::AnalyserConfig analyser;
    analyser.name = "bad";
    analyser.command = std::move(command);
    analyser.globs = {"**/*.c"};
    analyser.stages = {Stage::PreCommit};
    analyser.format = "gcc-json";
    config_.analysers = {analyser};
  }
  Result<Gathered> try_run(const Scope& scope, Stage stage = Stage::PreCommit) {
    const CollectContext context{.environment = environment_,
                                 .clock = clock_,
                                 .root = repo_.root(),
                                 .changes = changes(),
                                 .branch = {},
                                 .config = config_,
                                 .progress = {}};
    Gathered gathered;
    if (auto done = gather_analysers(context, stage, scope, gathered); !done) {
      return std::unexpected{done.error()};
    }
    return gathered;
  }
  Gathered run() { return value(try_run(staged())); }
  std::vector<std::string> found(const Gathered& gathered) {
    std::vector<evidence::Finding> findings;
    for (const RawFinding& raw : gathered.raw) {
      findings.push_back(raw.finding);
    }
    return told(findings);
  }
  Error failure() {
    const auto result = try_run(staged());
    if (result) {
      throw std::runtime_error("it did not fail");
    }
    return result.error();
  }
  bool nothing_left() const { return std::filesystem::is_empty(temp_); }

  std::string temp_;
  Environment environment_;
};

TEST_F(Analysers, run_in_place_when_the_files_are_as_they_are_judged) {
  configure(
      {program("bad", std::string{k_finds_bad} + "pwd > \"" + repo_.temp().path() + "/where\"\n"),
       "{files}"});
  repo_.write("a.c", "BAD\n").write("b.c", "ok\n").write("c.txt", "BAD\n").stage_all();
  const auto gathered = run();
  EXPECT_THAT(found(gathered), ElementsAre(HasSubstr(" a.c:1")));
  EXPECT_EQ(test::read_bytes(repo_.temp() / "where"), repo_.root() + "\n");
  EXPECT_EQ(gathered.raw.front().finding.matched_by, "bad");
  EXPECT_EQ(gathered.raw.front().finding.source, "git:staged");
  EXPECT_TRUE(nothing_left());
}

TEST_F(Analysers, see_the_index_when_the_work_tree_differs) {
  configure({program("bad", k_finds_bad), "{files}"});
  repo_.write("a.c", "BAD\n").write("b.c", "ok\n").stage_all();
  repo_.write("a.c", "ok\n").write("b.c", "BAD\n");
  const auto gathered = run();
  EXPECT_THAT(found(gathered), ElementsAre(HasSubstr(" a.c:1")));
  EXPECT_THAT(gathered.raw.front().finding.message, Not(HasSubstr(temp_)));
  EXPECT_EQ(test::read_bytes(repo_.root() + "/b.c"), "BAD\n");
  EXPECT_TRUE(nothing_left());
}

TEST_F(Analysers, see_the_whole_judged_tree) {
  configure({program("bad", "cat inc/a.h > \"" + repo_.temp().path() + "/seen\"; ls > \"" +
                                repo_.temp().path() + "/list\"; echo '[]'"),
             "{files}"});
  repo_.write("inc/a.h", "old\n").write("gone.c", "1").stage_all().commit("1");
  repo_.write("inc/a.h", "staged\n").write("a.c", "1\n").stage_all();
  repo_.git({"rm", "-q", "--cached", "gone.c"});
  repo_.write("inc/a.h", "edited\n").write("untracked.c", "1");
  run();
  EXPECT_EQ(test::read_bytes(repo_.temp() / "seen"), "staged\n");
  EXPECT_EQ(test::read_bytes(repo_.temp() / "list"), "README\na.c\ninc\n");
}

TEST_F(Analysers, a_file_that_only_the_index_deleted_is_not_seen) {
  configure({program("bad", "ls > \"" + repo_.temp().path() + "/list\"; echo '[]'"), "{files}"});
  repo_.commit_file("old.c", "1").write("new.c", "2").stage_all();
  repo_.git({"rm", "-q", "--cached", "old.c"});
  run();
  EXPECT_EQ(test::read_bytes(repo_.temp() / "list"), "README\nnew.c\n");
}

TEST_F(Analysers, see_files_outside_a_sparse_checkout) {
  configure({program("bad", k_finds_bad), "{files}"});
  repo_.write("in/a.c", "ok\n").write("out/b.c", "ok\n").stage_all().commit("1");
  repo_.git({"sparse-checkout", "set", "in"});
  repo_.write("blob", "BAD\n");
  repo_.git({"update-index", "--cacheinfo",
             "100644," + repo_.git({"hash-object", "-w", "blob"}) + ",out/b.c"});
  repo_.git({"update-index", "--skip-worktree", "out/b.c"});
  repo_.remove("blob");
  EXPECT_THAT(found(run()), ElementsAre(HasSubstr(" out/b.c:1")));
}

TEST_F(Analysers, see_the_pushed_commit_and_not_the_work_tree) {
  configure({program("bad", k_finds_bad), "{files}"});
  repo_.commit_file("a.c", "BAD\n");
  const Scope pushed = range("HEAD~1");
  repo_.commit_file("a.c", "ok\n");
  const auto gathered = value(try_run(pushed));
  EXPECT_THAT(found(gathered), ElementsAre(HasSubstr(" a.c:1")));
  EXPECT_EQ(gathered.raw.front().finding.source, "git:range");
}

TEST_F(Analysers, installed_packages_can_be_used_in_the_checkout) {
  configure(
      {program("bad", "cat node_modules/p/x > \"" + repo_.temp().path() + "/seen\"; echo '[]'"),
       "{files}"});
  repo_.write("a.c", "1\n").stage_all();
  repo_.write("a.c", "2\n").write("node_modules/p/x", "package");
  run();
  EXPECT_EQ(test::read_bytes(repo_.temp() / "seen"), "package");
  EXPECT_EQ(test::read_bytes(repo_.root() + "/node_modules/p/x"), "package");
}

TEST_F(Analysers, odd_names_are_arguments_and_never_options) {
  configure({program("bad", "for f in \"$@\"; do printf '<%s>' \"$f\"; done > \"" +
                                repo_.temp().path() + "/args\"; echo '[]'"),
             "{files}"});
  repo_.write("new\nline.c", "1").write("-x.c", "1").write("a b\".c", "1").stage_all();
  run();
  EXPECT_THAT(test::read_bytes(repo_.temp() / "args"),
              AllOf(HasSubstr("<new\nline.c>"), HasSubstr("<./-x.c>"), HasSubstr("<a b\".c>")));
}

TEST_F(Analysers, an_output_file_is_read_instead_of_standard_output) {
  configure({program("bad", "echo chatter; shift; cat <<E >\"${1#--to=}\"\n[]\nE"), "x",
             "--to={output}", "{files}"});
  repo_.write("a.c", "1").stage_all();
  const auto gathered = run();
  EXPECT_THAT(gathered.raw, IsEmpty());
  ASSERT_EQ(gathered.collection.reports.size(), 1U);
  EXPECT_EQ(gathered.collection.reports.front().kind, "gcc-json");
}

TEST_F(Analysers, a_report_on_standard_error_is_read_for_compilers) {
  configure({program("bad", "exec 1>&2\n" + std::string{k_finds_bad}.substr(10)), "{files}"});
  repo_.write("a.c", "BAD").stage_all();
  EXPECT_THAT(found(run()), ElementsAre(HasSubstr(" a.c:1")));
}

TEST_F(Analysers, a_bad_exit_status_with_a_report_is_no_failure) {
  configure({program("bad", std::string{k_finds_bad} + "exit 1\n"), "{files}"});
  repo_.write("a.c", "BAD").stage_all();
  EXPECT_THAT(found(run()), ElementsAre(HasSubstr(" a.c:1")));
}

TEST_F(Analysers, what_cannot_be_used_is_an_error_and_never_an_empty_result) {
  struct Case {
    const char* script;
    const char* message;
  };
  repo_.write("a.c", "1").stage_all();
  for (const auto& [script, message] :
       {Case{"echo rubbish", "its output is no gcc-json"}, Case{"exit 1", "failed with status 1"},
        Case{"echo '['; exit 0", "its output is no gcc-json"},
        Case{"echo '[]'; exit 127", "status 127"}, Case{"echo why >&2; exit 126", "why"},
        Case{"echo '[]'; kill -9 $$", "status 137"}, Case{"true", "its output is no gcc-json"}}) {
    configure({program("bad", script), "{files}"});
    const Error error = failure();
    EXPECT_EQ(error.code, Code::AnalyserFailed) << script;
    EXPECT_THAT(error.message, AllOf(StartsWith("analyser bad: "), HasSubstr(message))) << script;
  }
  EXPECT_TRUE(nothing_left());
}

TEST_F(Analysers, a_report_file_that_was_not_written_is_an_error) {
  configure({program("bad", "echo '[]'"), "{output}", "{files}"});
  repo_.write("a.c", "1").stage_all();
  EXPECT_THAT(failure().message, HasSubstr("wrote no report"));
}

TEST_F(Analysers, clang_tidy_writes_no_export_file_when_it_has_nothing_to_say) {
  repo_.write("a.c", "1").stage_all();
  configure({program("tidy", "exit 0"), "{output}", "{files}"});
  config_.analysers.front().format = "clang-tidy-yaml";
  EXPECT_THAT(found(run()), IsEmpty());
  config_.analysers.front().command.front() = program("tidy", "exit 1");
  EXPECT_THAT(failure().message, HasSubstr("wrote no report"));
}

TEST_F(Analysers, a_missing_program_is_an_error_that_says_what_to_do) {
  repo_.write("a.c", "1").stage_all();
  for (const char* name : {"no-such-program-here", "/no/such/program", "tools/none"}) {
    configure({name, "{files}"});
    const Error error = failure();
    EXPECT_EQ(error.code, Code::AnalyserFailed);
    EXPECT_THAT(error.message, HasSubstr("not installed"));
    EXPECT_THAT(error.hint, HasSubstr("gate.json"));
  }
}

TEST_F(Analysers, a_program_of_the_repository_is_found_from_the_checkout) {
  repo_.write("a.c", "1").stage_all();
  repo_.write("a.c", "2").write("tools/check", "#!/bin/sh\necho '[]'\n");
  ::chmod((repo_.root() + "/tools/check").c_str(), 0755);
  configure({"tools/check", "{files}"});
  EXPECT_TRUE(try_run(staged()));
}

TEST_F(Analysers, over_its_time_it_is_killed_with_its_children) {
  configure({program("bad", "sleep 300 & echo $! > \"" + repo_.temp().path() + "/pid\"; wait"),
             "{files}"});
  config_.analysers.front().timeout = std::chrono::milliseconds{300};
  repo_.write("a.c", "1").stage_all();
  EXPECT_THAT(failure().message, HasSubstr("still running after 300 ms"));
  const pid_t child = std::stoi(test::read_bytes(repo_.temp() / "pid"));
  for (int i = 0; i < 500 && ::kill(child, 0) == 0; ++i) {
    ::usleep(10'000);
  }
  EXPECT_NE(::kill(child, 0), 0);
  EXPECT_TRUE(nothing_left());
}

TEST_F(Analysers, neither_secrets_nor_the_hooks_variables_get_through) {
  configure({program("bad", "env > \"" + repo_.temp().path() + "/env\"; echo '[]'"), "{files}"});
  environment_ = environment_.with("AWS_SECRET_ACCESS_KEY", "s")
                     .with("GIT_DIR", repo_.root() + "/.git")
                     .with("GITHUB_TOKEN", "s")
                     .with("LC_TIME", "C");
  repo_.write("a.c", "1").stage_all();
  run();
  const std::string seen = test::read_bytes(repo_.temp() / "env");
  EXPECT_THAT(seen,
              AllOf(HasSubstr("PATH="), HasSubstr("LC_TIME=C"), HasSubstr("TMPDIR=" + temp_)));
  EXPECT_THAT(seen,
              AllOf(Not(HasSubstr("GIT_")), Not(HasSubstr("SECRET")), Not(HasSubstr("TOKEN"))));
}

TEST_F(Analysers, with_nothing_to_look_at_it_does_not_run_and_counts_as_evaluated) {
  configure({"no-such-program-here", "{files}"});
  repo_.write("a.txt", "1").stage_all();
  const auto gathered = run();
  EXPECT_THAT(gathered.collection.coverage.evaluated_rule_ids, ElementsAre("analyser.bad"));
}

TEST_F(Analysers, of_other_stages_take_no_part) {
  configure({"no-such-program-here", "{files}"});
  repo_.write("a.c", "1").stage_all();
  const auto gathered = value(try_run(staged(), Stage::Ci));
  EXPECT_THAT(gathered.collection.coverage.active_rule_ids, IsEmpty());
}

TEST(AnalyserCommands, many_files_are_given_in_batches) {
  std::vector<std::string> files;
  for (int i = 0; i < 20'000; ++i) {
    files.push_back("some/folder/with/a/long/name/file" + std::to_string(i) + ".c");
  }
  const auto commands = analyser_commands({"x", "{files}", "-o", "{output}"}, files, "/t");
  ASSERT_GT(commands.size(), 2U);
  std::size_t given = 0;
  for (const AnalyserCommand& command : commands) {
    const std::size_t bytes = std::accumulate(
        command.argv.begin(), command.argv.end(), std::size_t{0},
        [](std::size_t sum, const std::string& text) { return sum + text.size() + 1; });
    EXPECT_LT(bytes, std::size_t{140} << 10);
    EXPECT_EQ(command.argv.back(), command.output);
    given += command.argv.size() - 3;
  }
  EXPECT_EQ(given, files.size());
  EXPECT_NE(commands[0].output, commands[1].output);
}

TEST(AnalyserCommands, without_files_it_is_one_command) {
  const auto commands = analyser_commands({"make", "lint"}, {"a", "b"}, "/t");
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_THAT(commands.front().argv, ElementsAre("make", "lint"));
  EXPECT_EQ(commands.front().output, "");
}

}  // namespace
}  // namespace pumuki::collect
