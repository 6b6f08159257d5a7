#include "gate/evidence/text_buffer.h"

#include "gate/core/fd.h"

#include <simdjson.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace pumuki::evidence {

void add_padding(std::string& text) {
  const std::size_t size = text.size();
  text.append(simdjson::SIMDJSON_PADDING, '\0');
  text.resize(size);
}

int anonymous_file(std::string_view text) {
  UniqueFd file{::memfd_create("evidence", MFD_CLOEXEC)};
  while (file.valid() && !text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      return -1;
    }
  }
  return file.release();
}

}  // namespace pumuki::evidence
