#include "gate/evidence/survivors.h"

#include "gate/core/text.h"
#include "gate/evidence/finding_key.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>

namespace pumuki::evidence {
namespace {

std::optional<std::string> tidy(const std::optional<std::string>& text) {
  const std::string_view kept = text ? trim(*text) : std::string_view{};
  return kept.empty() ? std::nullopt : std::optional{replace_invalid_utf8(kept)};
}

/// Other tools refuse a file with a half surrogate pair or a stray byte.
void make_readable(std::string& text) {
  if (!is_valid_utf8(text)) {
    text = replace_invalid_utf8(text);
  }
}

void normalise(Finding& finding, std::string_view root) {
  for (std::string* text : {&finding.rule_id, &finding.code, &finding.message, &finding.matched_by,
                            &finding.source, &finding.fingerprint}) {
    make_readable(*text);
  }
  std::string& file = finding.file;
  if (!root.empty() && file.size() > root.size() && file.starts_with(root) &&
      file[root.size()] == '/') {
    file.erase(0, root.size() + 1);
  }
  while (file.starts_with("./")) {
    file.erase(0, 2);
  }
  if (trim(file).empty()) {
    file = "unknown";
  }
  std::ranges::sort(finding.lines);
  const auto repeated = std::ranges::unique(finding.lines);
  finding.lines.erase(repeated.begin(), repeated.end());
  finding.why = tidy(finding.why);
  finding.impact = tidy(finding.impact);
  finding.expected_fix = tidy(finding.expected_fix);
}

/// Where each of many texts stands among them: comparing numbers is what makes 25,000 findings
/// sort at once.
class Ranks {
 public:
  void add(std::string_view text) { ranks_.try_emplace(text, 0); }
  void finish() {
    std::vector<std::string_view> texts;
    texts.reserve(ranks_.size());
    for (const auto& [text, rank] : ranks_) {
      texts.push_back(text);
    }
    std::ranges::sort(texts, [](auto a, auto b) { return compare_texts(a, b) < 0; });
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ranks_[texts[i]] = i;
    }
  }
  [[nodiscard]] std::size_t of(std::string_view text) const { return ranks_.at(text); }

