#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pumuki::collect {

/// True for .env and .env.ANYTHING, at any depth, unless ANYTHING says that it is a pattern for
/// others (example, sample, template, dist, defaults, schema) or encrypted (vault).
bool is_env_file(std::string_view path);

/// The path as file systems that ignore case see it: simple folding of ASCII, Latin-1, Latin
/// Extended-A, Greek and Cyrillic; all other bytes as they are.
std::string case_folded(std::string_view path);

/// Finds names that differ only by case, among files and folders.
class CaseCollisions {
 public:
  /// `new_paths` are the ones that may bring a collision.
  explicit CaseCollisions(const std::vector<std::string>& new_paths);

  /// One path of the judged tree; new ones are part of it. Best given in sorted order.
  void see(std::string_view path);

  struct Collision {
    /// The new path.
    std::string path;
    /// What of it collides: the path itself or one of its folders.
    std::string part;
    std::string other;
  };
  /// At most one for each new path, in their order.
  [[nodiscard]] std::vector<Collision> found() const;

 private:
  std::vector<std::string> new_paths_;
  /// Folded path or folder of a new path -> the spellings of it in the tree.
  std::unordered_map<std::string, std::vector<std::string>> spellings_;
  std::string last_;
};

}  // namespace pumuki::collect
