# SPDX-License-Identifier: MIT
"""Compilers by ccache, which keeps what they compile. It keeps nothing of a call without -c or -S; nvcc takes -c beside -cubin and -ptx."""
import shutil


def cached(command):
    """The command, by ccache where that is installed. Files of its own are named from the folder that it runs in: a name that differs
    from call to call is another source."""
    return [*(["ccache"] if shutil.which("ccache") else []), *command]
