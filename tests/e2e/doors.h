#pragma once

#include "tests/support/child_process.h"
#include "tests/support/repo_builder.h"

#include <nlohmann/json.hpp>

#include <string>

namespace pumuki::test {

using Json = nlohmann::json;

/// The enterprise server, started on a free port in a repository.
class EnterpriseServer {
 public:
  explicit EnterpriseServer(const RepoBuilder& repo);
  Json get(const std::string& target);
  /// The envelope of POST /tool; `arguments` is a JSON object.
  Json tool(const std::string& name, const Json& arguments);
  int port() { return process_.port(); }

 private:
  ChildProcess process_;
};

/// The enterprise stdio bridge in a repository, past its handshake.
class EnterpriseBridge {
 public:
  explicit EnterpriseBridge(const RepoBuilder& repo);
  /// The result of one request; a JSON-RPC error fails the test.
  Json request(const std::string& method, const Json& params);

 private:
  ChildProcess process_;
  int next_id_ = 0;
};

/// What `pumuki gate --json` prints for a stage.
Json gate_command(const RepoBuilder& repo, const std::string& stage);

}  // namespace pumuki::test
