#include "tests/contract/bench.h"

#include "tests/support/test_environment.h"

#include <filesystem>
#include <stdexcept>

namespace pumuki::contract {
namespace {

std::string path_of(std::string_view program) {
  return std::string{PUMUKI_BIN_DIR "/"} + std::string{program};
}

}  // namespace

Bench::Bench(const Setting& setting) : repository_{temp_ / "repo"} {
  const std::string home = temp_ / "home";
  std::filesystem::create_directory(repository_);
  std::filesystem::create_directory(home);
  environment_ = test::test_environment(home);
  const ProcessOutput built =
      test::run_to_end({{"bash", PUMUKI_SOURCE_DIR "/tests/contract/repository.sh", setting.recipe},
                        environment_,
                        repository_});
  if (built.exit_code != 0) {
    throw std::runtime_error{"recipe " + setting.recipe + ": " + built.out + built.err};
  }
  if (setting.evidence) {
    test::write_bytes(repository_ + "/.ai_evidence.json", *setting.evidence);
  }
  cwd_ = setting.cwd.empty() ? repository_ : repository_ + '/' + setting.cwd;
  for (const auto& [name, value] : setting.environment) {
    environment_ = environment_.with(name, with_repository(value, repository_));
  }
  environment_ =
      environment_.with("PUMUKI_EVIDENCE_PORT", "0").with("PUMUKI_ENTERPRISE_MCP_PORT", "0");
}

void Bench::start(std::string_view program) {
  server_.emplace(test::ProgramSpec{{path_of(program)}, environment_, cwd_});
  server_->port();
}

bool Bench::alive() { return server_ && !server_->wait(std::chrono::milliseconds{0}); }

test::HttpReply Bench::ask(const Request& request) {
  test::HttpCall call{request.method, with_repository(request.target, repository_), {}, {}};
  for (const auto& [name, value] : request.headers) {
    call.headers.emplace_back(name, with_repository(value, repository_));
  }
  if (request.body) {
    call.body = with_repository(*request.body, repository_);
    call.headers.emplace_back("Content-Length", std::to_string(call.body.size()));
  }
  call.headers.emplace_back("Connection", "close");
  return test::http_request(port(), call);
}

ProcessOutput Bench::run(std::string_view program, const std::vector<std::string>& arguments) {
  std::vector<std::string> argv{path_of(program)};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return test::run_to_end({std::move(argv), environment_, cwd_});
}

}  // namespace pumuki::contract
