#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace pumuki::collect {

/// A text that has the shape of a credential. `what` is what it would be ("GitHub token"); the
/// credential itself is nobody's business.
struct TokenHit {
  std::size_t offset = 0;
  std::string_view what;
};

/// Finds credentials whose issuer gives them a recognisable shape: a fixed beginning and a part of
/// known length and alphabet, free-standing. Passed over as placeholders: examples of the issuers'
/// own documentation (a list), AWS names that end in EXAMPLE, and parts of one or two different
/// characters. Public keys, test keys and JSON web tokens are no credentials in this sense. One
/// pass, linear in the text.
void find_tokens(std::string_view text, const std::function<void(const TokenHit&)>& hit);

}  // namespace pumuki::collect
