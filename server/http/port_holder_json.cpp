#include "server/http/port_holder.h"

#include <nlohmann/json.hpp>

namespace pumuki::http {
namespace {

constexpr int k_kept_depth = 2;

std::string text_at(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

std::string repository_of_status(std::string_view body) {
  constexpr std::string_view k_evidence_file = "/.ai_evidence.json";
  // The holder may be anybody: nothing deeper than the members looked at is kept.
  const auto shallow = [](int depth, nlohmann::json::parse_event_t /*event*/,
                          const nlohmann::json& /*value*/) { return depth <= k_kept_depth; };
  const auto json = nlohmann::json::parse(body, shallow, false);
  if (!json.is_object()) {
    return {};
  }
  if (auto root = text_at(json, "repoRoot"); !root.empty()) {
    return root;
  }
  const auto evidence = json.find("evidence");
  if (evidence == json.end() || !evidence->is_object()) {
    return {};
  }
  auto path = text_at(*evidence, "path");
  if (!path.ends_with(k_evidence_file)) {
    return {};
  }
  path.resize(path.size() - k_evidence_file.size());
  return path;
}

}  // namespace pumuki::http
