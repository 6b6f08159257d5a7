#pragma once

#include "gate/evidence/collections.h"

#include <string>

namespace pumuki::evidence {

/// load() and read_summary_of(). Without `keep_rows` the result has no rows and no text_fd.
Loaded load_path(const std::string& path, bool keep_rows);
/// What load_path() would find if `text` stood at `path`. Never has a text_fd.
Loaded load_text(std::string text, const std::string& path, bool keep_rows);

}  // namespace pumuki::evidence
