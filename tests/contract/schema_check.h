#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pumuki::contract {

/// The schemas of schemas/, compiled once. Throws std::runtime_error when one cannot be used.
class Schemas {
 public:
  Schemas();
  Schemas(const Schemas&) = delete;
  Schemas& operator=(const Schemas&) = delete;
  ~Schemas();

  /// Names without the ending, sorted.
  [[nodiscard]] std::vector<std::string> names() const;
  /// What is wrong with a JSON text, with places; empty: it matches. "payload" as `member` checks
  /// that member instead of the whole.
  [[nodiscard]] std::vector<std::string> problems(const std::string& schema,
                                                  const std::string& json,
                                                  const std::string& member = {}) const;
  /// Definitions that have one name but differ between files, as "name: file, file".
  [[nodiscard]] std::vector<std::string> unequal_definitions() const;
  /// Schemas whose $id is not urn:pumuki:schema:<name>.
  [[nodiscard]] std::vector<std::string> wrong_ids() const;

 private:
  struct Compiled;
  std::map<std::string, std::unique_ptr<Compiled>> all_;
};

}  // namespace pumuki::contract
