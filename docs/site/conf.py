# SPDX-License-Identifier: MIT
"""The site, for Sphinx; tools/site lays its sources out and runs it."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
project = "colex"
release = version = re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]
copyright = "the authors of colex"  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
html_theme = "furo"
html_title = f"colex {release}"
html_show_sphinx = False
html_copy_source = False
pygments_style, pygments_dark_style = "default", "monokai"
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure",  # console blocks hold answers of every form
                     "ref.python"]  # `shape` in a signature is one of two classes'
autodoc_default_options = {"member-order": "alphabetical"}


def as_written(app, what, name, obj, options, lines):
    """A docstring is a page for a terminal: its lines stay as they are."""
    if lines and what != "module":
        lines[:] = ["::", "", *("   " + line for line in lines), ""]


def setup(app):
    app.connect("autodoc-process-docstring", as_written)
