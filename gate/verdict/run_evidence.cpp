#include "gate/verdict/run_evidence.h"

#include "gate/core/fd.h"
#include "gate/core/files.h"
#include "gate/core/text.h"
#include "gate/evidence/writer.h"
#include "gate/git/git_process.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace pumuki::verdict {
namespace {

constexpr std::string_view k_restage = "PUMUKI_PRE_COMMIT_ALWAYS_RESTAGE_TRACKED_EVIDENCE";
constexpr std::string_view k_always_write = "PUMUKI_PRE_PUSH_ALWAYS_WRITE_TRACKED_EVIDENCE";

std::string file_path(const GateRunContext& context) {
  return context.root + "/" + std::string{evidence::k_file_name};
}

}  // namespace

Result<EvidenceFile> look_at_evidence(const GateRunContext& context) {
  const auto status = context.repository.status(git::Untracked::Folders);
  if (!status) {
    return fail(status.error(), "while looking for the evidence file");
  }
  const auto entry =
      std::ranges::find(status->entries, evidence::k_file_name, &git::StatusEntry::path);
  if (entry != status->entries.end()) {
    const bool untracked = entry->index == '?';
    return EvidenceFile{.tracked = !untracked,
                        .staged = !untracked && entry->index != ' ',
                        .edited = !untracked && entry->work_tree != ' '};
  }
  // Neither new nor changed: ignored or tracked, if there is one.
  EvidenceFile file;
  if (entry_exists(file_path(context))) {
    const auto count = context.repository.tracked_files_in(evidence::k_file_name);
    if (!count) {
      return fail(count.error(), "while looking for the evidence file");
    }
    file.tracked = *count > 0;
  }
  return file;
}

RunEvidence::RunEvidence(const GateRunContext& context, Stage stage, EvidenceFile file,
                         bool has_content)
    : context_{context}, stage_{stage}, file_{file}, has_content_{has_content} {}

bool RunEvidence::wanted(std::string_view variable) const {
  return parse_flag(context_.environment.get(variable)).value_or(false);
}

bool RunEvidence::waits() const {
  return file_.tracked && (stage_ == Stage::PreCommit || stage_ == Stage::PrePush);
}

Result<void> RunEvidence::write(const evidence::Draft& draft) {
  auto written = evidence::write_evidence(context_.root, draft, context_.clock);
  if (!written) {
    return fail(std::move(written.error()), "while making the evidence");
  }
  text_ = std::move(written->document.text);
  outcome_.payload_hash = std::move(written->document.payload_hash);
  outcome_.written = !written->fault;
  outcome_.failed = written->fault.has_value();
  outcome_.reason = written->fault ? describe(*written->fault) : std::string{};
  return {};
}

Result<evidence::Summary> RunEvidence::make(const evidence::Draft& draft) {
  if (has_content_ && !waits()) {
    if (auto written = write(draft); !written) {
      return fail(std::move(written.error()));
    }
    return evidence::summary_of_text(text_, context_.root);
  }
  const auto previous = read_file(file_path(context_), evidence::k_max_file_bytes);
  auto document =
      evidence::build_document(draft, previous.value_or(std::string{}), context_.clock.now());
  if (!document) {
    return fail(std::move(document.error()), "while making the evidence");
  }
  text_ = std::move(document->text);
  outcome_.payload_hash = std::move(document->payload_hash);
  outcome_.reason = has_content_ ? "" : "there is no content to judge";
  return evidence::summary_of_text(text_, context_.root);
}

Result<bool> RunEvidence::settle(const evidence::Draft& draft, bool allowed) {
  if (!has_content_ || !waits()) {
    return true;
  }
  if (allowed && stage_ == Stage::PrePush && !wanted(k_always_write)) {
    outcome_.reason = "the file is tracked and the push passes";
    return true;
  }
  if (allowed && stage_ == Stage::PreCommit && !file_.staged && !wanted(k_restage)) {
    outcome_.reason = "the file is tracked and not part of the commit";
    const auto restored = file_.edited ? restore() : Result<void>{};
    if (!restored) {
      outcome_.reason += "; " + describe(restored.error());
    }
    return true;
  }
  if (auto written = write(draft); !written) {
    return fail(std::move(written.error()));
  }
  return allowed && stage_ == Stage::PreCommit && outcome_.written ? stage_again() : true;
}

Result<bool> RunEvidence::stage_again() {
  const git::GitProcess git{context_.root, context_.environment};
  const auto added = git.try_run({"add", "--", std::string{evidence::k_file_name}});
  if (!added) {
    return fail(added.error(), "while staging the evidence");
  }
  if (added->exit_code != 0) {
    outcome_.reason = describe(git.explain_failure(*added));
  }
  return added->exit_code == 0;
}

Result<void> RunEvidence::restore() {
  Result<void> restored;
  const UniqueFd folder{::open(context_.root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  const auto put_back = [&](std::size_t, std::optional<std::string_view> bytes, std::uint64_t) {
    if (bytes) {
      // As the writer does it: a link is replaced, not followed and not refused.
      restored = folder.valid()
                     ? replace_file_in(folder.get(), std::string{evidence::k_file_name}, *bytes)
                     : fail(Code::NotWritable, context_.root + " cannot be opened");
    }
  };
  auto read = context_.changes.read_blobs({":" + std::string{evidence::k_file_name}},
                                          evidence::k_max_file_bytes, put_back);
  return read ? restored : read;
}

}  // namespace pumuki::verdict
