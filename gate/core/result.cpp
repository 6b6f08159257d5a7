#include "gate/core/result.h"

#include <utility>

namespace pumuki {

std::unexpected<Error> fail(Code code, std::string message, std::string hint) {
  if (hint.empty()) {
    hint = code_advice(code);
  }
  return std::unexpected(Error{code, std::move(message), std::move(hint), {}});
}

std::unexpected<Error> fail(Error error, std::string context) {
  if (!context.empty()) {
    error.context.push_back(std::move(context));
  }
  return std::unexpected(std::move(error));
}

std::string describe(const Error& error) {
  std::string text = error.message;
  const char* separator = " (";
  for (const std::string& line : error.context) {
    text += separator;
    text += line;
    separator = "; ";
  }
  if (!error.context.empty()) {
    text += ')';
  }
  return text;
}

std::string explain(const Error& error) {
  return error.hint.empty() ? describe(error) : describe(error) + ". " + error.hint;
}

}  // namespace pumuki
