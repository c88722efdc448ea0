# SPDX-License-Identifier: MIT
"""A language server for files of questions, *.colex: python -m colex.language_server, over standard input and output.

A line that has another answer than it says is an error at its place; hovering over a line shows the answer, and the picture of a small
layout. Needs pygls: colex-layouts[editor].
"""

from __future__ import annotations

import colex
from colex import _program, _questions

try:
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer
except ImportError:
    raise ImportError("colex.language_server needs pygls 2: pip install 'colex-layouts[editor]'") from None

MOST_POINTS = 256  # of a layout that is drawn
MOST_LINES = 2000  # of a file that is answered while one types

server = LanguageServer("colex", colex.__version__)


def _fault(number: int, line: str, whole: str, name: str) -> types.Diagnostic | None:
    """What an editor shows of a line, if anything."""
    severity = types.DiagnosticSeverity.Error
    try:
        says = _questions.wrong(line, name)
    except _questions.NotAnswered as why:
        says, severity = str(why), types.DiagnosticSeverity.Information
    except colex.Refused as why:
        says = str(why)
    if not says:
        return None
    start = whole.index(line)
    place = types.Range(types.Position(number - 1, _units(whole[:start])), types.Position(number - 1, _units(whole[: start + len(line)])))
    return types.Diagnostic(place, says, severity=severity, source="colex")


def _units(text: str) -> int:
    """As the protocol counts columns: units of UTF-16."""
    return len(text.encode("utf-16-le", "replace")) // 2


def diagnostics(text: str, name: str) -> list[types.Diagnostic]:
    """What is wrong with the lines of a file, of its first MOST_LINES."""
    whole = text.splitlines()
    found = [_fault(number, line, whole[number - 1], name) for number, line in _questions.lines(text) if number <= MOST_LINES]
    if len(whole) > MOST_LINES:
        place = types.Position(MOST_LINES, 0)
        found.append(types.Diagnostic(types.Range(place, place), f"colex answers the first {MOST_LINES} lines; colex check answers all",
                                      severity=types.DiagnosticSeverity.Information, source="colex"))  # fmt: skip
    return [one for one in found if one is not None]


def answer(line: str) -> str:
    """The answer of a line's question, or why there is none; below it the picture of a small layout."""
    question = _questions.question_of(line)
    try:
        value = colex.expression(question)
    except colex.Refused as why:
        tool = _program.program()
        if tool is None or not _questions.UNKNOWN.search(question):
            return str(why)
        ran = _program.run(tool, [question])
        return (ran.stdout or ran.stderr).strip()
    shown = str(value)
    if isinstance(value, (colex.Layout, colex.ComposedLayout)) and colex.size(value) <= MOST_POINTS:
        shown += "\n\n" + colex.draw(value).text(columns=100)
    return shown


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def check(ls: LanguageServer, given: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams | types.DidSaveTextDocumentParams) -> None:
    document = ls.workspace.get_text_document(given.text_document.uri)
    found = diagnostics(document.source, document.filename or "text")
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, found, version=document.version))


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: LanguageServer, given: types.HoverParams) -> types.Hover | None:
    document = ls.workspace.get_text_document(given.text_document.uri)
    for number, line in _questions.lines(document.source):
        if number == given.position.line + 1:
            return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, f"```text\n{answer(line)}\n```"))
    return None


if __name__ == "__main__":
    server.start_io()
