#include "gate/collect/sarif_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace pumuki::collect {
namespace {

using Node = SarifNode;
using Field = SarifField;

constexpr std::string_view k_version = "2.1.0";
/// What one run may keep in memory: rules, artifacts and the results that count.
constexpr std::size_t k_max_kept_bytes = std::size_t{32} << 20;
/// About what an entry costs beside its texts.
constexpr std::size_t k_entry_bytes = 200;
constexpr std::size_t k_max_uri_bytes = 5'000;
constexpr std::size_t k_max_text_bytes = 1'200;
constexpr std::size_t k_max_arguments = 32;
/// Log, runs, run, then the part of the run.
constexpr std::size_t k_part_depth = 3;
constexpr double k_max_whole_number = 9'007'199'254'740'992.0;

std::int64_t whole(double value) {
  const bool plain = value >= 0 && value <= k_max_whole_number && std::trunc(value) == value;
  return plain ? static_cast<std::int64_t>(value) : -1;
}

}  // namespace

bool SarifParser::refuse(std::string_view what, std::string hint) {
  fault_ = fail(Code::WrongShape, at_byte(what, source_.offset()), std::move(hint)).error();
  return false;
}

bool SarifParser::wrong_type() {
  return refuse(stack_.empty() ? std::string{"a SARIF document is an object"}
                               : "`" + name_ + "` has a type that SARIF does not allow");
}

SarifNode SarifParser::outer(std::size_t levels) const {
  return stack_.size() > levels ? stack_[stack_.size() - 1 - levels].node : Node::Skip;
}

bool SarifParser::open(SarifKind kind) {
  Node child = Node::Log;
  if (skipped_ > 0) {
    ++skipped_;
    return true;
  }
  if (stack_.empty()) {
    if (kind != SarifKind::Object) {
      return wrong_type();
    }
  } else if (stack_.back().is_array) {
    child = sarif_element(stack_.back().node);
    if (stack_.back().node == Node::Arguments ||
        (child != Node::Skip && kind != SarifKind::Object)) {
      return wrong_type();
    }
  } else if (member_ == nullptr) {
    child = Node::Skip;
  } else if (member_->kind != kind) {
    return wrong_type();
  } else if (member_->owner == Node::ExternalFiles) {
    return refuse("the results are kept in another file", "Have the tool write them inline.");
  } else {
    child = member_->child;
  }
  if (child == Node::Skip) {
    skipped_ = 1;
    return true;
  }
  stack_.push_back({.node = child, .is_array = kind == SarifKind::Array});
  entered(child);
  return !fault_;
}

bool SarifParser::begin_object() { return open(SarifKind::Object); }
bool SarifParser::begin_array() { return open(SarifKind::Array); }

bool SarifParser::end_object() {
  if (skipped_ > 0) {
    --skipped_;
    return true;
  }
  const Frame frame = stack_.back();
  left(frame);
  stack_.pop_back();
  return !fault_;
}

bool SarifParser::end_array() {
  if (skipped_ > 0) {
    --skipped_;
    return true;
  }
  stack_.pop_back();
  return true;
}

void SarifParser::entered(SarifNode node) {
  switch (node) {
    case Node::Runs:
      runs_seen_ = true;
      break;
    case Node::Run:
      run_ = SarifRun{};
      kept_bytes_ = 0;
      break;
    case Node::Component:
      component_ = 0;
      if (outer(1) == Node::Extensions) {
        component_ = run_.components.size();
        run_.components.emplace_back();
      }
      break;
    case Node::Rule:
      component().rules.emplace_back();
      kept_bytes_ += k_entry_bytes;
      break;
    case Node::MessageString:
      message_name_ = name_.substr(0, k_max_text_bytes);
      break;
    case Node::Base:
      base_ = {};
      base_name_ = name_.substr(0, k_max_text_bytes);
      break;
    case Node::Artifact:
      run_.artifacts.emplace_back();
      kept_bytes_ += sizeof(ReportedPlace);
      break;
    case Node::Override:
      run_.overrides.emplace_back();
      kept_bytes_ += k_entry_bytes;
      break;
    case Node::Result:
      result_ = {};
      break;
    case Node::Location:
      location_ = {};
      break;
    case Node::Suppression:
      ++result_.suppressions;
      break;
    default:
      break;
  }
}

