"""Documents for the repositories of the contract cases, written in the current folder.

  documents.py evidence [options]   .ai_evidence.json, sealed
  documents.py receipt KEY=JSON...  .pumuki/artifacts/mcp-ai-gate-receipt.json; age=SECONDS dates it
  documents.py policy [options]     .pumuki/policy-as-code.json, signed

Independent of the product on purpose: the seal and the signatures are made from the rules of the
contract (evidence-v2.1 section 3, gate section 9), so that a mistake cannot hide on both sides.
"""
import argparse
import datetime
import hashlib
import json
import os
import subprocess
import sys

STAGES = ("PRE_COMMIT", "PRE_PUSH", "CI")


def stamp(age):
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=age)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def pair(text):
    path, _, value = text.partition("=")
    return path.split("."), json.loads(value)


def put(document, text):
    path, value = pair(text)
    for name in path[:-1]:
        if not isinstance(document.get(name), dict):
            document[name] = {}
        document = document[name]
    document[path[-1]] = value


def remove(document, text):
    path = text.split(".")
    for name in path[:-1]:
        document = document[name]
    document.pop(path[-1], None)


def current_branch():
    run = subprocess.run(["git", "rev-parse", "--abbrev-ref", "HEAD"], capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def coverage():
    lists = {name + "_rule_ids": [] for name in ("active", "evaluated", "matched", "unevaluated")}
    counts = dict.fromkeys(("active", "evaluated", "matched", "unevaluated"), 0)
    return {"stage": "PRE_COMMIT", **lists, "counts": counts, "coverage_ratio": 1}


def plain_evidence(timestamp):
    """A clean document: nothing found, everything allowed, made here and now."""
    git = {"available": True, "branch": current_branch(), "upstream": None, "ahead": 0,
           "behind": 0, "dirty": False, "staged": 0, "unstaged": 0}
    return {
        "version": "2.1", "timestamp": timestamp,
        "snapshot": {"stage": "PRE_COMMIT", "audit_mode": "gate", "outcome": "PASS", "files_scanned": 0,
                     "files_affected": 0, "rules_coverage": coverage(), "findings": [], "platforms": []},
        "ledger": [], "platforms": {}, "rulesets": [], "human_intent": None,
        "ai_gate": {"status": "ALLOWED", "violations": [], "human_intent": None},
        "severity_metrics": {
            "gate_status": "ALLOWED", "total_violations": 0,
            "by_severity": dict.fromkeys(("CRITICAL", "ERROR", "WARN", "INFO"), 0),
            "by_enterprise_severity": dict.fromkeys(("CRITICAL", "HIGH", "MEDIUM", "LOW"), 0)},
        "repo_state": {"repo_root": os.path.realpath("."), "git": git,
                       "lifecycle": {"installed": False, "package_version": "1.0.0",
                                     "lifecycle_version": "1.0.0",
                                     "hooks": {"pre_commit": "missing", "pre_push": "missing"}}},
    }


def evidence(argv):
    parser = argparse.ArgumentParser(prog="documents.py evidence")
    parser.add_argument("--age", type=float, default=0, help="seconds; negative lies in the future")
    parser.add_argument("--timestamp", help="literal text instead of --age")
    parser.add_argument("--set", action="append", default=[], help="PATH=JSON before sealing")
    parser.add_argument("--del", dest="drop", action="append", default=[], help="PATH before sealing")
    parser.add_argument("--tamper", action="append", default=[], help="PATH=JSON after sealing")
    parser.add_argument("--sequence", type=int, default=1)
    parser.add_argument("--previous", help="previous_payload_hash")
    parser.add_argument("--no-chain", action="store_true")
    parser.add_argument("--compact", action="store_true", help="without white space")
    parser.add_argument("--reverse", action="store_true", help="top-level members backwards, after sealing")
    parser.add_argument("--upper-case", action="store_true", help="hex digits of the seal in upper case")
    options = parser.parse_args(argv)
    document = plain_evidence(stamp(options.age) if options.timestamp is None else options.timestamp)
    for text in options.set:
        put(document, text)
    for text in options.drop:
        remove(document, text)
    if not options.no_chain:
        digest = sha256(compact(document))
        document["evidence_chain"] = {
            "algorithm": "sha256", "previous_payload_hash": options.previous,
            "payload_hash": "sha256:" + (digest.upper() if options.upper_case else digest),
            "sequence": options.sequence}
    for text in options.tamper:
        put(document, text)
    if options.reverse:
        document = dict(reversed(document.items()))
    text = compact(document) if options.compact else json.dumps(document, ensure_ascii=False, indent=2)
    with open(".ai_evidence.json", "w", encoding="utf-8") as file:
        file.write(text + "\n")


def receipt(argv):
    document = {"version": "1", "source": "pumuki-enterprise-mcp", "tool": "ai_gate_check",
                "repo_root": os.path.realpath("."), "stage": "PRE_WRITE", "status": "ALLOWED",
                "allowed": True, "issued_at": stamp(0)}
    for text in argv:
        path, value = pair(text)
        if path == ["age"]:
            document["issued_at"] = stamp(value)
        else:
            put(document, text)
    os.makedirs(".pumuki/artifacts", exist_ok=True)
    with open(".pumuki/artifacts/mcp-ai-gate-receipt.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(document, indent=2) + "\n")


def signature(stage, source, profile):
    bundle = ".".join(["gate-policy", source] + ([profile] if profile else []) + [stage])
    digest = sha256(compact({"stage": stage, "source": source, "blockOnOrAbove": "INFO",
                             "warnOnOrAbove": "INFO", "sourcePolicyHash": profile}))
    return sha256(compact({"stage": stage, "source": source, "bundle": bundle, "hash": digest,
                           "version": "1.0"}))


def policy(argv):
    parser = argparse.ArgumentParser(prog="documents.py policy")
    parser.add_argument("--source", default="default")
    parser.add_argument("--profile")
    parser.add_argument("--claim", help="the source that the file names")
    parser.add_argument("--expires")
    parser.add_argument("--strict", action="append", default=[], help="STAGE=JSON")
    parser.add_argument("--break", dest="broken", help="stage whose signature is zeros")
    options = parser.parse_args(argv)
    signatures = {stage: signature(stage, options.source, options.profile) for stage in STAGES}
    if options.broken:
        signatures[options.broken] = "0" * 64
    contract = {"version": "1.0", "source": options.claim or options.source, "signatures": signatures}
    if options.expires:
        contract["expires_at"] = options.expires
    for text in options.strict:
        put(contract, "strict." + text)
    os.makedirs(".pumuki", exist_ok=True)
    with open(".pumuki/policy-as-code.json", "w", encoding="utf-8") as file:
        json.dump(contract, file, indent=2)


if __name__ == "__main__":
    {"evidence": evidence, "receipt": receipt, "policy": policy}[sys.argv[1]](sys.argv[2:])
