#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pumuki::contract {

/// The lines of tables/<name>.jsonl.
std::vector<nlohmann::ordered_json> read_table(std::string_view name);

/// Parses JSON that may hold lone surrogates (\ud83d): such an escape is kept as text, because the
/// library refuses it. Throws when the text is not JSON otherwise.
nlohmann::ordered_json parse_tolerant(std::string text);

}  // namespace pumuki::contract
