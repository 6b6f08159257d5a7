#include "gate/cli/evidence_schema.h"
#include "gate/cli/schema_check.h"
#include "gate/core/files.h"
#include "gate/core/json_text.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <exception>

namespace pumuki::cli {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// valijson writes a context as "<root>[snapshot][findings][3]".
std::string pointer_of(const std::vector<std::string>& context) {
  std::string pointer;
  for (const std::string& step : context) {
    if (step.starts_with('[') && step.ends_with(']')) {
      pointer += "/" + step.substr(1, step.size() - 2);
    }
  }
  return pointer;
}

std::vector<SchemaFault> faults_of(const Json& document) {
  const Json schema_json = Json::parse(k_evidence_schema);
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(Adapter{schema_json}, schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::vector<SchemaFault> faults;
  if (validator.validate(schema, Adapter{document}, &results)) {
    return faults;
  }
  valijson::ValidationResults::Error error;
  while (faults.size() < k_max_schema_faults && results.popError(error)) {
    faults.push_back({pointer_of(error.context), error.description});
  }
  return faults;
}

}  // namespace

SchemaCheck check_evidence_schema(const std::string& path) {
  SchemaCheck check;
  const auto text = read_file(path, k_max_schema_check_bytes);
  if (!text) {
    check.skipped = describe(text.error());
    return check;
  }
  if (!json_depth_at_most(*text)) {
    check.skipped = "nested deeper than " + std::to_string(k_max_json_depth) + " levels";
    return check;
  }
  const Json document = Json::parse(*text, nullptr, false);
  if (document.is_discarded()) {
    check.skipped = "not JSON in valid UTF-8";
    return check;
  }
  try {
    check.faults = faults_of(document);
  } catch (const std::exception& error) {
    check.skipped = error.what();
  }
  return check;
}

}  // namespace pumuki::cli
