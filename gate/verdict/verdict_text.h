#pragma once

#include "gate/core/code.h"
#include "gate/verdict/evaluate.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::verdict {

/// For people: the verdict line, one line per violation, then one advice per code. Ends in a
/// newline.
std::string verdict_text(const Verdict& verdict);
/// Condition, stages and advice of one code, of every group. Ends in a newline.
std::string explanation_text(Code code);
/// The same as one JSON object.
std::string explanation_json(Code code);

/// Without control characters and ill-formed bytes, so that a name from a repository cannot steer
/// the terminal.
std::string printable(std::string_view text);

}  // namespace pumuki::verdict
