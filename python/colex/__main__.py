# SPDX-License-Identifier: MIT
"""python -m colex: the command `colex`."""

from colex_layouts import main

main()
