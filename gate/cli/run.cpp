#include "gate/cli/run.h"

#include "gate/cli/command_tree.h"
#include "gate/cli/exit_code.h"
#include "gate/cli/help_text.h"
#include "gate/cli/output.h"
#include "gate/cli/short_names.h"
#include "gate/core/version.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace pumuki::cli {
namespace {

/// A wrong command line still gets the document it asks for.
Format wanted_format(const std::vector<std::string>& arguments) {
  const auto given = [&](std::string_view option) {
    return std::ranges::find(arguments, option) != arguments.end();
  };
  if (given("--json")) {
    return Format::Json;
  }
  if (given("--sarif")) {
    return Format::Sarif;
  }
  if (given("--junit")) {
    return Format::Junit;
  }
  return given("--github") ? Format::Github : Format::Text;
}

int usage_error(const std::string& message, const std::vector<std::string>& arguments) {
  return report_failure(
      fail(Code::UsageError, message,
           "pumuki --help lists the commands, pumuki COMMAND --help their options.")
          .error(),
      wanted_format(arguments));
}

std::string version_line() {
  return std::string{k_product_command} + " " + std::string{product_version()} + "\n";
}

/// Parses and, when nothing is wrong, returns the chosen command; otherwise the exit code.
std::pair<Command*, int> choose(CLI::App& app, const std::vector<std::string>& arguments,
                                const std::vector<std::unique_ptr<Command>>& commands) {
  try {
    app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
  } catch (const CLI::CallForVersion&) {
    print_out(version_line());
    return {nullptr, k_exit_allowed};
  } catch (const CLI::Success&) {
    const CommandSpec program = describe_parser(app);
    const CommandSpec* command = find_command(program, chosen_path(app));
    print_out(help_text(command == nullptr ? program : *command));
    return {nullptr, k_exit_allowed};
  } catch (const CLI::ParseError& error) {
    return {nullptr, usage_error(error.what(), arguments)};
  }
  const auto chosen = std::ranges::find_if(commands, [&](const std::unique_ptr<Command>& command) {
    return app.got_subcommand(std::string{command->name()});
  });
  if (chosen == commands.end()) {
    return {nullptr, usage_error("no command given", arguments)};
  }
  return {chosen->get(), k_exit_allowed};
}

bool is_known(const std::string& word, const std::vector<std::unique_ptr<Command>>& commands) {
  return std::ranges::any_of(commands,
                             [&](const auto& command) { return command->name() == word; });
}

/// "pumuki pumuki-ci" is "pumuki ci".
std::vector<std::string> with_short_name(std::vector<std::string> arguments) {
  if (!arguments.empty()) {
    if (const auto name = runner_of_program(arguments.front())) {
      arguments.front() = *name;
    }
  }
  return arguments;
}

}  // namespace

int run_command_line(const std::vector<std::string>& given, const CliContext& context) {
  const std::vector<std::string> arguments = with_short_name(given);
  const std::vector<std::unique_ptr<Command>> commands = all_commands();
  if (!arguments.empty() && !arguments.front().starts_with('-') &&
      !is_known(arguments.front(), commands)) {
    return usage_error("unknown command \"" + arguments.front() + "\"", arguments);
  }
  CLI::App app;
  declare_program(app, commands);
  const auto [command, exit_code] = choose(app, arguments, commands);
  return command == nullptr ? exit_code : command->run(context);
}

}  // namespace pumuki::cli
