#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`colex serve`: nothing is lost, whatever its clients do, and its memory stays flat.

    serve.py build/colex build/tests/attack/serve_load
    serve.py build/colex build/tests/attack/serve_load --figure    the latency at 20,000 requests a second, on a quiet machine
"""
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

COLEX, LOAD = sys.argv[1], sys.argv[2]
SANITIZED = "--sanitized" in sys.argv
NIGHTLY = bool(os.environ.get("COLEX_NIGHTLY"))
GOOD = '{"op":"coalesce","args":["(2,1):(3,1)"]}'
ANSWER = '{"ok":true,"result":"2:3"}'
SLOW = ('{"op":"surjective","args":["(12,2,5,1021,2,1000,5,3,4,1021):(903155,-1012358,-770474,455091,-420253,513189,'
        '995362,-741030,5,-934189)",4194304]}')  # fmt: skip
REQUESTS = [
    GOOD, '{"op":"composition","args":["(4,6,8,10):(2,3,5,7)","6:12"],"id":7}', '{"op":"complement","args":["4:3",16]}',
    '{"op":"size","args":["(4,(2,3))"],"structure":true}', '{"expression":"let t = (8,8):(8,1); coalesce(t o 4:2)"}',
    "", "not json", "{", '{"op":"frob","args":[]}', '{"op":"coalesce","args":["(4"]}', '\\u0000\x01\x7f', "[" * 1000,
    '{"op":"right_inverse","args":["(4,8):(8,1)"],"budget":100}', '{"op":"evaluate","args":["(2,2):(3,1)"]}', "é" * 50,
    '{"op":"left_inverse","args":["(2,2):(2,3)"]}', '{"op":"surjective","args":["(2,3):(-1,3)",6],"budget":1}',
]  # fmt: skip


class Server:
    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name + "/s"
        self.child = subprocess.Popen([COLEX, "serve", "--socket", self.path, *options], stderr=subprocess.PIPE)
        end = time.monotonic() + 600
        while time.monotonic() < end:
            try:
                self.connect().close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("the server does not listen")

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(60)
        try:
            client.connect(self.path)
        except OSError:
            client.close()
            raise
        return client

    def ask(self, *lines):
        """The answers of one client that says all its lines, and then that it has ended."""
        with self.connect() as client:
            client.sendall("".join(line + "\n" for line in lines).encode())
            client.shutdown(socket.SHUT_WR)
            return read_all(client).splitlines()

    def metrics(self):
        return json.loads(self.ask('{"op":"metrics"}')[0])["result"]

    def resident(self):
        text = pathlib.Path(f"/proc/{self.child.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self):
        """Its last metrics."""
        self.child.send_signal(signal.SIGTERM)
        _, err = self.child.communicate(timeout=600)
        assert self.child.returncode == 0, (self.child.returncode, err)
        assert not os.path.exists(self.path), "the socket is left behind"
        self.folder.cleanup()
        return json.loads(err)["result"]


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_all(client):
    pieces = []
    while piece := client.recv(1 << 16):
        pieces.append(piece)
    return b"".join(pieces).decode()


def load(server, clients, total, rate=0):
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = folder + "/asked", folder + "/answered"
        pathlib.Path(asked).write_text("".join(line + "\n" for line in REQUESTS))
        pathlib.Path(answered).write_text("".join(line + "\n" for line in server.ask(*REQUESTS)))
        ran = subprocess.run([LOAD, server.path, asked, answered, str(clients), str(total), str(rate)],
                             capture_output=True, text=True)  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)


class Serve(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(lambda: self.server.child.poll() is None and self.server.child.kill())

    def test_answers_are_those_of_batch(self):
        ran = subprocess.run([COLEX, "batch"], input="\n".join(REQUESTS) + "\n", capture_output=True, text=True)
        self.assertEqual(self.server.ask(*REQUESTS), ran.stdout.splitlines())
        self.server.stop()

    def test_a_last_line_without_an_end_and_a_line_that_is_too_long(self):
        with self.server.connect() as client:
            client.sendall((GOOD + "\n").encode() + b"x" * (3 << 20) + b"\n" + GOOD.encode())
            client.shutdown(socket.SHUT_WR)
            first, second, third = read_all(client).splitlines()
        self.assertEqual((first, third), (ANSWER, ANSWER))
        self.assertEqual(json.loads(second)["error"]["message"], "the line is longer than 1 MiB")
        self.server.stop()

    def test_many_clients_at_once(self):
        total = 1_000_000 if NIGHTLY else 5_000 if SANITIZED else 60_000
        load(self.server, 64, 2_000)  # the buffers of 64 clients are made
        before = self.server.resident()
        got = load(self.server, 64, total)
        self.assertEqual((got["right"], got["wrong"]), (total, 0))
        if not SANITIZED:
            self.assertLess(self.server.resident() - before, 16, "MiB more than before")
        last = self.server.stop()
        self.assertGreaterEqual(last["requests"], total)
        self.assertEqual((last["clients"], last["dropped"]), (0, 0))
        print(f"  {total} requests of 64 clients: {got['seconds']} s, {total / got['seconds']:.0f} a second; {last}")

    @unittest.skipUnless(NIGHTLY and not SANITIZED, "nightly: serve: 30 s of load and a million requests; by day 60000: it takes a machine with nothing else to do")
    def test_99_of_100_are_answered_within_5_ms_at_20000_a_second(self):
        took = [load(self.server, 64, 200_000, 20_000)["us_99"] for _ in range(3)]
        self.assertLessEqual(min(took), 5000, took)
        self.server.stop()

    def test_clients_that_vanish(self):
        random.seed(3)
        for k in range(200):
            client = self.server.connect()
            client.sendall(random.choice([b"", b"{", (GOOD + "\n").encode() * 1000, (SLOW + "\n").encode() * 3, b"\xff" * 9000]))
            if k % 3 == 0:  # with answers on the way: a reset
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()
        self.assertEqual(self.server.ask(GOOD), [ANSWER])
        end = time.monotonic() + 600
        while self.server.metrics()["clients"] > 1 and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.server.metrics()["clients"], 1)
        self.assertGreater(self.server.stop()["dropped"], 0)

    def test_a_client_that_has_left_is_not_worked_for(self):
        client = self.server.connect()
        client.sendall((SLOW + "\n").encode() * 200)
        client.recv(10)
        client.close()
        end = time.monotonic() + 600
        while self.server.metrics()["clients"] > 1 and time.monotonic() < end:
            time.sleep(0.02)
        last = self.server.stop()
        self.assertLess(last["requests"], 150, "most of the 200 were answered for nobody")

    def test_a_question_ends_when_its_client_leaves(self):
        """Each would take hours, and there are as many as threads: the server can only answer if they end."""
        server = Server("--most-budget", str(1 << 40), "--threads", "2")
        before = server.resident()
        clients = [server.connect() for _ in range(2)]
        for client in clients:
            client.sendall((SLOW[:-1] + f',"budget":{1 << 40}}}\n').encode())
        time.sleep(1)
        used = cpu_seconds(server.child.pid)
        time.sleep(1)
        self.assertGreater(cpu_seconds(server.child.pid), used, "the questions are not being worked on")
        for client in clients:
            client.close()
        self.assertEqual(server.ask(GOOD), [ANSWER])
        end = time.monotonic() + 600
        while server.metrics()["clients"] > 1 and time.monotonic() < end:
            time.sleep(0.05)
        used = cpu_seconds(server.child.pid)
        time.sleep(1)
        self.assertLess(cpu_seconds(server.child.pid) - used, 0.2, "the server works on")
        if not SANITIZED:
            self.assertLess(server.resident() - before, 8, "MiB more than before")
        server.stop()

    def test_a_client_that_does_not_read_is_not_read_from(self):
        with self.server.connect() as client:
            client.settimeout(3)
            line = (GOOD + "\n").encode() * 1000
            sent = 0
            with self.assertRaises(TimeoutError):
                while sent < 1 << 28:
                    sent += client.send(line)
        self.assertLess(sent, 64 << 20)
        self.assertEqual(self.server.ask(GOOD), [ANSWER])
        self.assertLess(self.server.resident(), 2000 if SANITIZED else 96)
        self.server.stop()

    def test_slow_questions_do_not_hold_up_others(self):
        slow = [self.server.connect() for _ in range(2)]
        for client in slow:
            client.sendall((SLOW + "\n").encode() * 50)
        self.assertEqual(self.server.ask(GOOD), [ANSWER])
        answered = 0
        for client in slow:
            client.setblocking(False)
            try:
                answered += client.recv(1 << 20).count(b"\n")
            except BlockingIOError:
                pass
            client.close()
        self.assertLess(answered, 50, "half of the slow questions were answered first")
        self.server.stop()

    def test_what_was_sent_before_the_end_is_answered(self):
        client = self.server.connect()
        client.sendall((GOOD + "\n").encode() * 3000)
        self.assertEqual(client.recv(1), b"{")
        self.server.child.send_signal(signal.SIGTERM)
        self.assertEqual(("{" + read_all(client)).count("\n"), 3000)
        client.close()
        self.server.stop()


class Limits(unittest.TestCase):
    def refused(self, *options):
        ran = subprocess.run([COLEX, "serve", *options], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1), ran)
        return ran.stderr

    def test_budgets(self):
        server = Server("--budget", "1000", "--most-budget", "5000")
        got = [json.loads(line) for line in server.ask(SLOW, SLOW[:-1] + ',"budget":5000}', SLOW[:-1] + ',"budget":5001}')]
        self.assertEqual(got[0]["error"]["witness"]["left"], 1000)
        self.assertEqual(got[1]["error"]["witness"]["left"], 5000)
        self.assertEqual(got[2]["error"]["message"], '"budget" must be an integer from 0 to 5000')
        server.stop()

    @unittest.skipIf(SANITIZED, "a sanitizer's operator new counts nothing")
    def test_memory(self):
        server = Server("--memory", "2")
        large = '{"op":"find_layout","args":[[' + ",".join(map(str, range(100000))) + ']],"id":1}'
        got = server.ask(large, GOOD)
        self.assertEqual((json.loads(got[0])["error"]["condition"], got[1]), ("memory", ANSWER))
        server.stop()
        server = Server()
        self.assertEqual(json.loads(server.ask(large)[0])["result"], "100000:1")
        server.stop()

    @unittest.skipIf(SANITIZED, "a sanitizer's operator new counts nothing")
    def test_the_memory_of_an_answer(self):
        """The longest table: its text is 7.3 MB. Wherever memory ends on the way to it, the next line is answered."""
        lines = '{"op":"evaluate","args":["1048576:1"]}\n' + GOOD
        answered = []
        for megabytes in (1, 4, 8, 12, 16, 20, 24, 32, 48, 64):
            ran = subprocess.run([COLEX, "serve", "--memory", str(megabytes)], input=lines, capture_output=True, text=True)
            table, good = ran.stdout.splitlines()
            self.assertEqual((ran.returncode, good), (0, ANSWER), megabytes)
            answered.append(json.loads(table)["ok"])
        self.assertEqual((answered[0], answered[-1]), (False, True))

    def test_more_clients_than_there_may_be(self):
        server = Server("--clients", "2")
        time.sleep(0.1)
        two = [server.connect(), server.connect()]
        for client in two:
            client.sendall((GOOD + "\n").encode())
            self.assertEqual(client.recv(100).decode(), ANSWER + "\n")
        with server.connect() as third:
            self.assertIn("too many clients", read_all(third))
        for client in two:
            client.close()
        time.sleep(0.2)
        self.assertEqual(server.ask(GOOD), [ANSWER])
        self.assertEqual(server.stop()["turned_away"], 1)

    def test_sockets_that_cannot_be(self):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/file"
            pathlib.Path(file).write_text("kept")
            self.assertIn("no socket", self.refused("--socket", file))
            self.assertEqual(pathlib.Path(file).read_text(), "kept")
            self.assertIn("path", self.refused("--socket", folder + "/" + "x" * 200))
            self.assertIn("No such file", self.refused("--socket", folder + "/none/s"))
        server = Server()
        self.assertIn("in use", self.refused("--socket", server.path))
        self.assertEqual(server.ask(GOOD), [ANSWER])
        server.child.kill()
        server.child.communicate()
        again = subprocess.Popen([COLEX, "serve", "--socket", server.path], stderr=subprocess.PIPE)  # takes the dead one's place
        time.sleep(0.3)
        server.child = again
        self.assertEqual(server.ask(GOOD), [ANSWER])
        server.stop()

    def test_standard_input(self):
        ran = subprocess.run([COLEX, "serve"], input=GOOD + '\nnot json\n{"op":"metrics"}\n', capture_output=True, text=True)
        first, second, third = ran.stdout.splitlines()
        self.assertEqual((ran.returncode, first, json.loads(second)["ok"]), (0, ANSWER, False))
        self.assertEqual(json.loads(third)["result"]["unusable"], 1)
        with open("/dev/full", "w") as full:
            ran = subprocess.run([COLEX, "serve"], input=GOOD + "\n", stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (2, "colex: cannot write the answer\n"))


if "--figure" in sys.argv:
    quiet = Server()
    for _ in range(3):
        print(load(quiet, 64, 200_000, 20_000))
    print(quiet.stop())
else:
    unittest.main(argv=sys.argv[:1] + [a for a in sys.argv[3:] if a[:2] != "--"], verbosity=2)
