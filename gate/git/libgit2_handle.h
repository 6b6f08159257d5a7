#pragma once

#include <string>
#include <utility>

namespace pumuki::git {

/// Owns one object of libgit2 and frees it. Move-only. out() is for the functions that hand an
/// object out through their first parameter.
template <class T, void (*Free)(T*)>
class GitHandle {
 public:
  GitHandle() = default;
  GitHandle(GitHandle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  GitHandle& operator=(GitHandle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  GitHandle(const GitHandle&) = delete;
  GitHandle& operator=(const GitHandle&) = delete;
  ~GitHandle() { reset(); }

  [[nodiscard]] T* get() const { return object_; }
  [[nodiscard]] T** out() {
    reset();
    return &object_;
  }
  void reset() {
    if (object_ != nullptr) {
      Free(std::exchange(object_, nullptr));
    }
  }

 private:
  T* object_ = nullptr;
};

/// Empty for a null pointer.
inline std::string text_of(const char* text) { return text == nullptr ? std::string{} : text; }

}  // namespace pumuki::git
