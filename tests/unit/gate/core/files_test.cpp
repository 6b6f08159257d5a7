#include "gate/core/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace pumuki {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "pumuki-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  [[nodiscard]] std::string at(const std::string& name) const { return root_ + "/" + name; }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream{at(name), std::ios::binary} << text;
  }
  [[nodiscard]] std::size_t entries(const std::string& folder) const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
  }

  std::string root_;
};

TEST_F(Files, reads_all_bytes) {
  put("a", std::string{"x\0y", 3});
  EXPECT_EQ(*read_file(at("a")), (std::string{"x\0y", 3}));
}

TEST_F(Files, names_why_a_file_cannot_be_read) {
  put("big", "12345");
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  fs::create_symlink("nowhere", at("dangling"));
  EXPECT_EQ(read_file(at("absent")).error().code, Code::NotFound);
  EXPECT_EQ(read_file(at("dangling")).error().code, Code::NotFound);
  EXPECT_EQ(read_file(at("fifo")).error().code, Code::NotReadable);
  EXPECT_EQ(read_file(root_).error().code, Code::NotReadable);
  EXPECT_EQ(read_file(at("big"), 4).error().code, Code::TooLarge);
}

TEST_F(Files, a_short_file_is_an_error_not_a_short_answer) {
  put("a", "abc");
  auto file = open_regular(at("a"));
  std::string buffer(10, '\0');
  EXPECT_EQ(read_at(file->fd.get(), 0, buffer.data(), 10).error().code, Code::NotReadable);
}

TEST_F(Files, identity_changes_with_the_file) {
  put("a", "one");
  const auto before = open_regular(at("a"))->identity;
  ASSERT_TRUE(write_file_below(root_, "a", "two"));
  EXPECT_NE(open_regular(at("a"))->identity, before);
}

TEST_F(Files, writes_make_folders_and_leave_no_temporary_file) {
  ASSERT_TRUE(write_file_below(root_, "x/y/file.json", "{}\n"));
  ASSERT_TRUE(write_file_below(root_, "x/y/file.json", "[]\n"));
  EXPECT_EQ(*read_file(at("x/y/file.json")), "[]\n");
  EXPECT_EQ(entries(at("x/y")), 1U);
}

TEST_F(Files, writes_follow_no_link_below_the_root) {
  fs::create_directory(at("outside"));
  fs::create_directory(at("root"));
  fs::create_directory_symlink("../outside", at("root/linked"));
  put("victim", "safe");
  fs::create_symlink("../victim", at("root/file"));
  EXPECT_EQ(write_file_below(at("root"), "linked/a", "x").error().code, Code::NotWritable);
  EXPECT_EQ(write_file_below(at("root"), "file", "x").error().code, Code::NotWritable);
  EXPECT_EQ(*read_file(at("victim")), "safe");
  EXPECT_EQ(entries(at("outside")), 0U);
}

TEST_F(Files, a_failed_write_keeps_the_old_file) {
  put("file", "old");
  fs::create_directory(at("folder"));
  EXPECT_FALSE(write_file_below(root_, "folder", "x"));
  EXPECT_FALSE(write_file_below(root_, "file/below", "x"));
  EXPECT_EQ(*read_file(at("file")), "old");
  EXPECT_EQ(entries(root_), 2U);
}

TEST_F(Files, real_path_resolves_links) {
  fs::create_directory(at("folder"));
  fs::create_directory_symlink("folder", at("link"));
  EXPECT_EQ(real_path(at("link/.")), real_path(root_) + "/folder");
  EXPECT_EQ(real_path(at("absent")), "");
}

TEST_F(Files, replacing_in_an_open_folder_replaces_a_link_and_not_its_target) {
  write_file_below(root_, "target", "kept").value();
  ASSERT_EQ(::symlink("target", at("link").c_str()), 0);
  const UniqueFd folder{::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  ASSERT_TRUE(replace_file_in(folder.get(), "link", "new"));
  EXPECT_EQ(read_file(at("link")), "new");
  EXPECT_EQ(read_file(at("target")), "kept");
}

}  // namespace
}  // namespace pumuki
