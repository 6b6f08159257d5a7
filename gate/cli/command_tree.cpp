#include "gate/cli/command_tree.h"

#include "gate/core/text.h"
#include "gate/core/version.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace pumuki::cli {
namespace {

constexpr std::string_view k_hidden_group = "";

/// "TEXT:{a,b}" → a, b
std::vector<std::string> choices_of(const std::string& type) {
  const auto open = type.find('{');
  const auto close = type.find('}');
  std::vector<std::string> choices;
  if (open != std::string::npos && close != std::string::npos && open < close) {
    for (const std::string_view choice :
         split(std::string_view{type}.substr(open + 1, close - open - 1), ',')) {
      choices.emplace_back(choice);
    }
  }
  return choices;
}

OptionSpec describe_option(const CLI::Option& option) {
  OptionSpec spec{.names = {}, .value = {}, .choices = {}, .text = option.get_description()};
  for (const std::string& name : option.get_snames()) {
    spec.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    spec.names.push_back("--" + name);
  }
  if (spec.names.empty()) {
    spec.names.push_back(option.get_name(true));
    return spec;
  }
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    spec.choices = choices_of(type);
    spec.value = type.starts_with("FLOAT") || type.starts_with("INT") || type.starts_with("UINT")
                     ? "N"
                     : "TEXT";
  }
  return spec;
}

}  // namespace

CommandSpec describe_parser(const CLI::App& app, const std::string& path) {
  CommandSpec spec{.name = app.get_name(),
                   .path = path,
                   .summary = app.get_description(),
                   .options = {},
                   .commands = {}};
  for (const CLI::Option* option : app.get_options({})) {
    if (option->get_group() != k_hidden_group) {
      spec.options.push_back(describe_option(*option));
    }
  }
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (below->get_group() != k_hidden_group) {
      spec.commands.push_back(describe_parser(
          *below, path.empty() ? below->get_name() : path + " " + below->get_name()));
    }
  }
  return spec;
}

CommandSpec describe_program() {
  const std::vector<std::unique_ptr<Command>> commands = all_commands();
  CLI::App app;
  declare_program(app, commands);
  return describe_parser(app);
}

const CommandSpec* find_command(const CommandSpec& program, const std::string& path) {
  if (program.path == path) {
    return &program;
  }
  for (const CommandSpec& below : program.commands) {
    if (const CommandSpec* found = find_command(below, path)) {
      return found;
    }
  }
  return nullptr;
}

void declare_program(CLI::App& app, const std::vector<std::unique_ptr<Command>>& commands) {
  app.name(std::string{k_product_command});
  app.description("The gate for AI-assisted software delivery");
  app.set_help_flag("--help,-h", "This text");
  // A remote may be called like a command.
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", std::string{product_version()}, "The version");
  for (const std::unique_ptr<Command>& command : commands) {
    CLI::App* below =
        app.add_subcommand(std::string{command->name()}, std::string{command->summary()});
    if (command->hidden()) {
      below->group(std::string{k_hidden_group});
    }
    command->declare(*below);
  }
}

std::string chosen_path(const CLI::App& app) {
  std::string path;
  for (auto chosen = app.get_subcommands(); !chosen.empty();
       chosen = chosen.front()->get_subcommands()) {
    path += (path.empty() ? "" : " ") + chosen.front()->get_name();
  }
  return path;
}

}  // namespace pumuki::cli
