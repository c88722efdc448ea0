# SPDX-License-Identifier: MIT
"""The site, for Sphinx; tools/site lays its sources out and runs it."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
project = "colex"
release = version = re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]
copyright = "the authors of colex"  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe"]
breathe_default_project = "colex"  # tools/site names where Doxygen wrote it
breathe_show_include = False
highlight_language = "none"  # of docstrings, which are for a terminal
root_doc = "index"
html_theme = "furo"
html_title = f"colex {release}"
html_show_sphinx = False
html_copy_source = False
pygments_style, pygments_dark_style = "default", "monokai"
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure",  # console blocks hold answers of every form
                     "duplicate_declaration.cpp",  # every header opens the namespace
                     "ref.python"]  # `shape` in a signature is one of two classes'
autodoc_default_options = {"member-order": "alphabetical"}


def as_written(app, what, name, obj, options, lines):
    """A docstring is a page for a terminal: its lines stay as they are. Of the module's, what is indented is Python, the rest prose."""
    if what != "module":
        lines[:] = ["::", "", *("   " + line for line in lines), ""] if lines else []
        return
    indented = False
    for k, line in reversed(list(enumerate(lines))):  # from the end: what is put in moves nothing that is still to be read
        if line.startswith("    "):
            indented = True
        elif line and indented:
            lines[k + 1 : k + 1] = ["", ".. code-block:: python", ""]
            indented = False


def setup(app):
    app.connect("autodoc-process-docstring", as_written)
