#pragma once

#include "gate/collect/json_stream.h"
#include "gate/collect/sarif_members.h"
#include "gate/collect/sarif_model.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pumuki::collect {

/// Turns the parts of a SARIF 2.1.0 document into runs, one after the other. Members that are read
/// must have the type of the standard (null counts as absent, except for `results`) and must not
/// repeat; everything else may be anything.
class SarifParser final : public JsonEvents {
 public:
  struct Receiver {
    /// A result is complete; false: the run need not keep it.
    std::function<bool(const SarifResult&)> keep;
    /// A run is complete.
    std::function<void(SarifRun&)> finish;
  };
  SarifParser(const ByteSource& source, Receiver receiver)
      : source_(source), receiver_(std::move(receiver)) {}

  bool begin_object() override;
  bool end_object() override;
  bool begin_array() override;
  bool end_array() override;
  bool key(std::string& name) override;
  bool text(std::string& value) override;
  bool number(double value) override;
  bool boolean(bool value) override;
  bool null() override;

  /// Why it stopped, with the byte offset.
  [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }
  /// After the last event: refuses a document that lacks what every one has.
  void finish();

 private:
  struct Frame {
    SarifNode node = SarifNode::Skip;
    bool is_array = false;
    /// Members met so far, by SarifMember::bit.
    unsigned seen = 0;
  };

  bool refuse(std::string_view what, std::string hint = {});
  bool wrong_type();
  bool open(SarifKind kind);
  void entered(SarifNode node);
  void left(const Frame& frame);
  void left_location();
  void left_result();
  bool set_text(SarifField field, std::string& value);
  void set_score(double value);
  std::string* text_target(SarifField field);
  std::string* tool_text_target(SarifField field);
  std::string* result_text_target(SarifField field);
  std::string* reference_text_target(SarifField field);
  std::int64_t* number_target(SarifField field);
  SarifComponent& component() { return run_.components.at(component_); }
  SarifRule& rule() { return component().rules.back(); }
  SarifRuleReference& reference();
  /// The node `levels` further out than the present one.
  [[nodiscard]] SarifNode outer(std::size_t levels) const;

  const ByteSource& source_;
  Receiver receiver_;
  std::optional<Error> fault_;
  std::vector<Frame> stack_;
  /// Objects and arrays that are passed over, from the outermost one.
  std::size_t skipped_ = 0;
  const SarifMember* member_ = nullptr;
  std::string name_;
  bool version_seen_ = false;
  bool runs_seen_ = false;

  SarifRun run_;
  SarifResult result_;
  SarifLocation location_;
  ReportedPlace base_;
  std::string base_name_;
  std::string message_name_;
  std::size_t component_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace pumuki::collect
