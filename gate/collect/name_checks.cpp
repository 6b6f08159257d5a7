#include "gate/collect/name_checks.h"

#include "gate/core/text.h"

#include <algorithm>
#include <array>

namespace pumuki::collect {
namespace {

constexpr std::string_view k_env = ".env";
constexpr std::array<std::string_view, 7> k_harmless{"example",  "sample", "template", "dist",
                                                     "defaults", "schema", "vault"};

constexpr unsigned k_two_byte_mark = 0xC0;
constexpr unsigned k_continuation_mark = 0x80;
constexpr unsigned k_continuation_bits = 6;
constexpr unsigned k_continuation_mask = 0x3F;

/// The lower-case letter of a two-byte character, by the simple mapping of Unicode.
unsigned lower_of(unsigned letter) {
  const auto between = [&](unsigned first, unsigned last) {
    return letter >= first && letter <= last;
  };
  if ((between(0xC0, 0xDE) && letter != 0xD7) || (between(0x391, 0x3A9) && letter != 0x3A2) ||
      between(0x410, 0x42F)) {
    return letter + 0x20;
  }
  if (between(0x400, 0x40F)) {
    return letter + 0x50;
  }
  if (between(0x100, 0x12F) || between(0x132, 0x137) || between(0x14A, 0x177)) {
    return letter | 1U;
  }
  if (between(0x139, 0x148) || between(0x179, 0x17E)) {
    return letter + (letter & 1U);
  }
  return letter;
}

/// Calls `visit` with "a", "a/b", "a/b/c" for a/b/c.
template <class Visit>
void for_each_part(std::string_view path, const Visit& visit) {
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    visit(path.substr(0, at));
  }
  visit(path);
}

}  // namespace

bool is_env_file(std::string_view path) {
  const std::string name = ascii_lower(path.substr(path.rfind('/') + 1));
  if (name == k_env) {
    return true;
  }
  if (!name.starts_with(std::string{k_env} + ".")) {
    return false;
  }
  const auto parts = split(std::string_view{name}.substr(k_env.size() + 1), '.');
  return std::ranges::none_of(parts, [](std::string_view part) {
    return std::ranges::find(k_harmless, part) != k_harmless.end();
  });
}

std::string case_folded(std::string_view path) {
  std::string folded = ascii_lower(path);
  for (std::size_t i = 0; i + 1 < folded.size(); ++i) {
    const auto first = static_cast<unsigned char>(folded[i]);
    const auto second = static_cast<unsigned char>(folded[i + 1]);
    if ((first & 0xE0U) != k_two_byte_mark || (second & 0xC0U) != k_continuation_mark) {
      continue;
    }
    const unsigned letter =
        lower_of((first & 0x1FU) << k_continuation_bits | (second & k_continuation_mask));
    folded[i] = static_cast<char>(k_two_byte_mark | letter >> k_continuation_bits);
    folded[i + 1] = static_cast<char>(k_continuation_mark | (letter & k_continuation_mask));
    ++i;
  }
  return folded;
}

CaseCollisions::CaseCollisions(const std::vector<std::string>& new_paths) : new_paths_(new_paths) {
  for (const std::string& path : new_paths_) {
    for_each_part(path, [&](std::string_view part) { spellings_[case_folded(part)]; });
  }
}

void CaseCollisions::see(std::string_view path) {
  for_each_part(path, [&](std::string_view part) {
    const bool folder = part.size() < path.size();
    if (folder && last_.starts_with(part) && last_.size() > part.size() &&
        last_[part.size()] == '/') {
      return;  // seen with the path before
    }
    const auto known = spellings_.find(case_folded(part));
    if (known != spellings_.end() &&
        std::ranges::find(known->second, part) == known->second.end()) {
      known->second.emplace_back(part);
    }
  });
  last_ = path;
}

std::vector<CaseCollisions::Collision> CaseCollisions::found() const {
  std::vector<Collision> collisions;
  for (const std::string& path : new_paths_) {
    bool done = false;
    for_each_part(path, [&](std::string_view part) {
      const auto& spellings = spellings_.at(case_folded(part));
      const auto other = std::ranges::find_if(
          spellings, [&](const std::string& spelling) { return spelling != part; });
      if (!done && other != spellings.end()) {
        collisions.push_back({.path = path, .part = std::string{part}, .other = *other});
        done = true;
      }
    });
  }
  return collisions;
}

}  // namespace pumuki::collect
