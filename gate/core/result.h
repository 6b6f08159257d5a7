#pragma once

#include "gate/core/code.h"

#include <expected>
#include <string>
#include <vector>

namespace pumuki {

/// A failure as a value. message: what happened. hint: what to do, ideally a command.
/// context: added while unwinding, innermost first ("while reading out.sarif").
struct Error {
  Code code = Code::Internal;
  std::string message;
  std::string hint;
  std::vector<std::string> context;
};

template <class T>
using Result = std::expected<T, Error>;

/// `return fail(Code::NotJson, "…")`; an empty hint takes the code's own advice.
std::unexpected<Error> fail(Code code, std::string message, std::string hint = {});
/// The same failure with one more line of context; for returning a callee's error.
std::unexpected<Error> fail(Error error, std::string context = {});
/// "message (context; context)" on one line, without the hint.
std::string describe(const Error& error);
/// The same with the hint: "message (context). hint". For doors that have one line for a failure.
std::string explain(const Error& error);

}  // namespace pumuki
