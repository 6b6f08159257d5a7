#include "gate/lifecycle/hook_block.h"

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_environment.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

// The block is run by every shell of this machine that a hook may name.

namespace pumuki::lifecycle {
namespace {

using testing::HasSubstr;

/// Shows arguments and input, and ends with $STATUS.
constexpr std::string_view k_fake_program =
    "#!/bin/sh\n"
    "echo \"gate[$*]\"; sed 's/^/gate<</' </dev/stdin; exit ${STATUS:-0}\n";
constexpr std::string_view k_user_text = "echo \"user[$*]\"\nsed 's/^/user<</'\n";

struct Shell {
  std::vector<std::string> argv;
};

std::vector<Shell> shells() {
  std::vector<Shell> found;
  for (const auto& [path, options] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{{"/bin/dash", {"-eu"}},
                                                                     {"/bin/bash", {"-eu"}},
                                                                     {"/bin/sh", {}},
                                                                     {"/bin/busybox", {"sh"}},
                                                                     {"/usr/bin/mksh", {}},
                                                                     {"/usr/bin/zsh", {}}}) {
    if (std::filesystem::exists(path)) {
      Shell shell{{path}};
      shell.argv.insert(shell.argv.end(), options.begin(), options.end());
      found.push_back(std::move(shell));
    }
  }
  return found;
}

class Block : public testing::TestWithParam<Shell> {
 protected:
  Block() {
    test::write_bytes(program(), k_fake_program);
    std::filesystem::permissions(program(), std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::string program() const { return folder_ / "it's a \"path\"\n$HOME/pumuki"; }
  [[nodiscard]] HookBlock block(std::string_view hook) const {
    return {.kind = *hook_kind(hook),
            .program = program(),
            .version = "7.0.0",
            .user_suffix = {},
            .old_mode = {},
            .user_is_named_ruby = false};
  }
  void set(const std::string& name, const std::string& value) {
    environment_ = environment_.with(name, value);
  }
  /// Runs block and user text as the hook `hook` with the arguments "a b" and "c".
  ProcessOutput run(const HookBlock& block, const std::string& input = {}) {
    const std::string path = folder_ / block.kind.name;
    test::write_bytes(path, render_block(block) + "\n" + std::string{k_user_text});
    std::vector<std::string> argv = GetParam().argv;
    for (const std::string& argument : {path, std::string{"a b"}, std::string{"c"}}) {
      argv.push_back(argument);
    }
    return test::run_to_end({.argv = argv, .environment = environment_, .cwd = folder_.path()},
                            input);
  }

  test::TempDir folder_;
  Environment environment_ = test::test_environment();
};

TEST_P(Block, gives_arguments_to_the_gate_and_to_the_user) {
  const auto ran = run(block("pre-commit"), "l\n");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("gate[pre-commit a b c]\n"));
  EXPECT_THAT(ran.out, HasSubstr("user[a b c]\n"));
}

TEST_P(Block, pre_push_gives_the_same_input_to_both) {
  const std::string line = "refs/heads/x \\n $HOME `id` 'q' é\n";
  const auto ran = run(block("pre-push"), line + line);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "gate[pre-push a b c]\ngate<<" + line + "gate<<" + line +
                         "user[a b c]\nuser<<" + line + "user<<" + line);
}

TEST_P(Block, pre_push_of_thousands_of_references_is_no_argument_list) {
  std::string input;
  for (int i = 0; i < 5000; ++i) {
    input +=
        "refs/heads/branch-" + std::to_string(i) + " 0123456789abcdef0123456789abcdef01234567\n";
  }
  set("PUMUKI_PRE_PUSH_STDIN", "an old value");
  const auto ran = run(block("pre-push"), input);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("gate<<refs/heads/branch-4999"));
  EXPECT_THAT(ran.out, HasSubstr("user<<refs/heads/branch-4999"));
}

TEST_P(Block, pre_push_without_input_stays_without) {
  EXPECT_EQ(run(block("pre-push")).out, "gate[pre-push a b c]\nuser[a b c]\n");
}

TEST_P(Block, a_status_ends_the_hook_with_that_status) {
  set("STATUS", "7");
  for (const char* hook : {"pre-commit", "pre-push"}) {
    const auto ran = run(block(hook), "l\n");
    EXPECT_EQ(ran.exit_code, 7);
    EXPECT_THAT(ran.out, testing::Not(HasSubstr("user[")));
  }
}

TEST_P(Block, without_a_program_it_ends_with_two_and_says_how_to_get_one) {
  std::filesystem::remove(program());
  set("PATH", "/usr/bin:/bin");
  const auto ran = run(block("pre-commit"));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("pumuki install"));
  set("PUMUKI_HOOK_OPTIONAL", "1");
  const auto optional = run(block("pre-push"), "l\n");
  EXPECT_EQ(optional.exit_code, 0) << optional.err;
  EXPECT_THAT(optional.err, HasSubstr("PUMUKI_HOOK_OPTIONAL"));
  EXPECT_EQ(optional.out, "user[a b c]\nuser<<l\n");
}

