# SPDX-License-Identifier: MIT
"""What Hypothesis draws is the same in every run, on every machine; the nightly run draws anew."""
import os
import subprocess

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    pass
else:
    settings.register_profile("same", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("anew", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("anew" if os.environ.get("COLEX_NIGHTLY") else "same")


@pytest.fixture(scope="session")
def tool_of_unknowns():
    """The folder of a program colex that answers questions with unknowns as JSON, or None."""
    tool = os.environ.get("COLEX_TOOL")
    if tool is None:
        return None
    said = subprocess.run([tool, "coalesce", "K:1", "--json"], capture_output=True, text=True, check=False).stdout
    return os.path.dirname(tool) if said.startswith("{") else None
