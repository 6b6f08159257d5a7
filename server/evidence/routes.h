#pragma once

#include "gate/core/clock.h"
#include "gate/evidence/index.h"
#include "gate/evidence/store.h"
#include "server/http/listener.h"

#include <memory>
#include <string>
#include <vector>

namespace pumuki::evidence_server {

/// What all requests share.
struct Service {
  /// `path`: absolute, of the evidence file. Nothing is read yet.
  explicit Service(std::string path);

  SystemClock clock;
  evidence::Store<evidence::Index> store;
};

/// The route table in its order of matching (evidence-server §2). `base` as
/// program::normal_route() gives it; under "/" the sub-routes are "//summary" and so on.
std::vector<http::Route> make_routes(const std::string& base, std::shared_ptr<Service> service);

}  // namespace pumuki::evidence_server
