#pragma once

#include "gate/evidence/collections.h"

#include <string>

namespace pumuki::cli {

/// The evidence as the servers serve it (contract: gate-cli §10): for a valid file its canonical
/// text on one line, else an object that says what is wrong.
std::string evidence_document(const evidence::Loaded& loaded);
/// For people: what was judged and when, then at most 20 findings.
std::string evidence_text(const evidence::Loaded& loaded);

}  // namespace pumuki::cli
