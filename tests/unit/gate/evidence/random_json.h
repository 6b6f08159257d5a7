#pragma once

#include <random>
#include <string>
#include <vector>

namespace pumuki::evidence {

/// A JSON text and the canonical text it stands for, made side by side.
struct Made {
  std::string text;
  std::string canonical;
};

/// Makes random JSON with spellings, white space, repeated names and array-index names that a
/// canonical text does not have. It orders members on its own, to be a second opinion.
class RandomJson {
 public:
  /// Without `messy_names` no name is an index and none repeats.
  RandomJson(unsigned seed, bool messy_names) : random_(seed), messy_(messy_names) {}

  Made value(int depth);
  Made object(int depth);
  std::string space();
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random_);
  }

 private:
  struct Member {
    std::string name;
    std::string json;
    std::string content;
  };
  Made scalar();
  Made array(int depth);
  static std::string joined(const std::vector<Member>& members);

  std::mt19937 random_;
  const bool messy_;
};

}  // namespace pumuki::evidence
