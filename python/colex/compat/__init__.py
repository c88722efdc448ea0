# SPDX-License-Identifier: MIT
"""Other libraries' names and call conventions, answered by colex. pycute's are modules of their own, colex.pycute."""
