#pragma once

#include "gate/core/code.h"
#include "gate/core/stage.h"

#include <string_view>
#include <vector>

namespace pumuki::verdict {

/// The code carries an entry in `auto_fixes` of ai_gate_check (contract: enterprise-server §6). The
/// text is code_advice().
bool has_auto_fix(Code code);
/// The code carries a line in `hints` of pre_flight_check. EVIDENCE_CHAIN_INVALID has none.
bool has_hint(Code code);
/// Where the cause is, relative to the root (".ai_evidence.json", ".git/HEAD"; contract: gate
/// §18). Always line 1.
std::string_view code_location(Code code);
/// The stages at which evaluate() can raise the code; none for codes it never raises.
std::vector<Stage> stages_of(Code code);

}  // namespace pumuki::verdict
