#pragma once

#include "gate/core/json_writer.h"
#include "gate/verdict/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// A reportingDescriptor of the driver.
struct SarifRule {
  std::string id;
  std::string description;
  /// May be empty.
  std::string help;
};

SarifRule sarif_rule(Code code);

/// Begins the document and its one run, with the tool; end_sarif_run() ends both.
void begin_sarif_run(JsonWriter& json, const std::vector<SarifRule>& rules);
std::string end_sarif_run(JsonWriter& json);
/// The member `invocations` of a run that could evaluate.
void write_sarif_invocation(JsonWriter& json, int exit_code);
/// One element of `results`.
void write_sarif_violation(JsonWriter& json, const Violation& violation, Stage stage);
/// {"text": …} as the member `name`.
void write_sarif_text(JsonWriter& json, std::string_view name, std::string_view text);

}  // namespace pumuki::verdict
