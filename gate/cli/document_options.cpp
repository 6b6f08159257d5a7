#include "gate/cli/document_options.h"

#include "gate/core/fd.h"
#include "gate/core/version.h"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace pumuki::cli {
namespace {

bool write_whole(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Not by rename: the file may be a pipe or a device.
Result<void> write_to(const std::string& path, std::string_view text) {
  constexpr mode_t k_mode = 0644;
  UniqueFd fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, k_mode)};
  if (!fd.valid() || !write_whole(fd.get(), text) || ::close(fd.release()) != 0) {
    return fail(Code::NotWritable,
                "cannot write " + path + ": " + std::string{std::strerror(errno)});
  }
  return {};
}

}  // namespace

void DocumentOptions::declare(CLI::App& app) {
  const std::array<CLI::Option*, 5> forms{
      app.add_flag("--json", json_, "The answer as one JSON object"),
      app.add_flag("--sarif", sarif_, "The answer as SARIF 2.1.0"),
      app.add_flag("--github", github_, "The answer as annotations of GitHub Actions"),
      app.add_flag("--junit", junit_, "The answer as JUnit XML"),
      app.add_flag("--quiet", quiet_, "Exit code only")};
  for (CLI::Option* form : forms) {
    for (CLI::Option* other : forms) {
      if (form != other) {
        form->excludes(other);
      }
    }
  }
  app.add_option("-o,--output", file_, "File for the document instead of standard output");
}

Format DocumentOptions::format() const {
  if (json_) {
    return Format::Json;
  }
  if (sarif_) {
    return Format::Sarif;
  }
  if (github_) {
    return Format::Github;
  }
  if (junit_) {
    return Format::Junit;
  }
  return quiet_ ? Format::Quiet : Format::Text;
}

Result<void> DocumentOptions::deliver(const std::string& document, const std::string& cwd) const {
  if (!file_) {
    print_out(document);
    return {};
  }
  return write_to(file_->starts_with('/') ? *file_ : cwd + "/" + *file_, document);
}

int DocumentOptions::fail_with(const Error& error, const std::string& cwd) const {
  if (!file_) {
    return report_failure(error, format());
  }
  if (const auto written = deliver(failure_document(error, format()), cwd); !written) {
    report_failure(written.error(), Format::Text);
  }
  return report_failure(error, Format::Text);
}

}  // namespace pumuki::cli
