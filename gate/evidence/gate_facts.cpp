#include "gate/evidence/gate_facts.h"

#include "gate/evidence/json_scalar.h"

#include <utility>

namespace pumuki::evidence {

std::optional<std::string> FactReader::text(Walker::Value& value) {
  const Seen seen = walker_.any(value);
  return seen.type == Type::String ? std::optional{std::string{seen.text}} : std::nullopt;
}

std::optional<double> FactReader::number(Walker::Value& value) {
  const Seen seen = walker_.any(value);
  return seen.type == Type::Number ? std::optional{number_value(seen.text)} : std::nullopt;
}

bool FactReader::texts(Walker::Value& value, std::vector<std::string>& out) {
  const Seen seen = walker_.array(value, [&](Walker::Value& element) {
    if (auto item = text(element)) {
      out.push_back(std::move(*item));
    }
  });
  return seen.type == Type::Array;
}

Seen FactReader::ai_gate(Walker::Value& value) {
  return walker_.object(value, [&](std::string_view name, Walker::Value& member) {
    if (name == "status") {
      out_.ai_gate_status = text(member);
    } else {
      walker_.any(member);
    }
  });
}

Seen FactReader::severity_metrics(Walker::Value& value) {
  return walker_.object(value, [&](std::string_view name, Walker::Value& member) {
    if (name == "gate_status") {
      out_.severity_gate_status = text(member);
    } else {
      walker_.any(member);
    }
  });
}

Seen FactReader::repo_state(Walker::Value& value) {
  const auto git = [&](std::string_view name, Walker::Value& member) {
    if (name == "branch") {
      out_.branch = text(member);
    } else {
      walker_.any(member);
    }
  };
  return walker_.object(value, [&](std::string_view name, Walker::Value& member) {
    if (name == "repo_root") {
      out_.repo_root = text(member);
    } else if (name == "git") {
      walker_.object(member, git);
    } else {
      walker_.any(member);
    }
  });
}

void FactReader::rules_coverage(Walker::Value& value) {
  RulesCoverage coverage;
  const Seen seen = walker_.object(value, [&](std::string_view name, Walker::Value& member) {
    coverage_member(name, member, coverage);
  });
  if (seen.type != Type::Object) {
    return;
  }
  coverage.unsupported_auto_count =
      unsupported_count_.value_or(static_cast<double>(unsupported_length_));
  out_.rules_coverage = std::move(coverage);
}

void FactReader::coverage_member(std::string_view name, Walker::Value& value,
                                 RulesCoverage& coverage) {
  if (name == "stage") {
    coverage.stage = text(value).value_or("");
  } else if (name == "active_rule_ids") {
    present_.active = texts(value, coverage.active_rule_ids);
  } else if (name == "evaluated_rule_ids") {
    present_.evaluated = texts(value, coverage.evaluated_rule_ids);
  } else if (name == "coverage_ratio") {
    const auto ratio = number(value);
    present_.ratio = ratio.has_value();
    coverage.coverage_ratio = ratio.value_or(1);
  } else if (name == "unsupported_auto_rule_ids") {
    walker_.array(value, [&](Walker::Value& element) {
      ++unsupported_length_;
      walker_.any(element);
    });
  } else if (name == "counts") {
    counts(value, coverage);
  } else {
    walker_.any(value);
  }
}

void FactReader::counts(Walker::Value& value, RulesCoverage& coverage) {
  walker_.object(value, [&](std::string_view name, Walker::Value& member) {
    if (name == "unevaluated") {
      const auto count = number(member);
      present_.unevaluated = count.has_value();
      coverage.unevaluated_count = count.value_or(0);
    } else if (name == "unsupported_auto") {
      unsupported_count_ = number(member);
    } else {
      walker_.any(member);
    }
  });
}

void FactReader::finish() {
  if (!out_.ai_gate_status) {
    out_.missing_member = "ai_gate.status";
  }
  if (!out_.severity_gate_status) {
    out_.missing_at_pre_write = "severity_metrics.gate_status";
  } else if (out_.rules_coverage && !present_.active) {
    out_.missing_at_pre_write = "snapshot.rules_coverage.active_rule_ids";
  } else if (out_.rules_coverage && !present_.evaluated) {
    out_.missing_at_pre_write = "snapshot.rules_coverage.evaluated_rule_ids";
  } else if (out_.rules_coverage && !present_.unevaluated) {
    out_.missing_at_pre_write = "snapshot.rules_coverage.counts.unevaluated";
  } else if (out_.rules_coverage && !present_.ratio) {
    out_.missing_at_pre_write = "snapshot.rules_coverage.coverage_ratio";
  }
}

}  // namespace pumuki::evidence