 private:
  std::unordered_map<std::string_view, std::size_t> ranks_;
};

/// A finding and where its rule and file stand in the order of all.
struct Placed {
  std::size_t index = 0;
  std::size_t rule = 0;
  std::size_t file = 0;
};

std::vector<Placed> placed(const std::vector<Finding>& findings) {
  Ranks rules;
  Ranks files;
  for (const Finding& finding : findings) {
    rules.add(finding.rule_id);
    files.add(finding.file);
  }
  rules.finish();
  files.finish();
  std::vector<Placed> places;
  places.reserve(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    places.push_back(
        {.index = i, .rule = rules.of(findings[i].rule_id), .file = files.of(findings[i].file)});
  }
  return places;
}

std::strong_ordering compare_places(const Placed& a, const Placed& b) {
  return a.rule != b.rule ? a.rule <=> b.rule : a.file <=> b.file;
}

std::string tie_text(const Finding& finding) {
  std::string text = finding.code;
  for (const std::string* part : {&finding.message, &finding.matched_by, &finding.source}) {
    text += '\0';
    text += *part;
  }
  return text;
}

/// What decides before anything else: whether it counts, then how bad it is.
std::strong_ordering compare_weight(const Finding& a, const Finding& b) {
  if (is_excepted(a) != is_excepted(b)) {
    return is_excepted(a) ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a.severity <=> b.severity;
}

bool beats_duplicate(const Finding& a, const Finding& b) {
  const auto order = compare_weight(a, b);
  return order != 0 ? order > 0 : compare_texts(tie_text(a), tie_text(b)) < 0;
}

constexpr std::array<std::string_view, 4> k_platforms{"ios", "android", "backend", "frontend"};

/// project > skills. > preset of a platform > heuristics.
int origin_rank(std::string_view rule_id) {
  if (rule_id.starts_with("heuristics.")) {
    return 0;
  }
  const auto preset = [&](std::string_view platform) {
    return rule_id.starts_with(std::string{platform} + ".");
  };
  if (std::ranges::any_of(k_platforms, preset)) {
    return 1;
  }
  return rule_id.starts_with("skills.") ? 2 : 3;
}

bool beats_equivalent(const Finding& a, const Finding& b) {
  if (const auto order = compare_weight(a, b); order != 0) {
    return order > 0;
  }
  if (const int left = origin_rank(a.rule_id), right = origin_rank(b.rule_id); left != right) {
    return left > right;
  }
  if (const auto order = compare_texts(a.rule_id, b.rule_id); order != 0) {
    return order < 0;
  }
  return compare_texts(tie_text(a), tie_text(b)) < 0;
}

/// One of each key, in the order of rule, path and lines by number.
std::vector<Placed> without_duplicates(const std::vector<Finding>& findings) {
  std::vector<Placed> places = placed(findings);
  const auto compare_keys = [&](const Placed& a, const Placed& b) {
    const auto order = compare_places(a, b);
    return order != 0 ? order : findings[a.index].lines <=> findings[b.index].lines;
  };
  std::ranges::stable_sort(places, [&](auto& a, auto& b) { return compare_keys(a, b) < 0; });
  std::vector<Placed> kept;
  for (const Placed& next : places) {
    if (kept.empty() || compare_keys(kept.back(), next) != 0) {
      kept.push_back(next);
    } else if (beats_duplicate(findings[next.index], findings[kept.back().index])) {
      kept.back() = next;
    }
  }
  return kept;
}

std::int64_t anchor_line(const Finding& finding) {
  return finding.lines.empty() ? 0 : std::max<std::int64_t>(finding.lines.front(), 0);
}

/// Groups equivalents; families are worked out once per rule.
class Consolidation {
 public:
  explicit Consolidation(const std::vector<Finding>& findings) : findings_{findings} {}

  void add(const Placed& place) {
    const Finding& finding = findings_[place.index];
    const std::string_view platform = consolidation_platform(finding.file, finding.rule_id);
    std::string key{platform};
    key += '\0';
    key += std::to_string(place.file);
    key += '\0';
    key += std::to_string(anchor_line(finding));
    key += '\0';
    key += family(finding.rule_id);
    const auto [group, is_new] = groups_.try_emplace(std::move(key), winners_.size());
    if (is_new) {
      winners_.push_back(place);
      return;
    }
    Placed& winner = winners_[group->second];
    Placed loser = place;
    if (beats_equivalent(finding, findings_[winner.index])) {
      std::swap(winner, loser);
    }
    losers_.push_back({.loser = loser.index, .group = group->second, .platform = platform});
  }

  [[nodiscard]] const std::vector<Placed>& winners() const { return winners_; }
  [[nodiscard]] std::vector<SuppressedFinding> suppressed() const {
    std::vector<SuppressedFinding> out;
    for (const Loser& one : losers_) {
      const Finding& finding = findings_[one.loser];
      out.push_back({.rule_id = finding.rule_id,
                     .file = finding.file,
                     .lines = finding.lines,
                     .replaced_by = findings_[winners_[one.group].index].rule_id,
                     .platform = one.platform});
    }
    return out;
  }

 private:
  struct Loser {
    std::size_t loser;
    std::size_t group;
    std::string_view platform;
  };

  const std::string& family(const std::string& rule_id) {
    const auto [place, is_new] = families_.try_emplace(rule_id);
    if (is_new) {
      place->second = rule_family(rule_id);
    }
    return place->second;
  }

  const std::vector<Finding>& findings_;
  std::unordered_map<std::string, std::string> families_;
  std::unordered_map<std::string, std::size_t> groups_;
  std::vector<Placed> winners_;
  std::vector<Loser> losers_;
};

void sort_suppressed(std::vector<SuppressedFinding>& suppressed) {
  std::ranges::stable_sort(suppressed, [](const auto& a, const auto& b) {
    for (const auto order :
         {compare_texts(a.file, b.file), compare_texts(a.rule_id, b.rule_id),
          compare_texts(a.replaced_by, b.replaced_by), compare_texts(a.platform, b.platform)}) {
      if (order != 0) {
        return order < 0;
      }
    }
    return a.lines < b.lines;
  });
}

/// In the order of the file; the findings move out of `findings`.
std::vector<Finding> in_file_order(std::vector<Finding>& findings, std::vector<Placed> chosen) {
  std::ranges::sort(chosen, [&](const Placed& a, const Placed& b) {
    if (const auto order = compare_places(a, b); order != 0) {
      return order < 0;
    }
    return compare_texts(lines_key(findings[a.index].lines), lines_key(findings[b.index].lines)) <
           0;
  });
  std::vector<Finding> out;
  out.reserve(chosen.size());
  for (const Placed& place : chosen) {
    out.push_back(std::move(findings[place.index]));
  }
  return out;
}

bool is_separator(char c) { return c == '.' || c == '_' || c == '-'; }

/// Behind the words, which a separator may part; npos when they do not stand there.
std::size_t match_words(std::string_view id, std::size_t at,
                        std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && at < id.size() && is_separator(id[at])) {
      ++at;
    }
    if (!id.substr(std::min(at, id.size())).starts_with(words[i])) {
      return std::string_view::npos;
    }
    at += words[i].size();
  }
  return at;
}

