#pragma once

#include "gate/core/environment.h"
#include "server/enterprise/inquiry.h"

#include <memory>
#include <string>

namespace pumuki::enterprise {

/// Surroundings of a running server: evidence re-read when its file changes, libgit2 and git for
/// the repository, OpenSpec from node_modules. Nothing is read or started before the first
/// question.
std::shared_ptr<const Surroundings> make_surroundings(const std::string& root,
                                                      const Environment& environment);

}  // namespace pumuki::enterprise
