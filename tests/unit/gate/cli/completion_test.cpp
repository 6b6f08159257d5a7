#include "gate/cli/command_tree.h"
#include "gate/cli/help_text.h"
#include "tests/unit/gate/cli/fixture.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace pumuki::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t columns(std::string_view line) {
  std::size_t count = 0;
  for (const char c : line) {
    count += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U ? 0U : 1U;
  }
  return count;
}

void for_each_command(const CommandSpec& command,
                      const std::function<void(const CommandSpec&)>& visit) {
  visit(command);
  for (const CommandSpec& below : command.commands) {
    for_each_command(below, visit);
  }
}

TEST(Help, of_every_command_fits_a_screen) {
  std::size_t seen = 0;
  for_each_command(describe_program(), [&](const CommandSpec& command) {
    const std::string text = help_text(command);
    std::size_t lines = 0;
    for (std::size_t at = 0; at < text.size(); ++lines) {
      const auto end = text.find('\n', at);
      EXPECT_LE(columns(std::string_view{text}.substr(at, end - at)), k_screen_columns) << text;
      at = end + 1;
    }
    EXPECT_LE(lines, k_screen_lines) << command.path << "\n" << text;
    ++seen;
  });
  EXPECT_GT(seen, 8U);
}

TEST(Help, every_option_and_command_says_what_it_is_for) {
  for_each_command(describe_program(), [](const CommandSpec& command) {
    EXPECT_FALSE(command.summary.empty()) << command.path;
    for (const OptionSpec& option : command.options) {
      EXPECT_FALSE(option.text.empty()) << command.path << " " << option.names.front();
    }
  });
}

class Completion : public CliTest {
 protected:
  /// What bash would offer after the words of `line`; the last one may be empty.
  std::string offered(const std::string& line) {
    return shell(R"(bash -c 'source <("$P" completion bash)
COMP_WORDS=()" + line +
                 R"(); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _pumuki; echo "${COMPREPLY[*]}"')")
        .out;
  }
};

TEST_F(Completion, bash_offers_commands_options_and_choices) {
  EXPECT_EQ(offered("pumuki unin"), "uninstall\n");
  EXPECT_EQ(offered("pumuki install --po"), "--position\n");
  EXPECT_EQ(offered("pumuki install --position \"\""), "auto first last\n");
  EXPECT_EQ(offered("pumuki sdd sess"), "session\n");
  EXPECT_EQ(offered("pumuki sdd session --re"), "--refresh\n");
}

TEST_F(Completion, scripts_pass_their_shells_own_check) {
  for (const char* name : {"bash", "zsh", "fish"}) {
    const Ran script = run({"completion", name});
    EXPECT_EQ(script.exit_code, 0);
    EXPECT_THAT(script.out, HasSubstr("uninstall"));
    EXPECT_THAT(script.out, Not(HasSubstr("manpage")));
    repo_.write("script", script.out);
    const Ran checked =
        shell(std::string{"command -v "} + name + " >/dev/null || exit 0; " + name + " -n script");
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
  }
  EXPECT_EQ(run({"completion", "csh"}).exit_code, 2);
}

TEST_F(Completion, manual_page_is_clean_for_groff) {
  const Ran page = run({"manpage"});
  EXPECT_THAT(page.out, HasSubstr(".SS pumuki install\n"));
  repo_.write("pumuki.1", page.out);
  const Ran checked = shell("command -v groff >/dev/null || exit 0; groff -man -ww -z pumuki.1");
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_EQ(checked.err, "");
}

}  // namespace
}  // namespace pumuki::cli
