#pragma once

#include <cstdint>
#include <string_view>

namespace pumuki::collect {

/// Where in a SARIF document the reader stands.
enum class SarifNode : std::uint8_t {
  Skip,
  Log,
  Runs,
  Run,
  Tool,
  Extensions,
  Component,
  Rules,
  Rule,
  RuleText,
  RuleFullText,
  RuleConfiguration,
  RuleProperties,
  Messages,
  MessageString,
  Bases,
  Base,
  Artifacts,
  Artifact,
  Invocations,
  Invocation,
  Overrides,
  Override,
  OverrideConfiguration,
  ExternalFiles,
  Results,
  Result,
  ResultProperties,
  RuleReference,
  ComponentReference,
  Message,
  Arguments,
  Locations,
  Location,
  PhysicalLocation,
  ArtifactLocation,
  Region,
  LogicalLocations,
  LogicalLocation,
  Suppressions,
  Suppression,
  Fixes,
  Fix,
  FixText
};

/// A scalar member that is read; which object it belongs to says its node.
enum class SarifField : std::uint8_t {
  None,
  Version,
  Successful,
  Guid,
  Name,
  SemanticVersion,
  Id,
  Level,
  Score,
  Text,
  Uri,
  UriBaseId,
  Index,
  RuleId,
  RuleIndex,
  Kind,
  BaselineState,
  StartLine,
  ByteOffset,
  FullName,
  Status
};

enum class SarifKind : std::uint8_t { Object, Array, Text, Number, Flag, TextOrNumber };

struct SarifMember {
  SarifNode owner = SarifNode::Skip;
  /// "*": every member of the object.
  std::string_view name;
  SarifKind kind = SarifKind::Text;
  /// Of an object or array.
  SarifNode child = SarifNode::Skip;
  /// Of a scalar.
  SarifField field = SarifField::None;
  /// Its place among the members of the owner, for telling repeated ones.
  unsigned bit = 0;
};

/// The row for a member; null when it is not read.
const SarifMember* find_sarif_member(SarifNode owner, std::string_view name);
/// What an array holds; Skip for an array of texts.
SarifNode sarif_element(SarifNode array);

}  // namespace pumuki::collect
