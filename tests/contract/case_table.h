#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::contract {

/// The four tables of cases; the first three are asked over HTTP, the last through `pumuki gate`.
enum class Area { Evidence, Enterprise, Gate, Evaluate };

/// "Evidence", "Enterprise", …; the table is the same word in lower case.
std::string_view name_of(Area area);

struct Request {
  std::string method = "GET";
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;
  /// Nothing: no body and no Content-Length.
  std::optional<std::string> body;
};

/// What makes the surroundings of a case; cases with equal ones share a repository and a server.
struct Setting {
  /// Bytes of .ai_evidence.json in the root; nothing: as the recipe leaves it.
  std::optional<std::string> evidence;
  /// A section of tables/recipes.txt; "empty" stands for a repository without commits.
  std::string recipe;
  /// Folder of the program, below the repository.
  std::string cwd;
  std::vector<std::pair<std::string, std::string>> environment;
};

/// One case with every reference into the tables resolved. ${REPO} (the repository) and ${TEXT}
/// (any non-empty text) still stand in the expectation.
struct Case {
  std::string name;
  /// Equal for cases that may share a Setting.
  std::string group;
  Setting setting;
  Request request;
  /// Area::Evaluate: arguments of `pumuki gate` besides --project and --json.
  std::vector<std::string> arguments;
  int status = 200;
  bool empty_body = false;
  /// JSON text of the expected body.
  std::optional<std::string> body;
  /// JSON pointers that are not compared; * is any one segment.
  std::vector<std::string> ignored;
};

/// Reads tables/<area>.jsonl and what it refers to. Throws std::runtime_error with the place of a
/// mistake.
std::vector<Case> load_cases(Area area);

/// Name and bytes of every evidence file of tables/fixtures.jsonl.
std::vector<std::pair<std::string, std::string>> load_fixtures();

/// Where `actual` differs from `expected`, one line per place; empty: they agree. Objects are equal
/// without regard to order, numbers by value and never to booleans, ${TEXT} stands for any
/// non-empty text.
std::vector<std::string> differences(const std::string& expected, const std::string& actual,
                                     const std::vector<std::string>& ignored);

/// `text` with every ${REPO} replaced.
std::string with_repository(std::string text, const std::string& repository);

}  // namespace pumuki::contract
