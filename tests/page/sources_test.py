#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sources that tools/tool_elsewhere.py names are of one program, and what is a system's own is in one of them: sources_test.py TOOLS"""
import re
import sys

sys.path.insert(0, sys.argv[1])
import tool_elsewhere  # noqa: E402

SYSTEM = re.compile(r"^#include <(sys/.*|unistd\.h|fcntl\.h|poll\.h|signal\.h|spawn\.h|dlfcn\.h|io\.h|process\.h|windows\.h|malloc\.h|pthread\.h)>|"
                    r"\b(fork|mkdtemp|isatty|SIGXFSZ|SIGPIPE)\b|/(proc|dev)/", re.M)  # fmt: skip


def faults(texts):
    """Of the texts of the sources by their names."""
    mains = [name for name, text in texts.items() if re.search(r"^int main\(", text, re.M)]
    own = [name for name, text in texts.items() if SYSTEM.search(text)]
    return [f"{len(mains)} files have a main(): {', '.join(mains)}"] * (mains != ["src/cli/main.cpp"]) + [
        f"what only some systems have is in {', '.join(own)}"] * (own != ["src/cli/system.cpp"])  # fmt: skip


texts = {str(path.relative_to(tool_elsewhere.ROOT)): path.read_text() for path in tool_elsewhere.sources()}
assert len(texts) > 100, "too few sources"
for name, text in (("src/a.cpp", "int main() {\n"), ("src/a.cpp", "#include <unistd.h>\n"), ("src/a.cpp", "int const child = fork();\n")):
    assert len(faults({**texts, name: text})) == 1, f"not noticed: {text}"
failed = faults(texts)
print("\n".join(failed) or f"{len(texts)} sources, one main(), one with a system's own headers")
sys.exit(bool(failed))
