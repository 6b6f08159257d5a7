#include "gate/core/severity.h"

#include <gtest/gtest.h>

namespace pumuki {
namespace {

TEST(Severity, names_lead_back_and_worse_is_larger) {
  for (const Severity severity :
       {Severity::Info, Severity::Warn, Severity::Error, Severity::Critical}) {
    EXPECT_EQ(severity_from_name(severity_name(severity)), severity);
  }
  EXPECT_LT(Severity::Info, Severity::Warn);
  EXPECT_LT(Severity::Error, Severity::Critical);
  EXPECT_EQ(severity_from_name("error"), std::nullopt);
  EXPECT_EQ(enterprise_severity_name(Severity::Error), "HIGH");
}

}  // namespace
}  // namespace pumuki