bool names_family(std::string_view id, std::span<const std::string_view> words) {
  for (std::size_t at = 0; at < id.size(); ++at) {
    if (at > 0 && !is_separator(id[at - 1])) {
      continue;
    }
    const std::size_t end = match_words(id, at, words);
    if (end == id.size() || (end < id.size() && is_separator(id[end]))) {
      return true;
    }
  }
  return false;
}

struct Family {
  std::string_view name;
  std::array<std::string_view, 2> words;
  std::size_t count;
};

constexpr std::array<Family, 5> k_families{{{"explicit-any", {"explicit", "any"}, 2},
                                            {"empty-catch", {"empty", "catch"}, 2},
                                            {"console-log", {"console", "log"}, 2},
                                            {"anyview", {"anyview", ""}, 1},
                                            {"force-unwrap", {"force", "unwrap"}, 2}}};

}  // namespace

std::string rule_family(std::string_view rule_id) {
  const std::string id = ascii_lower(rule_id);
  for (const Family& family : k_families) {
    if (names_family(id, std::span{family.words}.first(family.count))) {
      return std::string{family.name};
    }
  }
  for (const std::string_view origin : {"skills.", "heuristics."}) {
    if (rule_id.starts_with(origin) && rule_id.size() > origin.size()) {
      return std::string{rule_id.substr(origin.size())};
    }
  }
  return std::string{rule_id};
}

std::string_view consolidation_platform(std::string_view file, std::string_view rule_id) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> k_folders{
      {{"apps/ios/", "ios"},
       {"ios/", "ios"},
       {"apps/backend/", "backend"},
       {"apps/web/", "frontend"},
       {"apps/frontend/", "frontend"},
       {"apps/android/", "android"}}};
  static constexpr std::size_t k_longest = std::string_view{"apps/frontend/"}.size();
  const std::string head = ascii_lower(file.substr(0, k_longest));
  for (const auto& [folder, platform] : k_folders) {
    if (head.starts_with(folder)) {
      return platform;
    }
  }
  if (rule_id.starts_with("skills.")) {
    rule_id.remove_prefix(std::string_view{"skills."}.size());
  }
  for (const std::string_view platform : k_platforms) {
    if (rule_id.starts_with(platform) && rule_id.substr(platform.size()).starts_with('.')) {
      return platform;
    }
  }
  return "generic";
}

Survivors surviving_findings(std::vector<Finding> findings, std::string_view root) {
  for (Finding& finding : findings) {
    normalise(finding, root);
  }
  Consolidation consolidation{findings};
  for (const Placed& place : without_duplicates(findings)) {
    consolidation.add(place);
  }
  Survivors survivors;
  survivors.suppressed = consolidation.suppressed();
  sort_suppressed(survivors.suppressed);
  survivors.findings = in_file_order(findings, consolidation.winners());
  return survivors;
}

}  // namespace pumuki::evidence
