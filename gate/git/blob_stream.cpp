#include "gate/git/blob_stream.h"

#include "gate/core/text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace pumuki::git {
namespace {

/// Longest "<id> <type> <size>".
constexpr std::size_t k_max_header = 200;

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  // The largest number leaves no room for the line end behind the content.
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size() ||
      value == std::numeric_limits<std::uint64_t>::max()) {
    return std::nullopt;
  }
  return value;
}

/// SHA-1 or SHA-256 in full. Any other word may be the start of a name that holds a newline.
bool is_object_id(std::string_view text) {
  constexpr std::size_t k_sha1_digits = 40;
  constexpr std::size_t k_sha256_digits = 64;
  return (text.size() == k_sha1_digits || text.size() == k_sha256_digits) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

BlobStream::BlobStream(const std::vector<std::string>& names, std::size_t max_bytes,
                       const BlobVisitor& visit)
    : names_{names}, max_bytes_{max_bytes}, visit_{visit} {}

void BlobStream::feed(std::string_view piece) {
  if (!fault_.empty()) {
    return;
  }
  pending_.append(piece);
  while (step()) {
  }
  pending_.erase(0, position_);
  position_ = 0;
}

Result<void> BlobStream::finish() const {
  if (!fault_.empty()) {
    return fail(Code::GitFailed, fault_);
  }
  if (next_ != names_.size()) {
    return fail(Code::GitFailed, "git cat-file answered " + std::to_string(next_) + " of " +
                                     std::to_string(names_.size()) + " questions");
  }
  return {};
}

bool BlobStream::step() {
  if (to_skip_ > 0) {
    const auto here = std::min<std::uint64_t>(to_skip_, pending_.size() - position_);
    position_ += static_cast<std::size_t>(here);
    to_skip_ -= here;
    return to_skip_ == 0;
  }
  return in_content_ ? take_content() : take_answer();
}

bool BlobStream::take_answer() {
  const std::string_view rest = std::string_view{pending_}.substr(position_);
  if (rest.empty() || !fault_.empty()) {
    return false;
  }
  if (next_ == names_.size()) {
    return broken(rest);
  }
  // A name may hold newlines, so the refusal is looked for as a whole.
  const std::string& name = names_[next_];
  for (const std::string_view refusal : {" missing\n", " ambiguous\n", " submodule\n"}) {
    if (rest.starts_with(name) && rest.substr(name.size()).starts_with(refusal)) {
      position_ += name.size() + refusal.size();
      answer(std::nullopt, 0);
      return true;
    }
  }
  const auto end = rest.find('\n');
  if (end == std::string_view::npos) {
    return rest.size() > k_max_header + name.size() && broken(rest);
  }
  // A longer line would be given up if its end had not come yet.
  const std::string_view line = rest.substr(0, std::min(end, k_max_header + 1));
  const auto fields = split(line, ' ');
  const bool is_answer =
      line.size() <= k_max_header && fields.size() == 3 && is_object_id(fields[0]);
  const auto size = is_answer ? parse_size(fields[2]) : std::nullopt;
  if (!size) {
    // The start of a name that goes on after its newline, or rubbish.
    return rest.size() > k_max_header + name.size() && broken(rest);
  }
  position_ += end + 1;
  is_blob_ = fields[1] == "blob";
  size_ = *size;
  in_content_ = true;
  return true;
}

bool BlobStream::take_content() {
  if (!is_blob_ || size_ > max_bytes_) {
    to_skip_ = size_ + 1;
    answer(std::nullopt, is_blob_ ? size_ : 0);
    in_content_ = false;
    return true;
  }
  const std::string_view rest = std::string_view{pending_}.substr(position_);
  const auto size = static_cast<std::size_t>(size_);
  if (rest.size() < size + 1) {
    return false;
  }
  position_ += size + 1;
  in_content_ = false;
  answer(rest.substr(0, size), size_);
  return true;
}

void BlobStream::answer(std::optional<std::string_view> bytes, std::uint64_t size) {
  visit_(next_++, bytes, size);
}

bool BlobStream::broken(std::string_view line) {
  constexpr std::size_t k_shown = 80;
  fault_ = "git cat-file printed an unexpected line: " +
           std::string{line.substr(0, std::min(line.find('\n'), k_shown))};
  return false;
}

}  // namespace pumuki::git
