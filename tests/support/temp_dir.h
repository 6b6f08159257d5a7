#pragma once

#include <string>
#include <string_view>

namespace pumuki::test {

/// A fresh folder below TMPDIR (or /tmp), links resolved; removed with everything in it at the end.
/// Test helpers report a broken fixture with std::runtime_error, which fails the running test.
class TempDir {
 public:
  TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// `name` below the folder; nothing is made.
  [[nodiscard]] std::string operator/(std::string_view name) const;

 private:
  std::string path_;
};

/// Writes a file as it stands, making its folders. `path` is bytes.
void write_bytes(const std::string& path, std::string_view bytes);
/// The whole file.
std::string read_bytes(const std::string& path);

}  // namespace pumuki::test
