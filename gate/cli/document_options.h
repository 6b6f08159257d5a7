#pragma once

#include "gate/cli/output.h"
#include "gate/core/result.h"

#include <optional>
#include <string>

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace pumuki::cli {

/// The options that choose the form of a verdict and where it goes: --json, --sarif, --github,
/// --junit, --quiet exclude each other, -o FILE takes the document off standard output.
class DocumentOptions {
 public:
  void declare(CLI::App& app);

  [[nodiscard]] Format format() const;
  /// The document goes to a file; standard output has the text form.
  [[nodiscard]] bool to_file() const { return file_.has_value(); }
  /// Writes the document where it belongs; a relative file below `cwd`. Error NotWritable: the file
  /// could not be written in full.
  [[nodiscard]] Result<void> deliver(const std::string& document, const std::string& cwd) const;
  /// report_failure() with the document where it belongs. Returns k_exit_failed.
  [[nodiscard]] int fail_with(const Error& error, const std::string& cwd) const;

 private:
  bool json_ = false;
  bool sarif_ = false;
  bool github_ = false;
  bool junit_ = false;
  bool quiet_ = false;
  std::optional<std::string> file_;
};

}  // namespace pumuki::cli
