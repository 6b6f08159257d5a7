#include "gate/core/json_text.h"
#include "gate/lifecycle/doctor_deep.h"

#include <nlohmann/json.hpp>

#include <set>

namespace pumuki::lifecycle {
namespace {

using Json = nlohmann::json;

Json parse(std::string_view text) {
  return json_depth_at_most(text) ? Json::parse(text, nullptr, false)
                                  : Json(Json::value_t::discarded);
}

void compare(const Json& expected, const Json& actual, const std::string& path,
             std::set<std::string>& different) {
  if (!expected.is_object() || !actual.is_object()) {
    if (expected != actual) {
      different.insert(path);
    }
    return;
  }
  const auto below = [&](const std::string& name) {
    return path.empty() ? name : path + "." + name;
  };
  for (const auto& [name, value] : expected.items()) {
    const auto found = actual.find(name);
    if (found == actual.end()) {
      different.insert(below(name));
    } else {
      compare(value, *found, below(name), different);
    }
  }
  for (const auto& [name, value] : actual.items()) {
    if (!expected.contains(name)) {
      different.insert(below(name));
    }
  }
}

}  // namespace

Result<std::vector<std::string>> parity_differences(std::string_view expected,
                                                    std::string_view actual) {
  const Json wanted = parse(expected);
  const Json found = parse(actual);
  if (wanted.is_discarded() || found.is_discarded()) {
    return fail(Code::NotJson, "the profile is not JSON");
  }
  std::set<std::string> different;
  compare(wanted, found, "", different);
  return std::vector<std::string>{different.begin(), different.end()};
}

}  // namespace pumuki::lifecycle
