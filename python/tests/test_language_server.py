# SPDX-License-Identifier: MIT
"""The language server, asked by a client over its standard input and output."""
import json
import subprocess
import sys

import pytest

pytest.importorskip("pygls.lsp.server")

TEXT = "# tiles\nsize((4,8)) == 32\n  size((4,8)) == 31  # wrong\ncomplement(4:3, 16) is refused: cotarget_divides\ncoalesce((4,8 == 4\nlogical_divide(16:1, 4:4) == (4,4):(4,1)\n"
URI = "file:///tiles.colex"


class Client:
    def __init__(self):
        self.server = subprocess.Popen([sys.executable, "-m", "colex.language_server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.requests = 0

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def receive(self):
        length = 0
        while line := self.server.stdout.readline().strip():
            name, value = line.split(b": ")
            length = int(value) if name == b"Content-Length" else length
        return json.loads(self.server.stdout.read(length))

    def request(self, method, params):
        self.requests += 1
        self.send(method, params, id=self.requests)
        while (reply := self.receive()).get("id") != self.requests:
            pass
        return reply["result"]

    def diagnostics(self):
        while (note := self.receive()).get("method") != "textDocument/publishDiagnostics":
            pass
        return note["params"]


@pytest.fixture
def client(monkeypatch, tool_of_unknowns):
    one = Client()
    yield one
    one.server.kill()
    one.server.wait()


def test_an_editor(client, tool_of_unknowns):
    said = client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    assert said["capabilities"]["hoverProvider"]
    client.send("initialized", {})
    client.send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "colex", "version": 1, "text": TEXT}})
    first = client.diagnostics()
    assert first["uri"] == URI
    wrong, unreadable = first["diagnostics"]
    assert wrong["range"] == {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 19}}
    assert wrong["message"] == "expected 31, got 32" and wrong["severity"] == 1
    assert unreadable["range"]["start"]["line"] == 4 and unreadable["severity"] == 1

    def hover(line):
        return client.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": line, "character": 3}})

    assert hover(0) is None
    assert hover(2)["contents"]["value"] == "```text\n32\n```"
    assert "cotarget_divides: 12 does not divide 16" in hover(3)["contents"]["value"]
    drawn = hover(5)["contents"]["value"]
    assert drawn.startswith("```text\n(4,4):(4,1)\n") and "15" in drawn

    mended = TEXT.replace("31", "32").replace("coalesce((4,8 == 4\n", "complement(64:1, K) == K/64:64 if K % 64 == 0 && K >= 64\n")
    client.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": mended}]})
    left = client.diagnostics()["diagnostics"]
    if tool_of_unknowns is None:
        assert [one["severity"] for one in left] == [3] and "need" in left[0]["message"]
    else:
        assert left == []
    assert client.request("shutdown", None) is None
    client.send("exit", None)
    assert client.server.wait(20) == 0
