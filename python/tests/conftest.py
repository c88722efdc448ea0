# SPDX-License-Identifier: MIT
"""What Hypothesis draws is the same in every run, on every machine; the nightly run draws anew."""
import os

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    pass
else:
    settings.register_profile("same", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("anew", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("anew" if os.environ.get("COLEX_NIGHTLY") else "same")


def pytest_terminal_summary(terminalreporter):
    if not os.environ.get("COLEX_NIGHTLY"):
        terminalreporter.write_line("nightly: python: a million calls for leaks, and what Hypothesis draws anew; by day a tenth, and the same "
                                    "draws: what is red is red again")  # fmt: skip
        terminalreporter.write_line("nightly: python: the wheel that the source archive makes by itself, Conan's package, pre-commit's hook, the "
                                    "steps of a new user, linters of PyPI, the kernels' library; by day none")  # fmt: skip


@pytest.fixture
def tool_of_unknowns(monkeypatch):
    """What is asked about unknowns: the package's program where Z3 is installed, else COLEX_TOOL; None where there is neither."""
    from colex import _program

    if _program.program() is None and "COLEX_TOOL" in os.environ:
        monkeypatch.setenv("COLEX_PROGRAM", os.environ["COLEX_TOOL"])
    return _program.program()
