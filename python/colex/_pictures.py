# SPDX-License-Identifier: MIT
"""Picture.save: a picture as a file, in the form that its name's end says."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess

from colex._colex import Picture

FORMS = (".svg", ".png", ".pdf", ".tex", ".txt", ".json")


def save(self: Picture, path: str | os.PathLike[str]) -> None:
    """Writes the picture; an existing file is replaced.

    Args:
        path: a name that ends in .svg, .png, .pdf, .tex (TikZ), .txt (letters) or .json (the cells)

    Raises:
        ValueError: the name ends otherwise
        RuntimeError: of .png and .pdf, where neither CairoSVG nor rsvg-convert is installed, or it fails
        OSError: the file cannot be written
    """
    file = pathlib.Path(path)
    form = file.suffix.lower()
    if form not in FORMS:
        raise ValueError(f"save: a picture's name ends in {', '.join(FORMS)}, not {file.name!r}")
    if form in (".png", ".pdf"):
        file.write_bytes(_converted(self.svg(), form[1:]))
    elif form == ".json":
        file.write_text(json.dumps(self.data()), encoding="utf-8")
    else:
        file.write_text(self.svg() if form == ".svg" else self.tikz() if form == ".tex" else self.text(), encoding="utf-8")


def _converted(svg: str, form: str) -> bytes:
    """By CairoSVG, of Python or as a program, or librsvg's program."""
    try:
        import cairosvg
    except ImportError:
        program = shutil.which("rsvg-convert")
        if program is None:
            raise RuntimeError(f"save: .{form} needs CairoSVG (pip install cairosvg) or rsvg-convert (librsvg2-bin); .svg needs neither") from None
        ran = subprocess.run([program, f"--format={form}", "--zoom=2"], input=svg.encode(), capture_output=True, check=False)
        if ran.returncode != 0 or not ran.stdout:
            raise RuntimeError(f"save: rsvg-convert ended with {ran.returncode}: {ran.stderr.decode(errors='replace').strip()[:200]}") from None
        return ran.stdout
    convert = cairosvg.svg2png if form == "png" else cairosvg.svg2pdf
    return bytes(convert(bytestring=svg.encode(), scale=2))