void SarifParser::left(const Frame& frame) {
  switch (frame.node) {
    case Node::Run:
      receiver_.finish(run_);
      run_ = SarifRun{};
      break;
    case Node::Base:
      run_.bases[base_name_] = base_;
      break;
    case Node::Location:
      left_location();
      break;
    case Node::Result:
      left_result();
      break;
    default:
      break;
  }
  if (kept_bytes_ > k_max_kept_bytes) {
    refuse("rules, artifacts and results of one run are too large",
           "Split the report, or have the tool leave out what no finding needs.");
    fault_->code = Code::TooLarge;
  }
}

void SarifParser::left_location() {
  if (result_.location.is_physical()) {
    return;
  }
  std::string logical = std::move(result_.location.logical_name);
  result_.location = std::move(location_);
  if (!logical.empty()) {
    result_.location.logical_name = std::move(logical);
  }
}

void SarifParser::left_result() {
  if (!receiver_.keep(result_)) {
    return;
  }
  kept_bytes_ += sizeof(SarifResult) + result_.message.text.size() + result_.fix.size() +
                 result_.location.place.uri.size() + result_.rule_id.size();
  for (const std::string& argument : result_.message.arguments) {
    kept_bytes_ += sizeof(std::string) + argument.size();
  }
  run_.results.push_back(std::move(result_));
}

bool SarifParser::key(std::string& name) {
  if (skipped_ > 0) {
    return true;
  }
  member_ = find_sarif_member(stack_.back().node, name);
  name_ = name;
  if (member_ == nullptr || member_->name == "*") {
    return true;
  }
  const unsigned bit = 1U << member_->bit;
  if ((stack_.back().seen & bit) != 0) {
    return refuse("`" + name_ + "` is there twice");
  }
  stack_.back().seen |= bit;
  return true;
}

bool SarifParser::null() {
  if (skipped_ > 0) {
    return true;
  }
  if (stack_.empty() ||
      (stack_.back().is_array && sarif_element(stack_.back().node) != Node::Skip)) {
    return wrong_type();
  }
  if (!stack_.back().is_array && member_ != nullptr && member_->child == Node::Results) {
    return refuse("`results` is null: the tool could not look for problems",
                  "Run the tool again and look at what it says.");
  }
  return true;
}

bool SarifParser::boolean(bool value) {
  if (skipped_ > 0) {
    return true;
  }
  if (stack_.empty() || stack_.back().is_array) {
    return null();
  }
  if (member_ == nullptr) {
    return true;
  }
  if (member_->kind != SarifKind::Flag) {
    return wrong_type();
  }
  return value || refuse("the tool says that its run failed (executionSuccessful is false)",
                         "Run the tool again and look at what it says.");
}

bool SarifParser::number(double value) {
  if (skipped_ > 0) {
    return true;
  }
  if (stack_.empty() || stack_.back().is_array) {
    return stack_.empty() || stack_.back().node == Node::Arguments ? wrong_type() : null();
  }
  if (member_ == nullptr) {
    return true;
  }
  if (member_->kind == SarifKind::TextOrNumber) {
    set_score(value);
    return true;
  }
  if (member_->kind != SarifKind::Number) {
    return wrong_type();
  }
  if (std::int64_t* target = number_target(member_->field)) {
    *target = whole(value);
  }
  return true;
}

void SarifParser::set_score(double value) {
  if (stack_.back().node == Node::RuleProperties) {
    rule().score = value;
  } else {
    result_.score = value;
  }
}

std::int64_t* SarifParser::number_target(SarifField field) {
  switch (field) {
    case Field::RuleIndex:
      return &result_.rule_index;
    case Field::StartLine:
      return &location_.line;
    case Field::ByteOffset:
      return &location_.byte_offset;
    case Field::Index:
      if (stack_.back().node == Node::RuleReference) {
        return &reference().index;
      }
      if (stack_.back().node == Node::ComponentReference) {
        return &reference().component;
      }
      return outer(1) == Node::PhysicalLocation ? &location_.artifact : nullptr;
    default:
      return nullptr;
  }
}

SarifRuleReference& SarifParser::reference() {
  const std::size_t levels = stack_.back().node == Node::ComponentReference ? 2 : 1;
  return outer(levels) == Node::Override ? run_.overrides.back().rule : result_.rule;
}

