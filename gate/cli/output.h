#pragma once

#include "gate/core/result.h"
#include "gate/policy/notice.h"

#include <string>
#include <string_view>

namespace pumuki::cli {

/// The form of the document on standard output.
enum class Format { Text, Json, Sarif, Github, Junit, Quiet };

/// Writes all of `text`. A reader that went away is no failure: the exit code carries the verdict.
void print_out(std::string_view text);
void print_error(std::string_view text);

/// One line per ignored configuration file, on standard error.
void print_notices(const policy::Notices& notices);

/// Tells a failure on standard error and, where a document was asked for, as one document on
/// standard output (contract: gate-cli §11, ruling 5). Returns k_exit_failed.
int report_failure(const Error& error, Format format);
std::string failure_json(const Error& error);
/// The document of a failure; empty for the forms without one.
std::string failure_document(const Error& error, Format format);

}  // namespace pumuki::cli
