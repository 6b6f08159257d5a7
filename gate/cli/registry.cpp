#include "gate/cli/baseline_command.h"
#include "gate/cli/collect_command.h"
#include "gate/cli/command.h"
#include "gate/cli/completion_command.h"
#include "gate/cli/config_command.h"
#include "gate/cli/doctor_command.h"
#include "gate/cli/evidence_command.h"
#include "gate/cli/gate_command.h"
#include "gate/cli/ingest_command.h"
#include "gate/cli/install_command.h"
#include "gate/cli/policy_command.h"
#include "gate/cli/pre_write_command.h"
#include "gate/cli/runner_command.h"
#include "gate/cli/sdd_command.h"
#include "gate/cli/status_command.h"
#include "gate/cli/uninstall_command.h"

namespace pumuki::cli {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<GateCommand>());
  commands.push_back(std::make_unique<SddCommand>());
  commands.push_back(std::make_unique<CollectCommand>());
  commands.push_back(std::make_unique<PreWriteCommand>());
  commands.push_back(std::make_unique<RunnerCommand>("pre-commit", Stage::PreCommit));
  commands.push_back(std::make_unique<RunnerCommand>("pre-push", Stage::PrePush));
  commands.push_back(std::make_unique<RunnerCommand>("ci", Stage::Ci));
  commands.push_back(std::make_unique<EvidenceCommand>());
  commands.push_back(std::make_unique<IngestCommand>());
  commands.push_back(std::make_unique<InstallCommand>());
  commands.push_back(std::make_unique<UninstallCommand>());
  commands.push_back(std::make_unique<StatusCommand>());
  commands.push_back(std::make_unique<DoctorCommand>());
  commands.push_back(std::make_unique<PolicyCommand>());
  commands.push_back(std::make_unique<BaselineCommand>());
  commands.push_back(std::make_unique<ConfigCommand>());
  commands.push_back(std::make_unique<CompletionCommand>());
  commands.push_back(std::make_unique<ManpageCommand>());
  return commands;
}

}  // namespace pumuki::cli
