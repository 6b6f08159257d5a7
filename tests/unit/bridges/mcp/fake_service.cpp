#include "tests/unit/bridges/mcp/fake_service.h"

#include <stdexcept>
#include <utility>
#include <variant>

namespace pumuki::mcp::test {
namespace {

constexpr std::chrono::seconds k_patience{5};
constexpr std::size_t k_big_bytes = std::size_t{11} << 20;

std::string shown(const ArgumentValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  return std::get<std::string>(value);
}

}  // namespace

void LineCollector::write_line(std::string line) {
  const std::scoped_lock lock{mutex_};
  lines_.push_back(std::move(line));
  added_.notify_all();
}

std::vector<std::string> LineCollector::wait_for(std::size_t count) {
  std::unique_lock lock{mutex_};
  added_.wait_for(lock, k_patience, [&] { return lines_.size() >= count; });
  return lines_;
}

std::vector<std::string> LineCollector::lines() { return wait_for(0); }

Catalogue sample_catalogue() {
  Catalogue catalogue;
  catalogue.server_name = "sample";
  catalogue.server_title = "Sample";
  catalogue.server_version = "1.2.3";
  catalogue.server_description = "For tests.";
  catalogue.instructions = "Call echo.";
  catalogue.tools = {
      {"echo",
       "Echo",
       "Use to test.",
       {{"color", ParameterType::String, "A color.", {"red", "green"}},
        {"word", ParameterType::String, "Any word."},
        {"count", ParameterType::Integer, "A count."},
        {"loud", ParameterType::Boolean, "Louder."}},
       {}},
      {"wait", "Wait", "Blocks.", {}, {.read_only = false}},
      {"fail", "Fail", "Fails.", {}, {}},
      {"big", "Big", "Too much.", {}, {}},
      {"throw", "Throw", "Breaks.", {}, {}},
  };
  catalogue.resources = {{"test://one", "one", "One", "The first."},
                         {"test://bad", "bad", "Bad", "Fails."}};
  catalogue.templates = {{"test://list", {{"limit"}, {"offset"}}, "list", "List", "A page."}};
  return catalogue;
}

Catalogue full_catalogue() {
  Catalogue catalogue = sample_catalogue();
  catalogue.logging = true;
  catalogue.tools.front().output_schema = R"({"type":"object"})";
  catalogue.tools.push_back({"log", "Log", "Says something and where it got.", {}, {}});
  catalogue.resources.front().watched = true;
  catalogue.prompts = {{"greet",
                        "Greet",
                        "Greets somebody.",
                        {{"name", "Who.", {}, true, true}, {"color", "Any.", {"red", "green"}}},
                        "Say hello to {name} in {color}, not {else}."}};
  return catalogue;
}

ToolAnswer FakeService::call_tool(const Tool& tool, const Arguments& arguments,
                                  const CallContext& context) {
  if (tool.name == "fail") {
    return tool_failure("It failed.");
  }
  if (tool.name == "big") {
    return {std::string(k_big_bytes, 'x'), "{}", false};
  }
  if (tool.name == "log") {
    context.log(LogLevel::Debug, "details");
    context.log(LogLevel::Warning, "careful");
    context.progress(1, 4);
    context.progress(1, 4);
    context.progress(4, 4);
    return {"logged", {}, false};
  }
  if (tool.name == "throw") {
    throw std::runtime_error{"broken"};
  }
  if (tool.name == "wait") {
    return wait(context);
  }
  std::string text;
  for (const Argument& argument : arguments.all()) {
    text += (text.empty() ? "" : " ") + argument.name + "=" + shown(argument.value);
  }
  return {text, "{\"echoed\":\n" + std::to_string(arguments.all().size()) + "}", false};
}

ToolAnswer FakeService::wait(const CallContext& context) {
  std::unique_lock lock{mutex_};
  last_time_limit_ = std::chrono::ceil<std::chrono::milliseconds>(context.deadline -
                                                                  std::chrono::steady_clock::now());
  ++running_;
  changed_.notify_all();
  const bool done = changed_.wait(lock, context.stop, [&] { return released_; });
  stopped_ += done ? 0 : 1;
  changed_.notify_all();
  return {"waited", {}, false};
}

std::expected<ResourceAnswer, std::string> FakeService::read_resource(
    const ResourceAddress& address, const CallContext& /*context*/) {
  if (address.base == "test://bad") {
    return std::unexpected{"The server is down."};
  }
  return ResourceAnswer{"{\"base\":\"" + address.base + "\",\"query\":\"" + address.query + "\"}"};
}

std::vector<std::string> FakeService::complete(std::string_view argument,
                                               const CallContext& /*context*/) {
  std::vector<std::string> values;
  for (int i = 0; i < 150; ++i) {
    values.push_back(std::string{argument} + std::to_string(i));
  }
  return values;
}

std::optional<std::string> FakeService::watch(const ResourceAddress& /*address*/,
                                              const CallContext& /*context*/) {
  const std::scoped_lock lock{mutex_};
  return state_.empty() ? std::nullopt : std::optional{state_};
}

void FakeService::set_state(std::string state) {
  const std::scoped_lock lock{mutex_};
  state_ = std::move(state);
}

void FakeService::release() {
  const std::scoped_lock lock{mutex_};
  released_ = true;
  changed_.notify_all();
}

bool FakeService::wait_running(std::size_t count) {
  std::unique_lock lock{mutex_};
  return changed_.wait_for(lock, k_patience, [&] { return running_ >= count; });
}

std::size_t FakeService::stopped() {
  std::unique_lock lock{mutex_};
  changed_.wait_for(lock, k_patience, [&] { return stopped_ > 0; });
  return stopped_;
}

std::chrono::milliseconds FakeService::last_time_limit() {
  const std::scoped_lock lock{mutex_};
  return last_time_limit_;
}

}  // namespace pumuki::mcp::test
