# SPDX-License-Identifier: MIT
"""What Hypothesis draws is the same in every run, on every machine; the nightly run draws anew."""
import os

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    pass
else:
    settings.register_profile("same", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("anew", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("anew" if os.environ.get("COLEX_NIGHTLY") else "same")
