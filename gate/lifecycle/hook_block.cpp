#include "gate/lifecycle/hook_block.h"

#include "gate/core/text.h"

#include <algorithm>
#include <utility>

namespace pumuki::lifecycle {
namespace {

constexpr std::string_view k_version_note = "pumuki-version";
constexpr std::string_view k_mode_note = "pumuki-mode";
constexpr std::string_view k_program_line = "pumuki_program=";
constexpr std::string_view k_user_line = "pumuki_user=\"$0\"";

/// Fills in @NAME@ places. Values are put in once, so a value never becomes a place.
std::string filled(std::string_view text, const HookKind& kind) {
  std::string result;
  while (!text.empty()) {
    const auto place = text.find('@');
    result += text.substr(0, place);
    if (place == std::string_view::npos) {
      break;
    }
    const auto end = text.find('@', place + 1);
    const auto name = text.substr(place + 1, end - place - 1);
    result += name == "HOOK" ? kind.name : name == "RUNNER" ? kind.runner : kind.command;
    text.remove_prefix(end + 1);
  }
  return result;
}

constexpr std::string_view k_find = R"sh(pumuki_command=@COMMAND@
if [ ! -x "$pumuki_program" ]; then
  pumuki_command=
  if [ -x node_modules/.bin/@RUNNER@ ]; then
    pumuki_program=node_modules/.bin/@RUNNER@
  else
    pumuki_program=$(command -v @RUNNER@) || pumuki_program=
  fi
fi
if [ -n "${PUMUKI_CANARY-}" ]; then
  printf 'pumuki-canary %s @HOOK@ %s\n' "$PUMUKI_CANARY" "${pumuki_program:-none}" >&2
  if [ -n "$pumuki_program" ]; then
    "$pumuki_program" --version </dev/null >&2 || :
  fi
  exit 3
fi
)sh";

constexpr std::string_view k_input = R"sh(pumuki_input=
if [ ! -t 0 ]; then
  pumuki_input=$(cat 2>/dev/null) || :
  if [ -n "$pumuki_input" ] && [ "${#pumuki_input}" -le 65536 ]; then
    export PUMUKI_PRE_PUSH_STDIN="$pumuki_input"
  elif [ -n "$pumuki_input" ]; then
    unset PUMUKI_PRE_PUSH_STDIN
  fi
fi
)sh";

constexpr std::string_view k_run = R"sh(if [ -n "$pumuki_program" ]; then
  "$pumuki_program" ${pumuki_command:+"$pumuki_command"} "$@" || exit $?
)sh";

constexpr std::string_view k_run_with_input =
    R"sh(if [ -n "$pumuki_program" ] && [ -z "$pumuki_input" ]; then
  "$pumuki_program" ${pumuki_command:+"$pumuki_command"} "$@" || exit $?
elif [ -n "$pumuki_program" ]; then
  "$pumuki_program" ${pumuki_command:+"$pumuki_command"} "$@" <<PUMUKI_INPUT || exit $?
$pumuki_input
PUMUKI_INPUT
)sh";

constexpr std::string_view k_missing = R"sh(elif [ "${PUMUKI_HOOK_OPTIONAL-}" = 1 ]; then
  echo 'pumuki: not installed here; going on without the gate (PUMUKI_HOOK_OPTIONAL=1).' >&2
else
  echo 'pumuki: the program is gone, so @HOOK@ cannot be judged.' >&2
  echo 'hint: install it again and run: pumuki install' >&2
  exit 2
fi
)sh";

constexpr std::string_view k_give_input_back = R"sh(if [ -n "$pumuki_input" ]; then
  exec <<PUMUKI_INPUT
$pumuki_input
PUMUKI_INPUT
elif [ ! -t 0 ]; then
  exec </dev/null
fi
)sh";

constexpr std::string_view k_start_user = R"sh(if [ -x "$pumuki_user" ]; then
  exec "$pumuki_user" "$@"
fi
)sh";

/// Under the name "pre-commit.user" it would not know which hook it is.
constexpr std::string_view k_start_named_ruby = R"sh(if [ -x "$pumuki_user" ]; then
  exec ruby -e '$0 = ARGV.shift; load File.expand_path(ARGV.shift)' "$0" "$pumuki_user" "$@"
fi
)sh";

std::string note_line(std::string_view name, std::string_view value) {
  return "# " + std::string{name} + ": " + std::string{value} + "\n";
}

/// The quoted value of a shell assignment that starts at `at`; the inverse of shell_quote().
std::optional<std::string> quoted_value(std::string_view text) {
  std::string value;
  while (text.starts_with('\'')) {
    const auto end = text.find('\'', 1);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    value += text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (text.starts_with("\\'")) {
      value += '\'';
      text.remove_prefix(2);
    }
  }
  return value;
}

std::string_view after(std::string_view text, std::string_view mark) {
  const auto found = text.find(mark);
  return found == std::string_view::npos ? std::string_view{} : text.substr(found + mark.size());
}

}  // namespace

std::optional<HookKind> hook_kind(std::string_view name) {
  const auto found = std::ranges::find(k_hook_kinds, name, &HookKind::name);
  return found == k_hook_kinds.end() ? std::nullopt : std::optional{*found};
}

std::string render_block(const HookBlock& block) {
  std::string text{k_block_start};
  text +=
      "\n# Made by `pumuki install`, taken out by `pumuki uninstall`; changes in here are lost.\n";
  text += note_line(k_version_note, block.version);
  if (!block.old_mode.empty()) {
    text += note_line(k_mode_note, block.old_mode);
  }
  text += std::string{k_program_line} + shell_quote(block.program) + "\n";
  text += filled(k_find, block.kind);
  if (block.kind.has_input) {
    text += k_input;
  }
  text += block.kind.has_input ? k_run_with_input : k_run;
  text += filled(k_missing, block.kind);
  if (block.kind.has_input) {
    text += k_give_input_back;
  }
  if (!block.user_suffix.empty()) {
    text += std::string{k_user_line} + shell_quote(block.user_suffix) + "\n";
    text += block.user_is_named_ruby ? k_start_named_ruby : k_start_user;
  }
  text += k_block_end;
  return text;
}

std::string block_note(std::string_view block, std::string_view name) {
  const std::string_view rest = after(block, "\n# " + std::string{name} + ": ");
  return std::string{trim(rest.substr(0, rest.find('\n')))};
}

std::optional<HookBlock> parse_block(std::string_view text, const HookKind& kind) {
  if (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  if (text.starts_with('\n')) {
    text.remove_prefix(1);
  }
  const auto program = quoted_value(after(text, "\n" + std::string{k_program_line}));
  const auto user = quoted_value(after(text, "\n" + std::string{k_user_line}));
  if (!program || !user) {
    return std::nullopt;
  }
  HookBlock block{.kind = kind,
                  .program = *program,
                  .version = block_note(text, k_version_note),
                  .user_suffix = *user,
                  .old_mode = block_note(text, k_mode_note),
                  .user_is_named_ruby = text.contains(k_start_named_ruby)};
  return render_block(block) == text ? std::optional{std::move(block)} : std::nullopt;
}

}  // namespace pumuki::lifecycle