bool SarifParser::text(std::string& value) {
  if (skipped_ > 0) {
    return true;
  }
  if (stack_.empty()) {
    return wrong_type();
  }
  if (stack_.back().is_array) {
    if (stack_.back().node != Node::Arguments) {
      return null();
    }
    if (result_.message.arguments.size() < k_max_arguments) {
      result_.message.arguments.push_back(value.substr(0, k_max_text_bytes));
    }
    return true;
  }
  if (member_ == nullptr) {
    return true;
  }
  if (member_->kind == SarifKind::TextOrNumber) {
    double score = 0;
    if (std::from_chars(value.data(), value.data() + value.size(), score).ec == std::errc{}) {
      set_score(score);
    }
    return true;
  }
  return member_->kind == SarifKind::Text ? set_text(member_->field, value) : wrong_type();
}

bool SarifParser::set_text(SarifField field, std::string& value) {
  if (stack_.back().node == Node::Log) {
    version_seen_ = true;
    return value == k_version || refuse("SARIF version \"" + value.substr(0, 20) + "\"",
                                        "Only 2.1.0 is read; have the tool write that version.");
  }
  if (field == Field::Status) {
    result_.refused_suppressions += value == "accepted" ? 0 : 1;
    return true;
  }
  std::string* const target = text_target(field);
  if (target == nullptr) {
    return true;
  }
  // a copy, because a cut text would keep all its memory
  target->assign(value, 0, field == Field::Uri ? k_max_uri_bytes : k_max_text_bytes);
  if (stack_.size() > k_part_depth && stack_[k_part_depth].node != Node::Results) {
    kept_bytes_ += target->size();  // results are counted when they are kept
  }
  return true;
}

std::string* SarifParser::text_target(SarifField field) {
  switch (stack_.back().node) {
    case Node::Component:
    case Node::Rule:
    case Node::RuleText:
    case Node::RuleFullText:
    case Node::RuleConfiguration:
    case Node::MessageString:
      return tool_text_target(field);
    case Node::RuleReference:
    case Node::ComponentReference:
      return reference_text_target(field);
    case Node::OverrideConfiguration:
      return &run_.overrides.back().level;
    case Node::Base:
      return field == Field::Uri ? &base_.uri : &base_.base_id;
    default:
      return result_text_target(field);
  }
}

std::string* SarifParser::tool_text_target(SarifField field) {
  switch (stack_.back().node) {
    case Node::Component:
      return field == Field::Guid              ? &component().guid
             : field == Field::Name            ? &component().name
             : field == Field::SemanticVersion ? &component().semantic_version
                                               : &component().version;
    case Node::Rule:
      return &rule().id;
    case Node::RuleText:
      return &rule().short_text;
    case Node::RuleFullText:
      return &rule().full_text;
    case Node::RuleConfiguration:
      return &rule().level;
    default:
      return outer(2) == Node::Rule ? &rule().messages[message_name_]
                                    : &component().messages[message_name_];
  }
}

std::string* SarifParser::reference_text_target(SarifField field) {
  SarifRuleReference& to = reference();
  return field == Field::Id     ? &to.id
         : field == Field::Name ? &to.component_name
                                : &to.component_guid;
}

std::string* SarifParser::result_text_target(SarifField field) {
  switch (stack_.back().node) {
    case Node::Result:
      return field == Field::RuleId  ? &result_.rule_id
             : field == Field::Level ? &result_.level
             : field == Field::Kind  ? &result_.kind
                                     : &result_.baseline_state;
    case Node::Message:
      return field == Field::Id ? &result_.message.id : &result_.message.text;
    case Node::FixText:
      return &result_.fix;
    case Node::ArtifactLocation: {
      ReportedPlace& place = outer(1) == Node::Artifact ? run_.artifacts.back() : location_.place;
      return field == Field::Uri ? &place.uri : &place.base_id;
    }
    case Node::LogicalLocation:
      if (field == Field::Name && !location_.logical_name.empty()) {
        return nullptr;
      }
      return &location_.logical_name;
    default:
      return nullptr;
  }
}

void SarifParser::finish() {
  if (fault_) {
    return;
  }
  if (!version_seen_) {
    refuse("no `version`", "Only SARIF 2.1.0 is read.");
  } else if (!runs_seen_) {
    refuse("no `runs`");
  }
}

}  // namespace pumuki::collect
