#pragma once

#include "gate/core/clock.h"
#include "gate/core/result.h"
#include "gate/core/stage.h"

#include <optional>
#include <string>
#include <string_view>

namespace pumuki::receipts {

inline constexpr std::string_view k_receipt_path = ".pumuki/artifacts/mcp-ai-gate-receipt.json";
inline constexpr std::string_view k_receipt_version = "1";
inline constexpr std::string_view k_receipt_source = "pumuki-enterprise-mcp";
inline constexpr std::string_view k_receipt_tool = "ai_gate_check";

/// What a gate tool leaves behind after it was called (contract: gate §8).
struct Receipt {
  std::string repo_root;
  Stage stage = Stage::PreWrite;
  bool allowed = false;
  TimeMs issued_at = 0;
};

enum class ReceiptKind { Disabled, Missing, Invalid, Valid };
/// "disabled", "missing", "invalid", "valid"
std::string_view receipt_kind_name(ReceiptKind kind);

struct ReceiptFile {
  ReceiptKind kind = ReceiptKind::Missing;
  /// For a valid file only.
  std::optional<Receipt> receipt;
  /// Why the file is invalid; empty otherwise.
  std::string reason;
};

/// Absolute path of the receipt of a repository.
std::string receipt_path(const std::string& root);
/// Never fails: an unreadable file is invalid, with the reason.
ReceiptFile read_receipt(const std::string& root);
/// Writes (replaces) the receipt: two-blank JSON and a newline, folders made, no link followed.
Result<void> write_receipt(const std::string& root, const Receipt& receipt);

}  // namespace pumuki::receipts
