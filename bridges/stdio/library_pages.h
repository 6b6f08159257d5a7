#pragma once

namespace pumuki::stdio {

/// Gives back the code pages of the TLS libraries. The HTTP library pulls them in and runs their
/// start-up code, nothing here uses them afterwards, and they are a third of an idle bridge
/// (performance M2). Code that is needed after all is read from the page cache again.
void release_tls_pages();

}  // namespace pumuki::stdio
