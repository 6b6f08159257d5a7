#include "server/evidence/routes.h"

#include "gate/evidence/pages.h"
#include "gate/evidence/pages_document.h"
#include "gate/evidence/query.h"

#include <functional>
#include <utility>

namespace pumuki::evidence_server {
namespace {

using evidence::Answer;
using evidence::AnswerResult;
using evidence::IndexPointer;
using evidence::Kind;
using evidence::Parameters;

/// A file that shrinks while it is read is read again; one that keeps shrinking is given up.
constexpr int k_attempts = 3;
constexpr int k_ok = 200;
constexpr int k_not_found = 404;

using View = std::function<AnswerResult(const IndexPointer&, const Parameters&)>;

http::Reply to_reply(Answer answer) {
  if (answer.text) {
    return http::json_reply(k_ok, std::move(answer.text));
  }
  http::Reply reply;
  reply.stream = {answer.size, std::move(answer.produce)};
  return reply;
}

std::string why_unusable(const evidence::Summary& summary) {
  return summary.kind == Kind::Missing ? "no evidence at " + summary.path
                                       : "the evidence is not valid: " + summary.reason;
}

http::Reply answer_from_evidence(Service& service, const View& view, const http::Request& request) {
  const Parameters parameters = [&request](std::string_view name) {
    return http::query_value(request.query, name);
  };
  IndexPointer index = service.store.current();
  Error last_error;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    if (index->summary.kind != Kind::Valid) {
      return http::error_reply(k_not_found, why_unusable(index->summary));
    }
    AnswerResult answer = view(index, parameters);
    if (answer) {
      return to_reply(std::move(*answer));
    }
    last_error = std::move(answer.error());
    index = service.store.current();
  }
  return http::error_reply(k_not_found, describe(last_error));
}

AnswerResult summary_view(const IndexPointer& index, const Parameters& /*unused*/) {
  return Answer{index->summary_body, index->summary_body->size(), {}};
}

AnswerResult snapshot_view(const IndexPointer& index, const Parameters& /*unused*/) {
  return evidence::snapshot_answer(index);
}

AnswerResult findings_view(const IndexPointer& index, const Parameters& parameters) {
  return evidence::findings_answer(index, evidence::findings_query(parameters));
}

AnswerResult rulesets_view(const IndexPointer& index, const Parameters& parameters) {
  return evidence::rulesets_answer(index, evidence::rulesets_query(parameters));
}

AnswerResult platforms_view(const IndexPointer& index, const Parameters& parameters) {
  return evidence::platforms_answer(index, evidence::platforms_query(parameters));
}

AnswerResult ledger_view(const IndexPointer& index, const Parameters& parameters) {
  return evidence::ledger_answer(index, evidence::ledger_query(parameters));
}

AnswerResult document_view(const IndexPointer& index, const Parameters& parameters) {
  return evidence::document_answer(index, evidence::wants_consolidation(parameters));
}

}  // namespace

Service::Service(std::string path) : store(std::move(path), &evidence::build_index, clock) {}

std::vector<http::Route> make_routes(const std::string& base, std::shared_ptr<Service> service) {
  const auto healthy = std::make_shared<const std::string>(R"({"status":"ok"})");
  std::vector<http::Route> routes{
      {"GET", "/health",
       [healthy](const http::Request&) { return http::json_reply(k_ok, healthy); }},
      {"GET", "/status", [service](const http::Request&) {
         return http::json_reply(k_ok, service->store.current()->status_body);
       }}};
  const auto add = [&](const std::string& path, View view) {
    routes.push_back({"GET", path, [service, view = std::move(view)](const http::Request& request) {
                        return answer_from_evidence(*service, view, request);
                      }});
  };
  add(base + "/summary", summary_view);
  add(base + "/snapshot", snapshot_view);
  add(base + "/findings", findings_view);
  add(base + "/rulesets", rulesets_view);
  add(base + "/platforms", platforms_view);
  add(base + "/ledger", ledger_view);
  add(base, document_view);
  return routes;
}

}  // namespace pumuki::evidence_server
