#pragma once

#include "gate/core/files.h"
#include "gate/core/json_fields.h"
#include "gate/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pumuki::collect {

/// A file that holds one list: {"version":"1", NAME:[{…},…]}.
struct ListFile {
  /// Absolute.
  std::string path;
  /// As messages name it.
  std::string shown;
  std::string_view list;
  std::size_t max_bytes = k_max_config_bytes;
  std::string_view hint;
};

/// Reads the items strictly, each with `read_item(JsonFields)`. Empty when the file is absent;
/// errors NotJson, WrongShape, TooLarge and NotReadable carry the file and the place.
template <class Item, class ReadItem>
Result<std::vector<Item>> parse_list(std::string_view text, std::string_view list,
                                     const ReadItem& read_item) {
  const auto document = parse_json_tree(text);
  if (!document) {
    return fail(document.error());
  }
  JsonFaults faults{.text = text, .first = std::nullopt};
  JsonFields fields{*document, "", faults};
  fields.text("$schema");
  if (fields.text("version").value_or("1") != "1") {
    fields.fault("version", "must be \"1\"");
  }
  std::vector<Item> items;
  if (const JsonNode* nodes = fields.array(list)) {
    for (const JsonNode& node : nodes->items) {
      const std::string where = std::string{list} + "[" + std::to_string(items.size()) + "]";
      items.push_back(read_item(JsonFields{node, where, faults}));
    }
  }
  fields.require({"version", list});
  fields.refuse_others();
  if (faults.first) {
    return fail(std::move(*faults.first));
  }
  return items;
}

template <class Item, class ReadItem>
Result<std::vector<Item>> read_list(const ListFile& file, const ReadItem& read_item) {
  const auto text = read_file(file.path, file.max_bytes);
  if (!text && text.error().code == Code::NotFound && !entry_exists(file.path)) {
    return std::vector<Item>{};
  }
  auto items = text ? parse_list<Item>(*text, file.list, read_item)
                    : Result<std::vector<Item>>{fail(text.error())};
  if (!items) {
    Error error = std::move(items.error());
    error.message = file.shown + ": " + error.message;
    error.hint = file.hint;
    return fail(std::move(error));
  }
  return items;
}

}  // namespace pumuki::collect
