#pragma once

#include "bridges/mcp/call.h"
#include "bridges/mcp/catalogue.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::mcp {

/// Reads the `arguments` of prompts/get. Every argument of the prompt is in the result, empty when
/// it was left out. The error is one sentence for the client.
std::expected<PromptArguments, std::string> read_prompt_arguments(const Prompt& prompt,
                                                                  std::string_view object);

struct CompletionQuestion {
  std::string argument;
  /// What the user has typed so far.
  std::string typed;
  std::vector<std::string> values;
  /// Service::complete() has the values.
  bool asked = false;
};

/// Reads the params of completion/complete. The error is one sentence for the client.
std::expected<CompletionQuestion, std::string> read_completion(const Catalogue& catalogue,
                                                               std::string_view params);

/// A CompleteResult: the values that begin with what was typed in any case, at most 100.
std::string completion_result(std::vector<std::string> values, std::string_view typed);

}  // namespace pumuki::mcp
