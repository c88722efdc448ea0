# SPDX-License-Identifier: MIT
"""A Python peer whose functions are replaced by questions to colex, so that the peer's own tests, unmodified, judge colex.

Beside each question the peer's own function is asked too; the pair is recorded as a row, as in tests/oracle.
"""
import collections
import contextlib
import io
import json
import unittest

from ask import Inexpressible, Refused, read, written


class StandIn:
    """`make(shape, stride)` builds the peer's layout, `is_layout` knows one; `package` is the modules to patch."""

    def __init__(self, colex, suite, package, make, is_layout):
        self.colex, self.suite, self.package = colex, suite, package
        self.make, self.is_layout = make, is_layout
        self.rows, self.left = {}, collections.Counter()
        self.asleep = 0  # above zero, the peer's own functions answer

    # ------------------------------------------------------------------------------------------------- texts

    def text(self, value):
        """A layout, or a tuple of integers, layouts and None, in colex's text."""
        if self.is_layout(value):
            self.asleep += 1
            try:
                return f"{written(value.shape)}:{written(value.stride)}"
            finally:
                self.asleep -= 1
        if isinstance(value, (tuple, list)):
            return "(" + ",".join(str(self.text(entry)) for entry in value) + ")"
        return written(value)

    def value(self, answer):
        if isinstance(answer, str) and ":" in answer:
            return self.make(*read(answer))
        if isinstance(answer, str):
            return read(answer)
        return tuple(map(self.value, answer)) if isinstance(answer, list) else answer

    def json(self, answer):
        if isinstance(answer, bool):
            return answer
        if isinstance(answer, (tuple, list)) and any(map(self.is_layout, answer)):
            return [self.text(part) for part in answer]
        return self.text(answer)

    # ----------------------------------------------------------------------------------------------- asking

    def ask(self, op, args, original):
        """colex's answer in the peer's types, the peer's own recorded beside it. Where both refuse, the peer's exception."""
        reply = self.colex.reply(op, args)
        if not reply["ok"] and reply["error"]["condition"] == "input":
            raise Inexpressible(reply["error"]["message"].split(": ", 1)[-1])
        self.asleep += 1
        try:
            theirs = self.json(original())
        except Inexpressible:
            raise
        except Exception:  # whatever it raises, it gives no answer
            theirs = "reject"
            if not reply["ok"]:
                raise
        finally:
            self.asleep -= 1
            if "theirs" in locals():
                self.rows.setdefault(json.dumps([op, args]), {"op": op, "args": args, "result": theirs})
        if not reply["ok"]:
            raise Refused(f"{op}({', '.join(map(str, args))}): {reply['error']['message']}")
        return self.value(reply["result"])

    def replace(self, name, op, encode=None):
        """The function `name`, wherever the package holds it, asks colex for `op`; `encode` maps arguments to texts.

        Without `op`, the first text is the operation.
        """
        holders = [m for m in self.package if hasattr(m, name)]
        original = getattr(holders[0], name)

        def asked(*args, **options):
            if self.asleep:
                return original(*args, **options)
            try:
                texts = encode(*args, **options) if encode else [self.text(a) for a in args]
                question = (op, texts) if op else (texts[0], texts[1:])
                return self.ask(*question, lambda: original(*args, **options))
            except Inexpressible as e:
                self.left[f"{name}: {e}"] += 1
                self.asleep += 1
                try:
                    return original(*args, **options)
                finally:
                    self.asleep -= 1

        asked.__doc__, asked.__name__ = original.__doc__, name
        for module in self.package:
            if getattr(module, name, None) is original:
                setattr(module, name, asked)
            for table in [v for k, v in vars(module).items() if isinstance(v, dict) and not k.startswith("__")]:
                if original in table.keys():  # a table that knows functions by their identity
                    table[asked] = table[original]
        return asked


def run_unittests(folder, pattern="test_*.py"):
    """Runs the files of a folder; {test: why it fails, or ""}."""
    suite = unittest.defaultTestLoader.discover(str(folder), pattern=pattern, top_level_dir=str(folder))
    outcome, out = {}, io.StringIO()

    class Result(unittest.TestResult):
        def addSuccess(self, test):
            outcome[test.id()] = ""

        def addFailure(self, test, err):
            outcome[test.id()] = last_line(self._exc_info_to_string(err, test))

        addError = addFailure

    with contextlib.redirect_stdout(out):
        suite.run(Result())
    return outcome


def last_line(text):
    return [line for line in text.strip().splitlines() if line.strip()][-1][:300]


class Results:
    """Gathers what pytest reports: {test: why it fails, or ""}; a skipped test is not there."""

    def __init__(self):
        self.outcome = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.outcome != "skipped" or report.failed:
            why = "" if report.passed else str(getattr(report.longrepr, "reprcrash", None) or report.longrepr)
            self.outcome[report.nodeid] = last_line(why) if why else ""


def run_pytest(folder, files, *options):
    import pytest

    results, out = Results(), io.StringIO()
    with contextlib.redirect_stdout(out):
        pytest.main(["-q", "-p", "no:cacheprovider", *options, *map(str, files)], plugins=[results])
    if not results.outcome:
        raise SystemExit(f"pytest ran no test:\n{out.getvalue()[-2000:]}")
    return results.outcome
