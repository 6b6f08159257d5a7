#pragma once

#include <optional>
#include <string_view>

namespace pumuki {

/// Every stable code; the list, the meanings and the advice are in codes.def.
enum class Code {
#define PUMUKI_CODE(name, text, group, meaning, advice) name,
#include "gate/core/codes.def"
#undef PUMUKI_CODE
};

/// The code as clients see it, for example "EVIDENCE_STALE". Contract: never changes.
std::string_view code_text(Code code);
/// One sentence: what the code means. Ours to word.
std::string_view code_meaning(Code code);
/// One sentence or command: what to do about it. Ours to word.
std::string_view code_advice(Code code);
/// The group of codes.def, for example "Gate".
std::string_view code_group(Code code);
/// The inverse of code_text(); nothing for an unknown text.
std::optional<Code> code_from_text(std::string_view text);

}  // namespace pumuki
