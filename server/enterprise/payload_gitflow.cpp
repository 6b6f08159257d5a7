#include "server/enterprise/payloads.h"

namespace pumuki::enterprise {

Result<lifecycle::GitState> read_gitflow(Inquiry& inquiry) {
  return inquiry.repository() == nullptr ? lifecycle::GitState{}
                                         : lifecycle::read_git_state(*inquiry.repository());
}

void write_gitflow(JsonWriter& json, const lifecycle::GitState& state) {
  json.begin_object().member("available", state.available);
  if (state.available) {
    json.optional_member("branch", state.branch)
        .optional_member("upstream", state.upstream)
        .member("ahead", state.ahead)
        .member("behind", state.behind)
        .member("dirty", state.dirty)
        .member("staged", state.staged)
        .member("unstaged", state.unstaged);
  }
  json.end_object();
}

Result<std::string> gitflow_state(Inquiry& inquiry) {
  const auto state = read_gitflow(inquiry);
  if (!state) {
    return fail(state.error());
  }
  JsonWriter json;
  write_gitflow(json, *state);
  return json.take();
}

}  // namespace pumuki::enterprise
