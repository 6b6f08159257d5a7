#include "server/enterprise/payloads.h"

namespace pumuki::enterprise {

std::string evidence_status(Inquiry& inquiry) { return *inquiry.evidence().status_json; }

}  // namespace pumuki::enterprise
