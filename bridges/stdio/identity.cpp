#include "bridges/stdio/identity.h"

#include "bridges/mcp/json_view.h"
#include "bridges/offers/reply.h"
#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/core/version.h"

#include <algorithm>
#include <array>

namespace pumuki::stdio {
namespace {

using mcp::json_elements;
using mcp::json_member;
using mcp::json_text_of;
using offers::is_json_reply;
using View = std::optional<std::string_view>;

constexpr std::string_view k_evidence_file = ".ai_evidence.json";
constexpr std::string_view k_evidence_endpoint = "/ai-evidence/summary";
constexpr std::string_view k_sure_tool = "check_sdd_status";

bool contains_text(View array, std::string_view text) {
  const auto elements = json_elements(array.value_or(std::string_view{}));
  return std::ranges::any_of(
      elements, [&](std::string_view element) { return json_text_of(element) == text; });
}

/// The same folder, whatever links lead to it.
bool same_folder(const std::string& path, const std::string& root) {
  return path == root || (!path.empty() && real_path(path) == root);
}

bool is_evidence_of(const std::optional<std::string>& path, const std::string& root) {
  if (!path || !path->starts_with('/')) {
    return false;
  }
  const std::size_t slash = path->rfind('/');
  return path->substr(slash + 1) == k_evidence_file &&
         same_folder(slash == 0 ? "/" : path->substr(0, slash), root);
}

std::string_view major(std::string_view version) { return version.substr(0, version.find('.')); }

}  // namespace

std::optional<std::string> refuse_evidence_status(const HttpReply& reply, const std::string& root) {
  if (!is_json_reply(reply)) {
    return "it is no evidence server";
  }
  const auto api = json_member(reply.body, "context_api");
  const auto evidence = json_member(reply.body, "evidence");
  if (!contains_text(json_member(api, "endpoints"), k_evidence_endpoint)) {
    return "it is no evidence server";
  }
  if (!is_evidence_of(json_text_of(json_member(evidence, "path")), root)) {
    return "it serves another repository";
  }
  return std::nullopt;
}

std::optional<std::string> refuse_enterprise_status(const HttpReply& reply,
                                                    const std::string& root) {
  if (!is_json_reply(reply)) {
    return "it is no enterprise server";
  }
  const auto capabilities = json_member(reply.body, "capabilities");
  if (json_text_of(json_member(capabilities, "mode")) != "baseline" ||
      !contains_text(json_member(capabilities, "tools"), k_sure_tool)) {
    return "it is no enterprise server";
  }
  if (!same_folder(json_text_of(json_member(reply.body, "repoRoot")).value_or(""), root)) {
    return "it serves another repository";
  }
  const auto version = json_member(json_member(reply.body, "lifecycle"), "version");
  const auto runtime = json_text_of(json_member(version, "runtime"));
  if (runtime && major(*runtime) != major(product_version())) {
    return "it has version " + *runtime;
  }
  return std::nullopt;
}

bool is_enterprise_evidence(const HttpReply& reply, const std::string& root) {
  if (!is_json_reply(reply)) {
    return false;
  }
  const auto evidence = json_member(json_member(reply.body, "payload"), "evidence");
  return is_evidence_of(json_text_of(json_member(evidence, "path")), root);
}

}  // namespace pumuki::stdio
