#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the notebooks of docs/notebooks/ with the package colex that is installed, without Jupyter.

    tools/notebooks.py --write       runs them and stores what each cell answers; a test compares
    tools/notebooks.py --run FILE    prints the notebook as it is after a run, with its pictures

A cell answers what it prints, and its last expression. A refusal that a cell is to show is caught in it. The notebooks of the
tree have the answers that are text.
"""
import ast
import contextlib
import io
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "docs/notebooks"


def shown(value):
    """What a notebook stores of a value."""
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
        picture = getattr(value, method, lambda: None)()
        if picture is not None:
            data[kind] = picture.splitlines(keepends=True)
            break
    return data


def outputs(source, scope, name, number):
    """Runs a cell."""
    body = ast.parse(source, name).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), name, "exec"), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), scope)
    out = []
    if printed.getvalue():
        out.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        out.append({"data": shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return out


def run(path):
    """The notebook as it would be after running every cell from the top."""
    notebook, scope, number = json.loads(path.read_text()), {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = outputs("".join(cell["source"]), scope, f"{path.name}, cell {number}", number)
    return notebook


def text_of(notebook):
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def stored(notebook):
    """The text of a notebook that ran, without its pictures."""
    for out in (out for cell in notebook["cells"] for out in cell.get("outputs", []) if "data" in out):
        out["data"] = {"text/plain": out["data"]["text/plain"]}
    return text_of(notebook)


def main():
    if sys.argv[1:2] == ["--run"] and len(sys.argv) == 3:
        print(text_of(run(pathlib.Path(sys.argv[2]))), end="")
        return
    if sys.argv[1:] != ["--write"]:
        sys.exit("tools/notebooks.py: give --write or --run FILE")
    for path in sorted(FOLDER.glob("*.ipynb")):
        path.write_text(stored(run(path)))


if __name__ == "__main__":
    main()
