#pragma once

#include "gate/evidence/pages.h"

namespace pumuki::evidence {

/// The whole document in canonical text, with or without its member `consolidation`
/// (evidence-server §5); produced in pieces of bounded size.
AnswerResult document_answer(const IndexPointer& index, bool with_consolidation);

}  // namespace pumuki::evidence
