#include "gate/cli/command.h"
#include "gate/cli/evidence_command.h"
#include "gate/cli/gate_command.h"
#include "gate/cli/sdd_command.h"

namespace pumuki::cli {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<GateCommand>());
  commands.push_back(std::make_unique<SddCommand>());
  commands.push_back(std::make_unique<EvidenceCommand>());
  return commands;
}

}  // namespace pumuki::cli
