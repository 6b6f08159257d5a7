#include "tests/fuzz/memory_file.h"

#include "tests/fuzz/target.h"

#include <sys/mman.h>
#include <unistd.h>

namespace pumuki::fuzz {

MemoryFile::MemoryFile() : fd_{::memfd_create("input", MFD_CLOEXEC)} { require(fd_.valid()); }

void MemoryFile::set(std::string_view bytes) {
  require(::ftruncate(fd_.get(), 0) == 0);
  require(::pwrite(fd_.get(), bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
}

}  // namespace pumuki::fuzz
