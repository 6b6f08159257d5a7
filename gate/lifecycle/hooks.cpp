#include "gate/lifecycle/hooks.h"

#include "gate/core/files.h"

namespace pumuki::lifecycle {

HookState hook_state(const std::string& hooks_dir, std::string_view name) {
  const auto text = read_file(hooks_dir + '/' + std::string{name});
  if (!text) {
    return text.error().code == Code::NotFound ? HookState::Missing : HookState::Unmanaged;
  }
  const bool managed = text->contains(k_block_start) && text->contains(k_block_end);
  return managed ? HookState::Managed : HookState::Unmanaged;
}

}  // namespace pumuki::lifecycle
