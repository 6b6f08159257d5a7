#include "bridges/mcp/listings.h"
#include "bridges/offers/enterprise_catalogue.h"
#include "bridges/offers/evidence_catalogue.h"
#include "gate/core/json_writer.h"
#include "gate/core/version.h"
#include "tests/support/temp_dir.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace pumuki::stdio {
namespace {

using namespace offers;

using mcp::Catalogue;
using mcp::Revision;

/// Any change of what agents see shows in review; refresh_snapshots.sh takes a wanted one over.
const std::string k_folder =
    std::string{PUMUKI_SOURCE_DIR} + "/tests/unit/bridges/stdio/snapshots/";

struct Bridge {
  std::string name;
  Catalogue catalogue;
};

std::vector<Bridge> bridges() {
  return {{"evidence", evidence_catalogue("pumuki-evidence-stdio")},
          {"enterprise", enterprise_catalogue("pumuki-enterprise-stdio")}};
}

std::string snapshot(const Bridge& bridge, const Revision& revision) {
  Catalogue catalogue = bridge.catalogue;
  catalogue.server_version = "VERSION";
  JsonWriter json;
  json.begin_object();
  json.member_raw(revision.handshake ? "initialize" : "server/discover",
                  revision.handshake ? mcp::initialize_result(catalogue, revision)
                                     : mcp::discover_result(catalogue, revision));
  json.member_raw("tools/list", mcp::tools_result(catalogue, revision));
  json.member_raw("resources/list", mcp::resources_result(catalogue, revision));
  json.member_raw("resources/templates/list", mcp::templates_result(catalogue, revision));
  json.member_raw("prompts/list", mcp::prompts_result(catalogue, revision));
  return pretty_json(json.end_object().take());
}

TEST(Snapshots, every_definition_is_as_recorded) {
  for (const Bridge& bridge : bridges()) {
    for (const Revision& revision : mcp::revisions()) {
      const std::string file = k_folder + bridge.name + "_" + std::string{revision.name} + ".json";
      const std::string now = snapshot(bridge, revision);
      if (std::getenv("PUMUKI_REFRESH_SNAPSHOTS") != nullptr) {
        pumuki::test::write_bytes(file, now);
      }
      ASSERT_TRUE(std::filesystem::exists(file)) << file;
      EXPECT_EQ(pumuki::test::read_bytes(file), now) << file;
    }
  }
}

TEST(Definitions, are_what_clients_accept) {
  for (const Bridge& bridge : bridges()) {
    for (const mcp::Tool& tool : bridge.catalogue.tools) {
      EXPECT_THAT(tool.name, ::testing::MatchesRegex("[a-z0-9_]+"));
      EXPECT_LE(tool.name.size(), 48U) << tool.name;
      EXPECT_LT(tool.description.size(), 1024U) << tool.name;
      EXPECT_FALSE(tool.description.empty()) << tool.name;
      EXPECT_FALSE(tool.hints.destructive) << tool.name;
      for (const mcp::Parameter& parameter : tool.parameters) {
        EXPECT_FALSE(parameter.description.empty()) << tool.name << " " << parameter.name;
      }
    }
    for (const Revision& revision : mcp::revisions()) {
      EXPECT_LT(mcp::tools_result(bridge.catalogue, revision).size(), std::size_t{64} << 10);
    }
  }
}

TEST(Definitions, have_the_version_of_the_product) {
  for (const Bridge& bridge : bridges()) {
    EXPECT_EQ(bridge.catalogue.server_version, product_version());
  }
}

}  // namespace
}  // namespace pumuki::stdio
