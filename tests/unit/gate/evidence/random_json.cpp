#include "tests/unit/gate/evidence/random_json.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pumuki::evidence {
namespace {

const std::array<Made, 26> k_scalars{{
    {"true", "true"},
    {"false", "false"},
    {"null", "null"},
    {"0", "0"},
    {"-0", "0"},
    {"7", "7"},
    {"-12", "-12"},
    {"1.0", "1"},
    {"2.50", "2.5"},
    {"1E2", "100"},
    {"1e+2", "100"},
    {"1e999", "null"},
    {"1e-999", "0"},
    {"0.0000001", "1e-7"},
    {"1e21", "1e+21"},
    {"999999999999999", "999999999999999"},
    {"12345678901234567890", "12345678901234567000"},
    {R"("")", R"("")"},
    {R"("plain text")", R"("plain text")"},
    {R"("caf\u00e9 \/")", R"("café /")"},
    {R"("a\nb\t\"\\")", R"("a\nb\t\"\\")"},
    {R"("\u0008\u001F")", R"("\b\u001f")"},
    {R"("\ud83d\ude80")", R"("🚀")"},
    {R"("\ud83d")", R"("\ud83d")"},
    {R"("中 {[,:]}")", R"("中 {[,:]}")"},
    {R"("\\\\\"")", R"("\\\\\"")"},
}};

/// Spelling, canonical spelling.
const std::array<Made, 8> k_tidy_names{{{R"("a")", R"("a")"},
                                        {R"("b c")", R"("b c")"},
                                        {R"("\u0064")", R"("d")"},
                                        {R"("01")", R"("01")"},
                                        {R"("-1")", R"("-1")"},
                                        {R"("4294967295")", R"("4294967295")"},
                                        {R"("é\n")", R"("é\n")"},
                                        {R"("")", R"("")"}}};
const std::array<Made, 6> k_messy_names{{{R"("0")", R"("0")"},
                                         {R"("10")", R"("10")"},
                                         {R"("9")", R"("9")"},
                                         {R"("\u0031")", R"("1")"},
                                         {R"("\u0061")", R"("a")"},
                                         {R"("4294967294")", R"("4294967294")"}}};

bool is_index(const std::string& json) {
  constexpr std::uint64_t k_last = 4294967294;
  const std::string name = json.substr(1, json.size() - 2);
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos &&
         std::to_string(std::stoull(name)) == name && std::stoull(name) <= k_last;
}

}  // namespace

std::string RandomJson::space() {
  static const std::array<std::string, 5> k_spaces{"", "", " ", "\n  ", "\r\t"};
  return k_spaces[below(k_spaces.size())];
}

Made RandomJson::scalar() { return k_scalars[below(k_scalars.size())]; }

Made RandomJson::value(int depth) {
  const std::size_t kind = depth == 0 ? 2 : below(4);
  return kind == 0 ? object(depth) : kind == 1 ? array(depth) : scalar();
}

Made RandomJson::array(int depth) {
  Made made{"[" + space(), "["};
  const std::size_t count = below(4);
  for (std::size_t i = 0; i < count; ++i) {
    const Made element = value(depth - 1);
    made.text += (i > 0 ? "," + space() : "") + element.text + space();
    made.canonical += (i > 0 ? "," : "") + element.canonical;
  }
  return {made.text + "]", made.canonical + "]"};
}

std::string RandomJson::joined(const std::vector<Member>& members) {
  std::vector<Member> ordered;
  for (const Member& member : members) {
    if (is_index(member.json)) {
      ordered.push_back(member);
    }
  }
  std::ranges::sort(ordered, {}, [](const Member& member) {
    return std::stoull(member.json.substr(1, member.json.size() - 2));
  });
  std::ranges::copy_if(members, std::back_inserter(ordered),
                       [](const Member& member) { return !is_index(member.json); });
  std::string text = "{";
  for (const Member& member : ordered) {
    text += (text.size() > 1 ? "," : "") + member.json + ":" + member.content;
  }
  return text + "}";
}

Made RandomJson::object(int depth) {
  std::vector<Member> members;
  std::string text = "{" + space();
  const std::size_t count = below(k_tidy_names.size());
  const std::size_t first = below(k_tidy_names.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool odd = messy_ && below(3) == 0;
    const Made name = odd ? k_messy_names[below(k_messy_names.size())]
                          : k_tidy_names[(first + i) % k_tidy_names.size()];
    const Made content = value(depth - 1);
    text +=
        (i > 0 ? "," + space() : "") + name.text + space() + ":" + space() + content.text + space();
    const auto same = std::ranges::find(members, name.canonical, &Member::json);
    if (same != members.end()) {
      same->content = content.canonical;
    } else {
      members.push_back({name.text, name.canonical, content.canonical});
    }
  }
  return {text + "}", joined(members)};
}

}  // namespace pumuki::evidence
