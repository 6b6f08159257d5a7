#!/usr/bin/env python3
"""ESLint from npm in the hook, through its SARIF: the same findings at every surface. Exit 77 where Node or the packages
cannot be had."""
import os
import sys
import unittest

from workbench import Workbench

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
import node  # noqa: E402

ESLINT = {"name": "eslint", "globs": ["**/*.js"], "format": "sarif",
          "command": ["node_modules/.bin/eslint", "--format", "@microsoft/eslint-formatter-sarif", "--output-file",
                      "{output}", "{files}"]}
ESLINT_PACKAGES = ["eslint@9", "@microsoft/eslint-formatter-sarif@3"]


class Eslint(Workbench):
    def test_its_findings_are_the_same_everywhere(self):
        self.environment["PATH"] = NODE_FOLDER + os.pathsep + self.environment["PATH"]
        self.configure_analysers([ESLINT])
        os.symlink(os.path.join(PACKAGES_FOLDER, "node_modules"), os.path.join(self.root, "node_modules"))
        self.write("eslint.config.mjs", "export default [{rules: {'no-unused-vars': 'error', eqeqeq: 'warn'}}];\n")
        self.stage("web/a.js", "const used = 1;\nconst unused = 2;\nexport default used == 3;\n")
        found = {(finding["ruleId"].rsplit("/", 1)[-1], finding["severity"], finding["lines"][0])
                 for finding in self.assert_same_everywhere()}
        self.assertIn(("no-unused-vars", "ERROR", 2), found)
        self.assertIn(("eqeqeq", "WARN", 3), found)


if __name__ == "__main__":
    try:
        NODE_FOLDER, PACKAGES_FOLDER = node.node_folder(), node.packages(*ESLINT_PACKAGES)
    except node.Unavailable as reason:
        node.skip(str(reason))
    unittest.main()
