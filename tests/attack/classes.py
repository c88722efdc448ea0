#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything that the tool can be handed, class by class: classes.py build/colex

Whatever it is, the exit status is 0, 1 or 2, what goes to standard error is at most one line of ASCII, and nothing is lost
without saying so. README.md lists the classes with the number of cases, and this test compares them.
"""
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

COLEX = sys.argv[1]
SANITIZED = "--sanitized" in sys.argv
WHOLE = "prove" in subprocess.run([COLEX, "--help"], capture_output=True, text=True).stdout
GOOD = '{"op":"coalesce","args":["(2,1):(3,1)"]}'
ANSWER = '{"ok":true,"result":"2:3"}'
FAULTS, COUNTS = [], {}


def fault(what, why):
    FAULTS.append(f"{what}: {why}")


def run(*arguments, stdin=b"", name="", limits=(), environment=None, seconds=30, **options):
    """The run, judged by what holds for every run."""
    def limit():
        for what, value in limits:
            resource.setrlimit(what, (value, value))
    what = name or " ".join(repr(a)[:60] for a in arguments)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    if not hasattr(stdin, "fileno"):
        options["input"] = stdin
    else:
        options["stdin"] = stdin
    try:
        ran = subprocess.run([COLEX, *arguments], preexec_fn=limit if limits else None, env=environment, timeout=20 * seconds, **options)
    except subprocess.TimeoutExpired:
        return fault(what, f"does not end within {20 * seconds} s")
    if ran.returncode not in (0, 1, 2):
        fault(what, f"exit status {ran.returncode}: {(ran.stderr or b'')[:200]}")
    err = ran.stderr or b""
    told = [line for line in err.splitlines() if b"is now called" not in line]
    if len(told) > 1 or any(byte > 126 or (byte < 32 and byte != 10) for byte in err):
        fault(what, f"standard error has {err[:200]}")
    if ran.returncode == 2 and not told and options["stderr"] == subprocess.PIPE:
        fault(what, "refuses without a word")
    return ran


def expect(what, holds):
    if not holds:
        fault(what, "not as promised")


def argv():
    """Words: bytes, control characters, numbers, nesting, length, options."""
    random.seed(11)
    junk = [bytes(random.choice(range(1, 256)) for _ in range(random.randrange(1, 30))) for _ in range(60)]
    junk += [b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x1b[31m", b"\r\n", b"\t", b"", b" ", b"-", b"--", b"---", b"-x", b"\xe2\x80\x8b4:1",
             "４:1".encode(), b"\xef\xbb\xbf4:1", b"4:1\x00"[:3]]  # fmt: skip
    texts = ["(" * 100000, ")" * 100000, "(" * 60000 + "1" + ")" * 60000, "4:" * 50000, "9" * 120000, "1," * 60000, "let " * 20000,
             "Sw<" * 1000, "<" * 1000 + ">" * 1000, "0x4:1", "4.0:1", "1e3:1", "+4:1", "NaN", "()", "():()", "(4", "4)", "4:(1", "(4,):1",
             "(,4):1", "4::1", ":1", "4:", "0:1", "-1:1", "4:--1", "Sw<3,-1,3>", "Sw<99,0,99> o 0 o 4:1", "S<>", "_", "X", "o", "4:1 o"]  # fmt: skip
    texts += [f"{sign}{2**k + d}:1" for k in (31, 61, 62, 63, 64) for d in (-1, 0, 1) for sign in ("", "-")]
    texts += [f"4:{sign}{2**k + d}" for k in (31, 61, 62, 63, 64) for d in (-1, 0, 1) for sign in ("", "-")]
    words = [w for w in junk] + [t.encode() for t in texts]
    for word in words:
        yield run("coalesce", word)
        yield run(word)
        yield run("composition", word, b"4:1")
    for extra in ([], ["coalesce"], ["coalesce", "4:1", "4:1", "4:1"], ["coalesce", "--frob", "4:1"], ["--frob"], ["coalesce", "--budget"],
                  ["injective", "--budget", "-1", "4:1"], ["injective", "--budget", "x", "4:1"], ["injective", "--budget", "9" * 40, "4:1"],
                  ["coalesce", "--convention", "x", "4:1"], ["batch", "a", "b"], ["help", "a", "b", "c"], ["completion", "x"], ["frobnicate"]):  # fmt: skip
        ran = run(*extra)
        expect(f"{extra} is refused", ran is None or ran.returncode == 2)
        yield ran


def batch():
    """Lines: JSON that is wrong in every way, and a good line after each."""
    random.seed(12)
    bad = ["", " ", "{", "}", "[]", "null", "true", "3", '"x"', "nul", "{}", '{"op":3}', '{"op":"coalesce"}', '{"op":"coalesce","args":3}',
           '{"op":"coalesce","args":[null]}', '{"op":"coalesce","args":["4:1"],"boundd":true}', '{"op":"coalesce","op":"size","args":["4:1"]}',
           '{"op":"composition","args":["4:1","2:1"],"bounded":"true"}', '{"op":"injective","args":["4:1"],"budget":1.5}',
           '{"op":"injective","args":["4:1"],"budget":-1}', '{"op":"injective","args":["4:1"],"budget":1e99}', '{"expression":3}',
           '{"expression":""}', '{"op":"coalesce","args":["4:1"],"id":{}}', "[" * 100000, '{"a":' * 1000, "\\u0000", "NaN", "-", "1e999",
           '{"op":"\\ud800","args":[]}', '{"op":"coalesce","args":["\\ud800"]}', "é", "{'op':'x'}", "//", "/* */ {}", GOOD + ",", GOOD + GOOD]  # fmt: skip
    pieces = ["{", "}", "[", "]", ",", ":", '"op"', '"args"', '"coalesce"', '"4:1"', "1", "-", "null", '"', "\\", " ", "1e5", "\x01", "é", "\x7f"]
    bad += ["".join(random.choices(pieces, k=random.randrange(1, 14))) for _ in range(2000)]
    ran = run("batch", stdin="".join(f"{line}\n{GOOD}\n" for line in bad).encode(), name="batch of bad lines")
    replies = ran.stdout.decode().splitlines()
    expect("every line has its answer", len(replies) == 2 * len(bad))
    expect("the good ones are answered", set(replies[1::2]) == {ANSWER})
    for line, reply in zip(bad, replies[::2]):
        expect(line[:60], json.loads(reply)["ok"] in (True, False) and reply.isascii() or not line.isascii())
        yield reply


def environment():
    """HOME, LANG, PATH, TMPDIR, COLUMNS and none at all."""
    values = {"HOME": ["", "/nonexistent", "/dev/null", "x" * 5000], "LANG": ["tr_TR.UTF-8", "de_DE", "xx"], "LC_ALL": ["C", "tr_TR.UTF-8"],
              "PATH": ["", "/nonexistent"], "TMPDIR": ["/nonexistent", "/dev/null"], "COLUMNS": ["0", "-1", "x"], "TERM": ["", "x"]}  # fmt: skip
    keep = {k: v for k, v in os.environ.items() if "SAN_OPTIONS" in k}
    settings = [{}] + [{key: value} for key, all_of in values.items() for value in all_of]
    for setting in settings:
        for words, answer in ((["coalesce", "(2,1):(3,1)"], b"2:3\n"), (["composition", "4:1", "2:2"], b"2:2\n")):
            ran = run(*words, environment={**keep, **setting}, name=f"{words[0]} under {setting}")
            expect(f"{words} under {setting}", ran is not None and ran.stdout == answer)
            yield ran


def files():
    """What is read and written: no file, a folder, a pipe, a device, links, an odd name, a full disk."""
    with tempfile.TemporaryDirectory() as folder:
        good, odd = folder + "/good", folder + "/\x1b[31m\n\xff"
        pathlib.Path(good).write_text(GOOD + "\n")
        os.symlink(folder + "/loop", folder + "/loop")
        os.symlink(good, folder + "/link")
        open(os.fsencode(odd), "wb").close()
        commands = [["batch"]] + ([["certify", "--check"]] if WHOLE else [])
        for command in commands:
            for path in (folder, folder + "/none", folder + "/loop", good + "/x", odd, "/proc/self/mem", "/dev/null", "x" * 5000, "/"):
                ran = run(*command, os.fsencode(path))
                expect(f"{command} {path[-20:]!r}", ran is not None and (ran.returncode == 2 or path in (odd, "/dev/null")))
                yield ran
        ran = run("batch", folder + "/link")
        expect("a link is read", ran.stdout.decode() == ANSWER + "\n")
        yield ran
        for words in (["batch", good], ["coalesce", "4:1"], ["--help"], ["--version"], ["help"], ["batch", "--schema"], ["help", "size"],
                      ["completion", "bash"], ["evaluate", "(1024,1024)"]):  # fmt: skip
            with open("/dev/full", "wb") as full:
                ran = run(*words, stdout=full, name=f"{words} on a full disk")
            expect(f"{words} on a full disk", ran is not None and ran.returncode == 2)
            yield ran
            ran = run(*words, limits=[(resource.RLIMIT_FSIZE, 0)], stdout=open(folder + "/out", "wb"), name=f"{words}, files of no size",
                      environment={**os.environ})  # fmt: skip
            yield ran
        for what in ("stdin", "stdout", "stderr"):
            number = ("stdin", "stdout", "stderr").index(what)
            ran = subprocess.run(["sh", "-c", f'"$0" batch {number}{"<" if number == 0 else ">"}&-', COLEX], input=(GOOD + "\n").encode(),
                                 capture_output=True, timeout=600)  # fmt: skip
            expect(f"{what} closed", ran.returncode == (0 if what == "stderr" else 2))
            yield ran
        with open(folder, "rb", opener=lambda p, _: os.open(p, os.O_RDONLY)) if False else open("/dev/null", "rb") as nothing:
            yield run("batch", stdin=nothing)
        descriptor = os.open(folder, os.O_RDONLY)
        ran = subprocess.run([COLEX, "batch"], stdin=descriptor, capture_output=True, timeout=600)
        os.close(descriptor)
        expect("standard input that is a folder", ran.returncode == 2 and ran.stderr.count(b"\n") == 1)
        yield ran


def pipes_and_signals():
    """A reader that leaves, with SIGPIPE and without; SIGTERM, SIGINT, SIGHUP and SIGSTOP on the way."""
    for ignored in (False, True):
        for taken in (0, 1, 100000):
            def prepare(ignored=ignored):
                signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
            yes = subprocess.Popen(["yes", GOOD], stdout=subprocess.PIPE)
            child = subprocess.Popen([COLEX, "batch"], stdin=yes.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=prepare)
            child.stdout.read(taken)
            child.stdout.close()
            status = child.wait(timeout=600)
            yes.kill(), yes.wait(), yes.stdout.close(), child.stderr.close()
            expect(f"a reader that leaves after {taken}, SIGPIPE ignored: {ignored}", status == (2 if ignored else -signal.SIGPIPE))
            yield status
    for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        child = subprocess.Popen([COLEX, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 preexec_fn=lambda s=sent: signal.signal(s, signal.SIG_DFL))  # as from a terminal  # fmt: skip
        child.stdin.write((GOOD + "\n").encode())
        child.stdin.flush()
        first = child.stdout.readline()
        child.send_signal(sent)
        expect(f"ends by {sent.name}", child.wait(timeout=600) == -sent and first.decode() == ANSWER + "\n")
        child.stdin.close(), child.stdout.close(), child.stderr.close()
        yield child
    child = subprocess.Popen([COLEX, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.send_signal(signal.SIGSTOP)
    time.sleep(0.1)
    child.send_signal(signal.SIGCONT)
    out, _ = child.communicate((GOOD + "\n").encode(), timeout=600)
    expect("goes on after SIGSTOP", out.decode() == ANSWER + "\n")
    yield child


def limits():
    """ulimit: address space, stack, files, processes, processor time."""
    if SANITIZED:
        return
    for megabytes in (64, 96, 128, 512):
        for words in (["coalesce", "(2,1):(3,1)"], ["batch"], ["evaluate", "(1024,1024)"], ["find_layout", "[" + "0," * 1000 + "0]"]):
            yield run(*words, stdin=(GOOD + "\n").encode(), limits=[(resource.RLIMIT_AS, megabytes << 20)], name=f"{words[0]}, {megabytes} MiB")
    long = b'{"op":"find_layout","args":[[' + b"0," * 300000 + b"0]]}\n" + GOOD.encode() + b"\n"
    for megabytes in range(64, 128, 4):
        ran = run("batch", stdin=long, limits=[(resource.RLIMIT_AS, megabytes << 20)], name=f"a long line, {megabytes} MiB")
        yield ran
    for what, value in ((resource.RLIMIT_STACK, 256 << 10), (resource.RLIMIT_NOFILE, 4), (resource.RLIMIT_NOFILE, 8), (resource.RLIMIT_NPROC, 1),
                        (resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, 5)):  # fmt: skip
        ran = run("coalesce", "(2,1):(3,1)", limits=[(what, value)], name=f"rlimit {what} at {value}")
        expect(f"rlimit {what} at {value}", ran is not None and ran.stdout == b"2:3\n")
        yield ran


CLASSES = [argv, batch, environment, files, pipes_and_signals, limits]


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for one in CLASSES:
        start = time.monotonic()
        COUNTS[one.__name__] = sum(1 for _ in one())
        print(f"  {one.__name__:18} {COUNTS[one.__name__]:6} cases  {time.monotonic() - start:.1f} s  {one.__doc__}")
    page = (pathlib.Path(__file__).parent / "README.md").read_text()
    listed = {name: int(count.replace(",", "")) for name, count in re.findall(r"^\| `classes.py` (\w+) \| ([\d,]+) \|", page, re.M)}
    if not SANITIZED and WHOLE and listed != COUNTS:
        fault("README.md", f"lists {listed}, not {COUNTS}")
    print("\n".join("FAIL " + f for f in FAULTS) or "every case is answered or refused as promised")
    return bool(FAULTS)


sys.exit(main())
