#pragma once

#include "gate/evidence/index.h"
#include "gate/evidence/pages_answer.h"
#include "gate/evidence/query.h"

#include <memory>

namespace pumuki::evidence {

// Bodies of the collections (evidence-server §7, §8). The index must be that of a valid document.

using IndexPointer = std::shared_ptr<const Index>;

AnswerResult snapshot_answer(const IndexPointer& index);
AnswerResult findings_answer(const IndexPointer& index, const FindingsQuery& query);
AnswerResult rulesets_answer(const IndexPointer& index, const RulesetsQuery& query);
AnswerResult platforms_answer(const IndexPointer& index, const PlatformsQuery& query);
AnswerResult ledger_answer(const IndexPointer& index, const LedgerQuery& query);

}  // namespace pumuki::evidence