TEST_P(Block, looks_in_node_modules_and_then_in_the_path) {
  const std::string local = folder_ / "node_modules/.bin/pumuki-pre-commit";
  const std::string in_path = folder_ / "bin/pumuki-pre-commit";
  for (const std::string& path : {local, in_path}) {
    test::write_bytes(path, "#!/bin/sh\necho \"found $0 $*\"\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }
  std::filesystem::remove(program());
  set("PATH", (folder_ / "bin") + ":/usr/bin:/bin");
  EXPECT_THAT(run(block("pre-commit")).out,
              HasSubstr("found node_modules/.bin/pumuki-pre-commit a b c\n"));
  std::filesystem::remove(local);
  EXPECT_THAT(run(block("pre-commit")).out, HasSubstr("found " + in_path + " a b c\n"));
}

TEST_P(Block, a_canary_is_answered_and_lets_nothing_through) {
  set("PUMUKI_CANARY", "tweet-1");
  const auto ran = run(block("pre-push"), "l\n");
  EXPECT_EQ(ran.exit_code, k_canary_status);
  EXPECT_THAT(ran.err, HasSubstr("pumuki-canary tweet-1 pre-push " + program() + "\n"));
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("gate[--version]"));
}

TEST_P(Block, the_users_own_program_runs_after_the_gate_with_the_same_input) {
  HookBlock wrapper = block("pre-push");
  wrapper.user_suffix = ".user";
  test::write_bytes(folder_ / "pre-push.user", "#!/bin/sh\necho \"own[$*]\"; cat; exit 5\n");
  std::filesystem::permissions(folder_ / "pre-push.user", std::filesystem::perms::owner_all);
  const auto ran = run(wrapper, "l\n");
  EXPECT_EQ(ran.exit_code, 5) << ran.err;
  EXPECT_EQ(ran.out, "gate[pre-push a b c]\ngate<<l\nown[a b c]\nl\n");
}

INSTANTIATE_TEST_SUITE_P(Shells, Block, testing::ValuesIn(shells()), [](const auto& given) {
  const std::string& path = given.param.argv.front();
  return path.substr(path.rfind('/') + 1);
});

TEST(HookBlockText, reads_back_what_it_wrote_and_nothing_else) {
  HookBlock block{.kind = k_hook_kinds[1],
                  .program = "/a 'b'/pumuki",
                  .version = "7.0.0",
                  .user_suffix = ".user",
                  .old_mode = "644",
                  .user_is_named_ruby = true};
  const std::string text = render_block(block);
  const auto parsed = parse_block(text, block.kind);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->program, block.program);
  EXPECT_EQ(parsed->version, "7.0.0");
  EXPECT_EQ(parsed->user_suffix, ".user");
  EXPECT_EQ(parsed->old_mode, "644");
  EXPECT_TRUE(parsed->user_is_named_ruby);
  EXPECT_TRUE(parse_block(text + "\n", block.kind));
  EXPECT_FALSE(parse_block(text, k_hook_kinds[0]));
  EXPECT_FALSE(
      parse_block("# >>> PUMUKI MANAGED START >>>\nx\n# <<< PUMUKI MANAGED END <<<", block.kind));
  std::string edited = text;
  edited.replace(edited.find("exit 3"), 6, "exit 0");
  EXPECT_FALSE(parse_block(edited, block.kind));
}

}  // namespace
}  // namespace pumuki::lifecycle
