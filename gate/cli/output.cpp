#include "gate/cli/output.h"

#include "gate/cli/exit_code.h"
#include "gate/core/json_writer.h"
#include "gate/verdict/problem.h"
#include "gate/verdict/sarif.h"
#include "gate/verdict/verdict_text.h"

#include <unistd.h>

#include <cerrno>

namespace pumuki::cli {
namespace {

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void print_out(std::string_view text) { write_all(STDOUT_FILENO, text); }

void print_error(std::string_view text) { write_all(STDERR_FILENO, text); }

void print_notices(const policy::Notices& notices) {
  for (const policy::Notice& notice : notices) {
    print_error("pumuki: " + notice.file + ": " + verdict::printable(notice.reason) + "\n");
  }
}

std::string failure_json(const Error& error) {
  JsonWriter json;
  json.begin_object()
      .member("exit_code", k_exit_failed)
      .key("error")
      .begin_object()
      .member("code", code_text(error.code))
      .member("message", describe(error))
      .member("hint", error.hint)
      .end_object()
      .end_object();
  return json.take();
}

std::string failure_document(const Error& error, Format format) {
  switch (format) {
    case Format::Json:
      return failure_json(error) + "\n";
    case Format::Sarif:
      return verdict::failure_sarif(error, k_exit_failed) + "\n";
    case Format::Github:
      return verdict::failure_github(error);
    case Format::Junit:
      return verdict::failure_junit(error);
    case Format::Text:
    case Format::Quiet:
      break;
  }
  return {};
}

int report_failure(const Error& error, Format format) {
  print_out(failure_document(error, format));
  std::string text = "pumuki: " + verdict::printable(describe(error)) + "\n";
  if (!error.hint.empty()) {
    text += "hint: " + verdict::printable(error.hint) + "\n";
  }
  print_error(text);
  return k_exit_failed;
}

}  // namespace pumuki::cli
