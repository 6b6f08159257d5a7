#include "gate/collect/sarif_members.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace pumuki::collect {
namespace {

using Node = SarifNode;
using Field = SarifField;

constexpr SarifMember object(Node owner, std::string_view name, Node child) {
  return {.owner = owner, .name = name, .kind = SarifKind::Object, .child = child};
}
constexpr SarifMember array(Node owner, std::string_view name, Node child) {
  return {.owner = owner, .name = name, .kind = SarifKind::Array, .child = child};
}
constexpr SarifMember scalar(Node owner, std::string_view name, Field field,
                             SarifKind kind = SarifKind::Text) {
  return {.owner = owner, .name = name, .kind = kind, .field = field};
}

/// Rows of one owner stand together.
constexpr std::array k_unnumbered{
    scalar(Node::Log, "version", Field::Version),
    array(Node::Log, "runs", Node::Runs),
    object(Node::Run, "tool", Node::Tool),
    object(Node::Run, "originalUriBaseIds", Node::Bases),
    array(Node::Run, "artifacts", Node::Artifacts),
    array(Node::Run, "invocations", Node::Invocations),
    array(Node::Run, "results", Node::Results),
    object(Node::Run, "externalPropertyFileReferences", Node::ExternalFiles),
    object(Node::Tool, "driver", Node::Component),
    array(Node::Tool, "extensions", Node::Extensions),
    scalar(Node::Component, "guid", Field::Guid),
    scalar(Node::Component, "name", Field::Name),
    scalar(Node::Component, "semanticVersion", Field::SemanticVersion),
    scalar(Node::Component, "version", Field::Version),
    array(Node::Component, "rules", Node::Rules),
    object(Node::Component, "globalMessageStrings", Node::Messages),
    scalar(Node::Rule, "id", Field::Id),
    object(Node::Rule, "shortDescription", Node::RuleText),
    object(Node::Rule, "fullDescription", Node::RuleFullText),
    object(Node::Rule, "defaultConfiguration", Node::RuleConfiguration),
    object(Node::Rule, "properties", Node::RuleProperties),
    object(Node::Rule, "messageStrings", Node::Messages),
    scalar(Node::RuleText, "text", Field::Text),
    scalar(Node::RuleFullText, "text", Field::Text),
    scalar(Node::RuleConfiguration, "level", Field::Level),
    scalar(Node::RuleProperties, "security-severity", Field::Score, SarifKind::TextOrNumber),
    object(Node::Messages, "*", Node::MessageString),
    scalar(Node::MessageString, "text", Field::Text),
    object(Node::Bases, "*", Node::Base),
    scalar(Node::Base, "uri", Field::Uri),
    scalar(Node::Base, "uriBaseId", Field::UriBaseId),
    object(Node::Artifact, "location", Node::ArtifactLocation),
    scalar(Node::Invocation, "executionSuccessful", Field::Successful, SarifKind::Flag),
    array(Node::Invocation, "ruleConfigurationOverrides", Node::Overrides),
    object(Node::Override, "descriptor", Node::RuleReference),
    object(Node::Override, "configuration", Node::OverrideConfiguration),
    scalar(Node::OverrideConfiguration, "level", Field::Level),
    array(Node::ExternalFiles, "results", Node::Skip),
    scalar(Node::Result, "ruleId", Field::RuleId),
    scalar(Node::Result, "ruleIndex", Field::RuleIndex, SarifKind::Number),
    object(Node::Result, "rule", Node::RuleReference),
    scalar(Node::Result, "level", Field::Level),
    scalar(Node::Result, "kind", Field::Kind),
    scalar(Node::Result, "baselineState", Field::BaselineState),
    object(Node::Result, "message", Node::Message),
    array(Node::Result, "locations", Node::Locations),
    array(Node::Result, "suppressions", Node::Suppressions),
    array(Node::Result, "fixes", Node::Fixes),
    object(Node::Result, "properties", Node::ResultProperties),
    scalar(Node::ResultProperties, "security-severity", Field::Score, SarifKind::TextOrNumber),
    scalar(Node::RuleReference, "id", Field::Id),
    scalar(Node::RuleReference, "index", Field::Index, SarifKind::Number),
    object(Node::RuleReference, "toolComponent", Node::ComponentReference),
    scalar(Node::ComponentReference, "index", Field::Index, SarifKind::Number),
    scalar(Node::ComponentReference, "name", Field::Name),
    scalar(Node::ComponentReference, "guid", Field::Guid),
    scalar(Node::Message, "text", Field::Text),
    scalar(Node::Message, "id", Field::Id),
    array(Node::Message, "arguments", Node::Arguments),
    object(Node::Location, "physicalLocation", Node::PhysicalLocation),
    array(Node::Location, "logicalLocations", Node::LogicalLocations),
    object(Node::PhysicalLocation, "artifactLocation", Node::ArtifactLocation),
    object(Node::PhysicalLocation, "region", Node::Region),
    scalar(Node::ArtifactLocation, "uri", Field::Uri),
    scalar(Node::ArtifactLocation, "uriBaseId", Field::UriBaseId),
    scalar(Node::ArtifactLocation, "index", Field::Index, SarifKind::Number),
    scalar(Node::Region, "startLine", Field::StartLine, SarifKind::Number),
    scalar(Node::Region, "byteOffset", Field::ByteOffset, SarifKind::Number),
    scalar(Node::LogicalLocation, "fullyQualifiedName", Field::FullName),
    scalar(Node::LogicalLocation, "name", Field::Name),
    scalar(Node::Suppression, "status", Field::Status),
    object(Node::Fix, "description", Node::FixText),
    scalar(Node::FixText, "text", Field::Text)};

constexpr auto numbered() {
  auto rows = k_unnumbered;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    rows.at(i).bit = rows.at(i).owner == rows.at(i - 1).owner ? rows.at(i - 1).bit + 1 : 0;
  }
  return rows;
}
constexpr auto k_members = numbered();

constexpr std::size_t k_node_count = static_cast<std::size_t>(Node::FixText) + 1;

/// First row of each owner; the number of rows for a node without members.
constexpr auto first_rows() {
  std::array<std::size_t, k_node_count> first{};
  first.fill(k_members.size());
  for (std::size_t i = k_members.size(); i-- > 0;) {
    first.at(static_cast<std::size_t>(k_members.at(i).owner)) = i;
  }
  return first;
}
constexpr auto k_first_rows = first_rows();

}  // namespace

const SarifMember* find_sarif_member(SarifNode owner, std::string_view name) {
  for (std::size_t i = k_first_rows.at(static_cast<std::size_t>(owner));
       i < k_members.size() && k_members.at(i).owner == owner; ++i) {
    if (k_members.at(i).name == name || k_members.at(i).name == "*") {
      return &k_members.at(i);
    }
  }
  return nullptr;
}

SarifNode sarif_element(SarifNode array) {
  switch (array) {
    case Node::Runs:
      return Node::Run;
    case Node::Extensions:
      return Node::Component;
    case Node::Rules:
      return Node::Rule;
    case Node::Artifacts:
      return Node::Artifact;
    case Node::Invocations:
      return Node::Invocation;
    case Node::Overrides:
      return Node::Override;
    case Node::Results:
      return Node::Result;
    case Node::Locations:
      return Node::Location;
    case Node::LogicalLocations:
      return Node::LogicalLocation;
    case Node::Suppressions:
      return Node::Suppression;
    case Node::Fixes:
      return Node::Fix;
    default:
      return Node::Skip;
  }
}

}  // namespace pumuki::collect
