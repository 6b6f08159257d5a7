#include "tests/contract/table_json.h"

#include "tests/contract/case_table.h"
#include "tests/support/temp_dir.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace pumuki::contract {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t k_escape_size = 6;
constexpr std::size_t k_shown = 120;

bool is_surrogate(std::string_view escape, std::string_view third_digits) {
  return escape.size() >= k_escape_size && escape.starts_with("\\u") &&
         (escape[2] == 'd' || escape[2] == 'D') &&
         third_digits.find(escape[3]) != std::string_view::npos;
}

bool matches(std::string_view pattern, std::string_view text) {
  constexpr std::string_view k_any = "${TEXT}";
  const std::size_t place = pattern.find(k_any);
  if (place == std::string_view::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, place))) {
    return false;
  }
  const std::string_view rest = pattern.substr(place + k_any.size());
  for (std::size_t start = place + 1; start <= text.size(); ++start) {
    if (matches(rest, text.substr(start))) {
      return true;
    }
  }
  return false;
}

bool covers(const std::string& pattern, const std::string& pointer) {
  std::istringstream left{pattern};
  std::istringstream right{pointer};
  std::string wanted;
  std::string part;
  while (std::getline(left, wanted, '/')) {
    if (!std::getline(right, part, '/') || (wanted != "*" && wanted != part)) {
      return false;
    }
  }
  return !std::getline(right, part, '/');
}

std::string shown(const Json* value) {
  if (value == nullptr) {
    return "nothing";
  }
  std::string text = value->dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= k_shown ? text : text.substr(0, k_shown - 3) + "...";
}

const Json* member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string escaped(std::string name) {
  for (std::size_t at = 0; (at = name.find_first_of("~/", at)) != std::string::npos; at += 2) {
    name.replace(at, 1, name[at] == '~' ? "~0" : "~1");
  }
  return name;
}

class Comparison {
 public:
  explicit Comparison(const std::vector<std::string>& ignored) : ignored_{ignored} {}

  void compare(const Json* expected, const Json* actual, const std::string& pointer) {
    if (std::ranges::any_of(ignored_,
                            [&](const std::string& pattern) { return covers(pattern, pointer); })) {
      return;
    }
    if (expected != nullptr && actual != nullptr && expected->is_object() && actual->is_object()) {
      compare_objects(*expected, *actual, pointer);
    } else if (expected != nullptr && actual != nullptr && expected->is_array() &&
               actual->is_array()) {
      compare_arrays(*expected, *actual, pointer);
    } else if (expected == nullptr || actual == nullptr || !same(*expected, *actual)) {
      report(pointer, shown(expected), shown(actual));
    }
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  static bool same(const Json& expected, const Json& actual) {
    if (expected.is_string() && actual.is_string()) {
      return matches(expected.get_ref<const std::string&>(), actual.get_ref<const std::string&>());
    }
    return expected == actual;
  }

  void compare_objects(const Json& expected, const Json& actual, const std::string& pointer) {
    for (const auto& [name, value] : expected.items()) {
      compare(&value, member(actual, name), pointer + '/' + escaped(name));
    }
    for (const auto& [name, value] : actual.items()) {
      if (!expected.contains(name)) {
        compare(nullptr, &value, pointer + '/' + escaped(name));
      }
    }
  }

  void compare_arrays(const Json& expected, const Json& actual, const std::string& pointer) {
    if (expected.size() != actual.size()) {
      report(pointer, std::to_string(expected.size()) + " items",
             std::to_string(actual.size()) + " items: " + shown(&actual));
    }
    for (std::size_t at = 0; at < std::min(expected.size(), actual.size()); ++at) {
      compare(&expected[at], &actual[at], pointer + '/' + std::to_string(at));
    }
  }

  void report(const std::string& pointer, const std::string& expected, const std::string& actual) {
    found_.push_back((pointer.empty() ? "/" : pointer) + ": expected " + expected + ", got " +
                     actual);
  }

  const std::vector<std::string>& ignored_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<Json> read_table(std::string_view name) {
  const std::string path =
      std::string{PUMUKI_SOURCE_DIR "/tests/contract/tables/"} + std::string{name} + ".jsonl";
  std::istringstream lines{test::read_bytes(path)};
  std::vector<Json> rows;
  for (std::string line; std::getline(lines, line);) {
    try {
      rows.push_back(Json::parse(line));
    } catch (const Json::exception& error) {
      throw std::runtime_error{path + ':' + std::to_string(rows.size() + 1) + ": " + error.what()};
    }
  }
  return rows;
}

Json parse_tolerant(std::string text) {
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos;) {
    const std::string_view rest = std::string_view{text}.substr(at);
    if (is_surrogate(rest, "89abAB") && is_surrogate(rest.substr(k_escape_size), "cdefCDEF")) {
      at += 2 * k_escape_size;
    } else if (is_surrogate(rest, "89abcdefABCDEF")) {
      text.insert(at, 1, '\\');
      at += k_escape_size + 1;
    } else {
      at += 2;
    }
  }
  return Json::parse(text);
}

std::vector<std::string> differences(const std::string& expected, const std::string& actual,
                                     const std::vector<std::string>& ignored) {
  Json got;
  try {
    got = parse_tolerant(actual);
  } catch (const Json::exception& error) {
    return {"the body is not JSON: " + std::string{error.what()} + ": " +
            actual.substr(0, k_shown)};
  }
  const Json wanted = parse_tolerant(expected);
  Comparison comparison{ignored};
  comparison.compare(&wanted, &got, "");
  return comparison.take();
}

std::string with_repository(std::string text, const std::string& repository) {
  constexpr std::string_view k_mark = "${REPO}";
  for (std::size_t at = 0; (at = text.find(k_mark, at)) != std::string::npos;
       at += repository.size()) {
    text.replace(at, k_mark.size(), repository);
  }
  return text;
}

}  // namespace pumuki::contract
