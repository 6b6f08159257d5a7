#include "gate/evidence/store.h"

#include "tests/unit/gate/evidence/evidence_samples.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace pumuki::evidence {
namespace {

constexpr std::chrono::milliseconds k_settled{80};

struct Copy {
  Summary summary;
  std::string rule;
};

std::string document(std::string_view rule) { return sealed(sample_with("r.one", rule)); }

class StoreTest : public testing::Test {
 protected:
  using Copies = Store<Copy>;

  static Copies::Pointer build(Loaded&& loaded) {
    auto copy = std::make_shared<Copy>();
    if (!loaded.collections.findings.empty()) {
      copy->rule = loaded.collections.findings.front().rule_id;
    }
    copy->summary = std::move(loaded.summary);
    return copy;
  }

  /// Writes beside and renames over, as a writer does.
  void replace(std::string_view text) const {
    test::write_bytes(path_ + ".tmp", text);
    ASSERT_EQ(std::rename((path_ + ".tmp").c_str(), path_.c_str()), 0);
  }

  test::TempDir folder_;
  const std::string path_ = folder_ / "e.json";
  SystemClock clock_;
  Copies store_{path_, build, clock_};
};

TEST_F(StoreTest, reads_an_unchanged_file_once) {
  replace(document("r.a"));
  std::this_thread::sleep_for(k_settled);
  const auto first = store_.current();
  EXPECT_EQ(first->rule, "r.a");
  EXPECT_EQ(store_.current(), first);
  EXPECT_EQ(store_.loads(), 1U);
}

TEST_F(StoreTest, does_not_trust_a_file_that_just_changed) {
  replace(document("r.a"));
  store_.current();
  store_.current();
  EXPECT_EQ(store_.loads(), 2U);
  std::this_thread::sleep_for(k_settled);
  store_.current();
  store_.current();
  EXPECT_EQ(store_.loads(), 3U);
}

TEST_F(StoreTest, sees_a_replaced_file_at_once) {
  replace(document("r.a"));
  std::this_thread::sleep_for(k_settled);
  EXPECT_EQ(store_.current()->rule, "r.a");
  replace(document("r.b"));
  EXPECT_EQ(store_.current()->rule, "r.b");
}

TEST_F(StoreTest, sees_a_rewrite_in_place_of_the_same_size) {
  replace(document("r.a"));
  EXPECT_EQ(store_.current()->rule, "r.a");
  test::write_bytes(path_, document("r.b"));
  EXPECT_EQ(store_.current()->rule, "r.b");
}

TEST_F(StoreTest, sees_a_rewrite_that_sets_its_time_back) {
  replace(document("r.a"));
  struct stat before{};
  ASSERT_EQ(::stat(path_.c_str(), &before), 0);
  std::this_thread::sleep_for(k_settled);
  EXPECT_EQ(store_.current()->rule, "r.a");
  test::write_bytes(path_, document("r.b"));
  const timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, path_.c_str(), times, 0), 0);
  EXPECT_EQ(store_.current()->rule, "r.b");
}

TEST_F(StoreTest, follows_the_file_through_every_state) {
  EXPECT_EQ(store_.current()->summary.kind, Kind::Missing);
  EXPECT_EQ(store_.current()->summary.kind, Kind::Missing);
  EXPECT_EQ(store_.loads(), 1U);
  replace(document("r.a"));
  EXPECT_EQ(store_.current()->summary.kind, Kind::Valid);
  ASSERT_EQ(::truncate(path_.c_str(), 100), 0);
  EXPECT_EQ(store_.current()->summary.kind, Kind::Invalid);
  ASSERT_EQ(::unlink(path_.c_str()), 0);
  EXPECT_EQ(store_.current()->summary.kind, Kind::Missing);
  ASSERT_EQ(::mkdir(path_.c_str(), 0755), 0);
  EXPECT_EQ(store_.current()->summary.kind, Kind::Invalid);
  ASSERT_EQ(::rmdir(path_.c_str()), 0);
  EXPECT_EQ(store_.current()->summary.kind, Kind::Missing);
}

TEST_F(StoreTest, reads_once_for_many_who_ask_together) {
  replace(document("r.a"));
  std::this_thread::sleep_for(k_settled);
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] { right += store_.current()->rule == "r.a" ? 1 : 0; });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(right, 16);
  EXPECT_EQ(store_.loads(), 1U);
}

TEST_F(StoreTest, never_shows_a_torn_document_while_it_is_replaced) {
  replace(document("r.a"));
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        const auto copy = store_.current();
        wrong += copy->rule == "r.a" || copy->rule == "r.b" ? 0 : 1;
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    replace(document(i % 2 == 0 ? "r.b" : "r.a"));
  }
  done = true;
  for (auto& reader : readers) {
    reader.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(store_.current()->rule, "r.a");
}

TEST(Freshness, trusts_only_what_has_settled) {
  const test::TempDir folder;
  const std::string path = folder / "f";
  test::write_bytes(path, "x");
  const Loaded loaded = load(path);
  const TimeMs changed = loaded.identity.changed_ns / 1'000'000;
  EXPECT_FALSE(Freshness::of(loaded, changed).holds(path));
  EXPECT_FALSE(Freshness::of(loaded, changed + k_racy_age_ms).holds(path));
  EXPECT_FALSE(Freshness::of(loaded, changed - 10'000).holds(path));
  EXPECT_TRUE(Freshness::of(loaded, changed + k_racy_age_ms + 1).holds(path));
  EXPECT_FALSE(Freshness{}.holds(path));
}

}  // namespace
}  // namespace pumuki::evidence
