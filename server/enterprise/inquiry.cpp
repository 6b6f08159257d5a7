#include "server/enterprise/inquiry.h"

namespace pumuki::enterprise {

Inquiry::Inquiry(const Surroundings& surroundings) : surroundings_(surroundings) {
  if (git::has_git_entry(surroundings.root)) {
    repository_ = surroundings.open_repository(surroundings.root);
  }
}

sdd::SddContext Inquiry::sdd() const {
  return {.environment = environment(),
          .clock = clock(),
          .root = root(),
          .repository = repository(),
          .openspec = surroundings_.openspec};
}

const EvidenceReading& Inquiry::evidence() {
  if (!evidence_) {
    evidence_ = surroundings_.read_evidence();
  }
  return *evidence_;
}

}  // namespace pumuki::enterprise
