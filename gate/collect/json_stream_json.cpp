#include "gate/collect/json_stream.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <iterator>
#include <utility>

namespace pumuki::collect {
namespace {

using nlohmann::json;

/// How far the reader is since the last part it told.
struct Progress {
  ByteSource& source;
  std::size_t since_event = 0;
  bool end_seen = false;
};

class Bytes {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;
  using iterator_category = std::input_iterator_tag;

  explicit Bytes(Progress* progress) : progress_(progress) {}
  char operator*() const { return progress_->source.peek(); }
  Bytes& operator++() {
    progress_->source.next();
    if (++progress_->since_event > k_max_json_token_bytes) {
      progress_->source.set_fault(
          Code::TooLarge,
          at_byte("a text of more than " + std::to_string(k_max_json_token_bytes) + " bytes",
                  progress_->source.offset()));
    }
    return *this;
  }
  Bytes operator++(int) {
    Bytes old = *this;
    ++*this;
    return old;
  }
  /// Only ever compared with the end.
  friend bool operator==(const Bytes& a, const Bytes& b) {
    Progress* const progress = a.progress_ != nullptr ? a.progress_ : b.progress_;
    if (progress == nullptr) {
      return true;
    }
    const bool end = progress->source.at_end();
    progress->end_seen = progress->end_seen || end;
    return end == (a.progress_ == nullptr || b.progress_ == nullptr);
  }

 private:
  Progress* progress_;
};

class Adapter final : public nlohmann::json_sax<json> {
 public:
  Adapter(Progress& progress, JsonEvents& events) : progress_(progress), events_(events) {}

  bool null() override { return told(events_.null()); }
  bool boolean(bool value) override { return told(events_.boolean(value)); }
  bool number_integer(number_integer_t value) override {
    return told(events_.number(static_cast<double>(value)));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return told(events_.number(static_cast<double>(value)));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    return told(events_.number(value));
  }
  bool string(string_t& value) override { return told(events_.text(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override {
    return deeper() && told(events_.begin_object());
  }
  bool key(string_t& name) override { return told(events_.key(name)); }
  bool end_object() override {
    --depth_;
    return told(events_.end_object());
  }
  bool start_array(std::size_t /*size*/) override {
    return deeper() && told(events_.begin_array());
  }
  bool end_array() override {
    --depth_;
    return told(events_.end_array());
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const json::exception& error) override {
    const std::uint64_t offset = progress_.source.offset();
    const bool at_end = progress_.end_seen || offset == 0;
    progress_.source.set_fault(Code::NotJson, at_end ? at_byte("the text ends too early", offset)
                                                     : at_byte(reason(error.what()), offset - 1));
    return false;
  }

 private:
  /// nlohmann's sentence without its own idea of the place.
  static std::string reason(std::string_view text) {
    static constexpr std::string_view k_utf8 = "ill-formed UTF-8";
    static constexpr std::string_view k_range = "number overflow";
    if (text.contains(k_utf8)) {
      return "text that is not UTF-8";
    }
    return text.contains(k_range) ? "a number out of range" : "not JSON";
  }
  bool told(bool go_on) {
    progress_.since_event = 0;
    return go_on;
  }
  bool deeper() {
    if (++depth_ <= k_max_report_depth) {
      return true;
    }
    progress_.source.set_fault(Code::TooLarge,
                               at_byte("nested deeper than " + std::to_string(k_max_report_depth),
                                       progress_.source.offset()));
    return false;
  }

  Progress& progress_;
  JsonEvents& events_;
  std::size_t depth_ = 0;
};

}  // namespace

Result<void> read_json(ByteSource& source, JsonEvents& events, bool alone) {
  Progress progress{.source = source};
  Adapter adapter{progress, events};
  bool good = false;
  if (!source.fault()) {
    good = json::sax_parse(Bytes{&progress}, Bytes{nullptr}, &adapter,
                           nlohmann::detail::input_format_t::json, alone);
  }
  if (source.fault()) {
    return fail(*source.fault());
  }
  if (!good) {
    return fail(Code::WrongShape, at_byte("unexpected content", source.offset()));
  }
  return {};
}

}  // namespace pumuki::collect
