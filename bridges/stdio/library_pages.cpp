#include "bridges/stdio/library_pages.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pumuki::stdio {
namespace {

/// Only segments that cannot be written: their pages are those of the file, so nothing is lost.
int release_pages(dl_phdr_info* library, std::size_t /*size*/, void* /*unused*/) {
  const std::string_view name{library->dlpi_name};
  if (name.find("/libcrypto.so") == std::string_view::npos &&
      name.find("/libssl.so") == std::string_view::npos) {
    return 0;
  }
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (std::size_t i = 0; i < library->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = library->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0) {
      const std::uintptr_t first = library->dlpi_addr + segment.p_vaddr;
      const std::uintptr_t before = first % page;
      // The kernel's interface takes a pointer, the program headers hold numbers.
      auto* start = reinterpret_cast<void*>(first - before);  // NOLINT(performance-no-int-to-ptr)
      ::madvise(start, before + segment.p_memsz, MADV_DONTNEED);
    }
  }
  return 0;
}

}  // namespace

void release_tls_pages() { ::dl_iterate_phdr(&release_pages, nullptr); }

}  // namespace pumuki::stdio
