#include "gate/evidence/emitter.h"

namespace pumuki::evidence {

void Emitter::set_muted(bool muted) {
  if (muted == muted_) {
    return;
  }
  drain();
  if (muted) {
    muted_at_ = pending_.size();
  } else {
    drained_ += pending_.size() - muted_at_;
    pending_.resize(muted_at_);
  }
  muted_ = muted;
}

void Emitter::drain() {
  if (hash_ == nullptr) {
    return;
  }
  if (!muted_) {
    hash_->update(pending_);
  }
  drained_ += pending_.size();
  pending_.clear();
}

}  // namespace pumuki::evidence
