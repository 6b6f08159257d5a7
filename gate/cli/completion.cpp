#include "gate/cli/completion.h"

#include "gate/core/text.h"

#include <functional>

namespace pumuki::cli {
namespace {

using Visitor = std::function<void(const CommandSpec&)>;

void visit(const CommandSpec& command, const Visitor& visitor) {
  visitor(command);
  for (const CommandSpec& below : command.commands) {
    visit(below, visitor);
  }
}

bool is_option(const std::string& name) { return name.starts_with('-'); }

std::string words_of(const CommandSpec& command) {
  std::string words;
  for (const CommandSpec& below : command.commands) {
    words += below.name + " ";
  }
  for (const OptionSpec& option : command.options) {
    for (const std::string& name : option.names) {
      words += is_option(name) ? name + " " : "";
    }
  }
  return std::string{trim(words)};
}

/// "gate|sdd|sdd session" as patterns of `case`, each quoted.
std::string command_patterns(const CommandSpec& program) {
  std::string patterns;
  visit(program, [&](const CommandSpec& command) {
    if (!command.path.empty()) {
      const std::string above = command.path.substr(0, command.path.size() - command.name.size());
      patterns += patterns.empty() ? "" : "|";
      patterns += shell_quote((above.empty() ? " " : above) + command.name);
    }
  });
  return patterns;
}

/// The cases that complete the value after an option with listed choices.
std::string choice_cases(const CommandSpec& program, const std::string& before,
                         const std::string& after) {
  std::string cases;
  visit(program, [&](const CommandSpec& command) {
    for (const OptionSpec& option : command.options) {
      for (const std::string& name : option.names) {
        if (!option.choices.empty() && is_option(name)) {
          cases += "    " + shell_quote(command.path + " " + name) + ") " + before +
                   join(option.choices, " ") + after + " ;;\n";
        }
      }
    }
  });
  return cases;
}

/// ':' separates word and text in _describe.
std::string zsh_entry(const std::string& word, const std::string& text) {
  std::string safe;
  for (const char c : word) {
    safe += c == ':' ? "\\:" : std::string(1, c);
  }
  return shell_quote(safe + ":" + text);
}

std::string zsh_entries(const CommandSpec& command) {
  std::string entries;
  for (const CommandSpec& below : command.commands) {
    entries += zsh_entry(below.name, below.summary) + " ";
  }
  for (const OptionSpec& option : command.options) {
    for (const std::string& name : option.names) {
      entries += is_option(name) ? zsh_entry(name, option.text) + " " : "";
    }
  }
  return std::string{trim(entries)};
}

std::string fish_condition(const CommandSpec& command) {
  if (command.path.empty()) {
    return "__fish_use_subcommand";
  }
  std::string condition;
  for (const std::string_view word : split(command.path, ' ')) {
    condition += condition.empty() ? "" : "; and ";
    condition += "__fish_seen_subcommand_from " + std::string{word};
  }
  return condition;
}

std::string fish_option(const OptionSpec& option) {
  std::string line;
  for (const std::string& name : option.names) {
    if (name.starts_with("--")) {
      line += " -l " + name.substr(2);
    } else if (is_option(name)) {
      line += " -s " + name.substr(1);
    }
  }
  if (!line.empty() && !option.value.empty()) {
    line += option.choices.empty() ? " -r" : " -x -a " + shell_quote(join(option.choices, " "));
  }
  return line;
}

constexpr std::string_view k_ellipsis = "…";

/// '-' is a hyphen and '\' starts an escape in man pages; a line must not start with a dot, and
/// groff reads bytes, not UTF-8.
std::string roff(std::string text) {
  std::string safe;
  for (auto at = text.find(k_ellipsis); at != std::string::npos; at = text.find(k_ellipsis)) {
    text.replace(at, k_ellipsis.size(), "...");
  }
  for (const char c : text) {
    if (c == '-' || c == '\\') {
      safe += c == '-' ? "\\-" : "\\e";
    } else if ((c == '.' || c == '\'') && safe.empty()) {
      safe += std::string{"\\&"} + c;
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string roff_options(const CommandSpec& command) {
  std::string text;
  for (const OptionSpec& option : command.options) {
    text += ".TP\n.B " + roff(join(option.names, ", "));
    text += option.value.empty() ? "\n" : " \\fI" + option.value + "\\fP\n";
    text += roff(option.text) + "\n";
    if (!option.choices.empty()) {
      text += "One of " + roff(join(option.choices, ", ")) + ".\n";
    }
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandSpec& program) {
  std::string text =
      "# bash completion for pumuki; made by `pumuki completion bash`\n"
      "_pumuki() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} chosen='' found='' "
      "i\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \"$chosen ${COMP_WORDS[i]}\" in\n"
      "      " +
      command_patterns(program) +
      ") chosen=\"${chosen:+$chosen }${COMP_WORDS[i]}\" ;;\n"
      "    esac\n"
      "  done\n"
      "  case \"$chosen $prev\" in\n" +
      choice_cases(program, "found='", "'") + "    *) case \"$chosen\" in\n";
  visit(program, [&](const CommandSpec& command) {
    text += "      " + shell_quote(command.path) + ") found=" + shell_quote(words_of(command)) +
            " ;;\n";
  });
  return text +
         "    esac ;;\n  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$found\" -- \"$cur\")\n"
         "}\n"
         "complete -o default -F _pumuki pumuki\n";
}

std::string zsh_completion(const CommandSpec& program) {
  std::string text =
      "#compdef pumuki\n"
      "# zsh completion for pumuki; made by `pumuki completion zsh`\n"
      "_pumuki() {\n"
      "  local chosen='' i\n"
      "  local -a found\n"
      "  for ((i = 2; i < CURRENT; i++)); do\n"
      "    case \"$chosen $words[i]\" in\n"
      "      " +
      command_patterns(program) +
      ") chosen=\"${chosen:+$chosen }$words[i]\" ;;\n"
      "    esac\n"
      "  done\n"
      "  case \"$chosen $words[CURRENT-1]\" in\n" +
      choice_cases(program, "compadd ", "; return") + "  esac\n  case \"$chosen\" in\n";
  visit(program, [&](const CommandSpec& command) {
    text += "    " + shell_quote(command.path) + ") found=(" + zsh_entries(command) + ") ;;\n";
  });
  return text +
         "  esac\n"
         "  _describe 'pumuki' found\n"
         "  _files\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _pumuki ]; then _pumuki; else compdef _pumuki pumuki; fi\n";
}

std::string fish_completion(const CommandSpec& program) {
  std::string text = "# fish completion for pumuki; made by `pumuki completion fish`\n";
  visit(program, [&](const CommandSpec& command) {
    const std::string start = "complete -c pumuki -n " + shell_quote(fish_condition(command));
    for (const CommandSpec& below : command.commands) {
      text += start + " -f -a " + below.name + " -d " + shell_quote(below.summary) + "\n";
    }
    for (const OptionSpec& option : command.options) {
      const std::string names = fish_option(option);
      text += names.empty() ? "" : start + names + " -d " + shell_quote(option.text) + "\n";
    }
  });
  return text;
}

std::string manual_page(const CommandSpec& program) {
  std::string text = ".TH PUMUKI 1\n.SH NAME\npumuki \\- " + roff(program.summary) +
                     "\n.SH SYNOPSIS\n.B pumuki\n.I COMMAND\n[options]\n.SH OPTIONS\n" +
                     roff_options(program) + ".SH COMMANDS\n";
  visit(program, [&](const CommandSpec& command) {
    if (!command.path.empty()) {
      text += ".SS pumuki " + roff(command.path) + "\n" + roff(command.summary) + ".\n" +
              roff_options(command);
    }
  });
  return text +
         ".SH EXIT STATUS\n.TP\n.B 0\nAllowed or done.\n.TP\n.B 1\nBlocked or refused.\n"
         ".TP\n.B 2\nCould not evaluate.\n"
         ".SH FILES\n.TP\n.I .pumuki/gate.json\nThe repository's settings.\n"
         ".TP\n.I .ai_evidence.json\nThe sealed evidence.\n";
}

}  // namespace pumuki::cli
