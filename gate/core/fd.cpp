#include "gate/core/fd.h"

#include <unistd.h>

namespace pumuki {

void UniqueFd::reset(int fd) {
  if (fd_ >= 0) {
    ::close(fd_);
  }
  fd_ = fd;
}

}  // namespace pumuki
