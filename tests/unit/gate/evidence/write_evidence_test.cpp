#include "gate/core/files.h"
#include "gate/evidence/write_lock.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gate/evidence/writer_fixture.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::evidence {
namespace {

using std::chrono::milliseconds;

class WriteEvidence : public testing::Test {
 protected:
  std::string path() const { return folder_ / std::string{k_file_name}; }
  std::string lock_path() const { return path() + ".lock"; }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator{folder_.path()}) {
      found.insert(entry.path().filename());
    }
    return found;
  }
  WrittenEvidence write(const Draft& draft = draft_of({})) const {
    return write_evidence(folder_.path(), draft, clock_).value();
  }

  test::TempDir folder_;
  FixedClock clock_{k_now};
};

const std::set<std::string> k_only_the_file{".ai_evidence.json"};

TEST_F(WriteEvidence, leaves_the_document_and_nothing_else) {
  const WrittenEvidence written = write();
  EXPECT_FALSE(written.fault);
  EXPECT_EQ(test::read_bytes(path()), written.document.text);
  EXPECT_EQ(read_summary(folder_.path()).kind, Kind::Valid);
  EXPECT_EQ(names(), k_only_the_file);
}

TEST_F(WriteEvidence, links_to_the_file_it_replaces) {
  const WrittenEvidence first = write();
  const WrittenEvidence second = write();
  EXPECT_NE(
      second.document.text.find("\"previous_payload_hash\": \"" + first.document.payload_hash),
      std::string::npos);
  EXPECT_EQ(read_summary(folder_.path()).sequence, 2);
}

TEST_F(WriteEvidence, replaces_a_symbolic_link_and_leaves_its_target) {
  test::write_bytes(folder_ / "elsewhere", "kept");
  ASSERT_EQ(::symlink("elsewhere", path().c_str()), 0);
  EXPECT_FALSE(write().fault);
  EXPECT_EQ(test::read_bytes(folder_ / "elsewhere"), "kept");
  EXPECT_EQ(read_summary(folder_.path()).kind, Kind::Valid);
  EXPECT_FALSE(std::filesystem::is_symlink(path()));
}

TEST_F(WriteEvidence, returns_the_document_when_it_cannot_be_written) {
  ASSERT_EQ(::mkdir(path().c_str(), 0755), 0);
  const WrittenEvidence written = write();
  ASSERT_TRUE(written.fault);
  EXPECT_EQ(written.fault->code, Code::NotWritable);
  EXPECT_EQ(summary_of_text(written.document.text, folder_.path()).kind, Kind::Valid);
  EXPECT_EQ(names(), k_only_the_file);
}

TEST_F(WriteEvidence, takes_over_what_killed_runs_left) {
  const std::string dead = ".ai_evidence.json.tmp-4194999-00000000";
  const std::string alive = ".ai_evidence.json.tmp-1-00000000";
  test::write_bytes(folder_ / dead, "half");
  test::write_bytes(folder_ / alive, "of another program");
  test::write_bytes(folder_ / ".ai_evidence.json.tmp-x", "of somebody");
  test::write_bytes(lock_path(), "4194999 1 boot\n");
  EXPECT_FALSE(write().fault);
  EXPECT_EQ(names(),
            (std::set<std::string>{".ai_evidence.json", ".ai_evidence.json.tmp-x", alive}));
}

TEST_F(WriteEvidence, lock_names_its_owner_to_those_who_wait_in_vain) {
  const auto held = WriteLock::take(folder_.path());
  ASSERT_TRUE(held);
  const std::string owner = test::read_bytes(lock_path());
  EXPECT_TRUE(owner.starts_with(std::to_string(::getpid()) + " ")) << owner;
  const auto refused = WriteLock::take(folder_.path(), milliseconds{20});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::NotWritable);
  EXPECT_NE(refused.error().message.find("process " + std::to_string(::getpid())),
            std::string::npos);
}

TEST_F(WriteEvidence, lock_that_is_no_plain_file_is_refused) {
  ASSERT_EQ(::symlink("elsewhere", lock_path().c_str()), 0);
  const auto written = write();
  ASSERT_TRUE(written.fault);
  EXPECT_NE(written.fault->message.find("symbolic link"), std::string::npos);
  EXPECT_FALSE(entry_exists(folder_ / "elsewhere"));
  ::unlink(lock_path().c_str());
  ASSERT_EQ(::mkfifo(lock_path().c_str(), 0644), 0);
  ASSERT_TRUE(write().fault);
}

TEST_F(WriteEvidence, writers_side_by_side_make_one_chain) {
  constexpr int k_threads = 4;
  constexpr int k_turns = 25;
  std::vector<std::thread> threads;
  for (int i = 0; i < k_threads; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < k_turns; ++turn) {
        EXPECT_FALSE(write().fault);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(read_summary(folder_.path()).sequence, k_threads * k_turns);
  EXPECT_EQ(names(), k_only_the_file);
}

}  // namespace
}  // namespace pumuki::evidence
