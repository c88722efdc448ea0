# SPDX-License-Identifier: MIT
"""action.yml, its steps run here as a runner does: what it says of right and wrong files, by exit status, annotations and reports."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "action.yml").read_text()
UNKNOWN = "complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64\n"


def filled(text, inputs):
    """With the inputs in their places. AssertionError where it asks for anything else."""
    text = re.sub(r"\$\{\{ *inputs\.([a-z_]+) *\}\}", lambda name: inputs[name[1]], str(text))
    assert "${{" not in text, text
    return text


def run_action(text, tree, given, environment):
    """Each step's name, or what it uses, with its exit status and what it printed; the steps that use another action are not run, and those
    behind one that failed neither. Shell and variables are those of GitHub's runner."""
    action = yaml.safe_load(text)
    assert action["runs"]["using"] == "composite" and set(given) <= set(action["inputs"])
    inputs = {name: str(of["default"]) for name, of in action["inputs"].items()} | given
    assert not [name for name, of in action["inputs"].items() if of["required"]]
    files = tree.parent / f"{tree.name}.runner"
    files.mkdir()
    runner = {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(tree), "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TEMP": str(files)}
    for name in ("ENV", "OUTPUT", "PATH", "STEP_SUMMARY"):
        (files / name).touch()
        runner[f"GITHUB_{name}"] = str(files / name)
    said = []
    for step in action["runs"]["steps"]:
        if "uses" in step:
            said.append((step["uses"], None, {name: filled(value, inputs) for name, value in step.get("with", {}).items()}))
            continue
        if any(status for _, status, _ in said):
            continue
        assert step["shell"] == "bash" and "if" not in step
        (files / "script.sh").write_text(filled(step["run"], inputs))
        own = {name: filled(value, inputs) for name, value in step.get("env", {}).items()}
        got = subprocess.run(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", files / "script.sh"], cwd=tree, env={**environment, **runner, **own},
                             capture_output=True, text=True, check=False)  # fmt: skip
        said.append((step["name"], got.returncode, got.stdout + got.stderr))
    return said


@pytest.fixture
def environment(tmp_path):
    """This Python as `python`, and no network: what the step Install asks for is there."""
    for package in ("z3", "cvc5"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "bin/python").chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def tree_of(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


GREEN = {"layouts/green.colex": "size((4,8):(8,1)) == 32\n" + UNKNOWN, "layouts/no question.txt": "size(4:1) == 5\n"}
RED = {**GREEN, "layouts/a red one.colex": "size(4:1) == 4\nsize(4:1) == 5\n"}
CASES = [  # files, inputs, the status of the step Check, what it prints, the wrong lines
    (GREEN, {}, 0, "2 of 2 as expected", []),
    (RED, {}, 1, "layouts/a red one.colex:2: size(4:1) == 5: expected 5, got 4", [("layouts/a%20red%20one.colex", 2)]),
    (RED, {"files": "layouts/green.colex", "junit": "other.xml", "sarif": "other.sarif"}, 0, "2 of 2 as expected", []),
    (GREEN, {"files": "layouts/no"}, 2, "no *.colex in layouts/no", None),
]


def faults(text, folder, environment):
    """What the action does otherwise than the page says, one after another."""
    for k, (files, given, status, printed, wrong) in enumerate(CASES):
        tree = tree_of(folder / f"tree{k}", files)
        said = run_action(text, tree, given, environment)
        sarif, junit = tree / given.get("sarif", "colex.sarif"), tree / given.get("junit", "colex.xml")
        steps = {name: (got, what) for name, got, what in said}
        if steps["Install"][0] != 0 or steps["Check"][0] != status or printed not in steps["Check"][1]:
            yield f"{k}: {said}"
        if junit.exists() != (wrong is not None) or sarif.exists() != (wrong is not None):
            yield f"{k}: reports"
        elif wrong is not None:
            results = json.loads(sarif.read_text())["runs"][0]["results"]
            at = [one["locations"][0]["physicalLocation"] for one in results]
            if [(one["artifactLocation"]["uri"], one["region"]["startLine"]) for one in at] != wrong:
                yield f"{k}: {at}"
        (uploaded,) = (what for name, _, what in said if name.startswith("github/codeql-action/upload-sarif@"))
        if tree / uploaded["sarif_file"] != sarif:
            yield f"{k}: {uploaded['sarif_file']} is uploaded"


def test_the_action(tmp_path, environment):
    """Green, red at the line, and an error where there is no file; the reports name the file as the repository does, and that one is uploaded."""
    assert list(faults(TEXT, tmp_path, environment)) == []


@pytest.mark.parametrize("wrong", [('--sarif "$SARIF"', ""), ("exit 2", "exit 0"), ('"$JUNIT" --sarif', '"$JUNIT" || true; true --sarif'), ("| sort", "| head -n 1"),
                                   ("sarif_file: ${{ inputs.sarif }}", "sarif_file: ${{ inputs.junit }}"), ("name '*.colex'", "name '*'")])  # fmt: skip
def test_a_wrong_action_is_noticed(wrong, tmp_path, environment):
    assert TEXT.count(wrong[0]) == 1
    python = tmp_path / "bin/python"
    python.write_text(python.read_text().replace("exec", '[ "$2" = pip ] && exit; exec'))  # which is installed, as the test above says
    assert next(faults(TEXT.replace(*wrong), tmp_path, environment), None) is not None


def test_a_version_that_is_not_there(tmp_path, environment):
    """The step Install fails, and nothing is checked."""
    said = run_action(TEXT, tree_of(tmp_path / "tree", GREEN), {"version": "==9.9"}, environment)
    assert [name for name, status, _ in said if status is not None] == ["Install"] and not (tmp_path / "tree/colex.sarif").exists()
