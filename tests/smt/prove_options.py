#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The options of `colex prove`: shards, merging, jobs, the cache and the page. prove_options.py COLEX"""
import hashlib
import hmac
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

COLEX = sys.argv[1]
PATTERN = "complement_"  # cheap: two theorems and some refuted claims, beside one that is not


def colex(*arguments, path=None):
    environment = dict(os.environ)
    if path is not None:
        environment["PATH"] = path
    return subprocess.run([COLEX, "prove", *arguments], capture_output=True, text=True, check=False, timeout=300,
                          env=environment)


def laws(file, kinds=("theorem", "refuted")):
    return [r["law"] for r in json.loads(pathlib.Path(file).read_text())["results"] if r["kind"] in kinds]


class Prove(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def at(self, name):
        return f"{self.folder.name}/{name}"

    def test_every_law_is_in_exactly_one_shard(self):
        """Over the whole catalogue: --timeout 1 settles nothing, and lists all the same."""
        quick = ("--no-cache", "--no-mutants", "--one-solver", "--timeout", "1")
        colex(*quick, "--json", self.at("all.json"), "complement_is")
        everything = laws(self.at("all.json"))
        found = []
        for shard in range(1, 4):
            colex(*quick, "--json", self.at("one.json"), "complement_is", "--shard", f"{shard}/3")
            found.append(laws(self.at("one.json")))
        self.assertGreaterEqual(len(everything), 2)
        self.assertEqual(sorted(sum(found, [])), sorted(everything))
        self.assertLess(max(map(len, found)), len(everything))

    def test_shards_are_merged_and_counted(self):
        parts = [self.at(f"{k}.json") for k in (1, 2)]
        for k, part in enumerate(parts, 1):
            ran = colex("refuses_non_injective", "--no-cache", "--shard", f"{k}/2", "--json", part)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        merged = colex("--merge", *parts, "--json", self.at("m.json"), "--junit", self.at("m.xml"), "--html",
                       self.at("m.html"))
        self.assertEqual(merged.returncode, 0, merged.stdout + merged.stderr)
        self.assertEqual(laws(self.at("m.json")), ["complement_refuses_non_injective_only"])
        self.assertIn("complement_refuses_non_injective_only", pathlib.Path(self.at("m.xml")).read_text())
        self.assertIn("complement_refuses_non_injective_only", pathlib.Path(self.at("m.html")).read_text())
        doubled = colex("--merge", *parts, parts[0])
        self.assertEqual(doubled.returncode, 2)
        self.assertIn("is there twice", doubled.stderr)
        missing = colex("--merge", parts[1])
        self.assertEqual(missing.returncode, 2)
        self.assertIn("is missing", missing.stderr)

    def test_a_merge_is_as_green_as_its_shards(self):
        part = self.at("part.json")
        colex("complement_is_disjoint", "--no-cache", "--no-mutants", "--json", part)
        self.assertEqual(colex("--merge", part).returncode, 0)
        one = json.loads(pathlib.Path(part).read_text())
        one["results"][-1]["cvc5"] = "timeout"
        pathlib.Path(part).write_text(json.dumps(one))
        self.assertEqual(colex("--merge", part).returncode, 1)
        one["results"][-1]["cvc5"] = "probably"
        pathlib.Path(part).write_text(json.dumps(one))
        self.assertEqual(colex("--merge", part).returncode, 2)

    def test_proofs_count_what_prover_and_checker_accept(self):
        """With programs of the test's own: what they say is what counts."""
        def program(name, text):
            file = pathlib.Path(self.at(name))
            file.write_text("#!/bin/sh\n" + text)
            file.chmod(0o755)
            return str(file)
        writes = program("writes", 'test "$1" = --version || { test -s "$1" && echo a step > "$2"; }')
        accepts = program("accepts", 'test -s "$1" && test -s "$2" && echo correct')
        run = ("complement_is_disjoint", "--no-cache", "--no-mutants", "--one-solver", "--proofs", self.at("proofs"))
        sample = ("--sample", "7/a word")
        for checker in ((), ("--checker", accepts)):
            ran = colex(*run, "--prover", writes, *sample, *checker)
            self.assertRegex(ran.stdout, r"proof objects: 7 of 7 queries have a proof .*of \d+ in all")
        self.assertEqual(len(list(pathlib.Path(self.at("proofs")).glob("*.cpc"))), 7)
        for faulty in (("--prover", program("fails", 'test "$1" = --version || { echo no idea; exit 1; }')),
                       ("--prover", writes, "--checker", program("doubts", "echo incomplete"))):
            ran = colex(*run, *faulty, *sample)
            self.assertEqual(ran.returncode, 1)
            self.assertIn("proof objects: 0 of 7", ran.stdout)
            self.assertRegex(ran.stdout, "no idea|the checker says: incomplete")
        def late(one_in):
            count = self.at(f"count{one_in}")
            return program(f"late{one_in}", f'test "$1" = --version && exit\necho >> {count}\n'
                           f'test $(($(wc -l < {count}) % {one_in})) = 0 || {{ echo a step > "$2"; exit 0; }}\necho timeout after 1 s; exit 3')
        for one_in, status in ((10, 0), (5, 1)):  # at most a tenth may end so
            ran = colex("division_rounds", "--no-cache", "--no-mutants", "--proofs", self.at("proofs"), "--prover", late(one_in),
                        "--sample", "20/a word", "--jobs", "1")
            self.assertEqual(ran.returncode, status, ran.stdout)
            self.assertIn(f"proof objects: {20 - 20 // one_in} of 20 queries have a proof without a trusted step, "
                          f"{20 // one_in} ended as timeout", ran.stdout)
        absent = colex(*run, "--prover", program("absent", "echo none here; exit 77"))
        self.assertEqual((absent.returncode, absent.stderr), (2, "prove: --proofs: none here\n"))
        self.assertEqual(colex(*run, "--sample", "0/x").returncode, 2)
        long = colex("no_such_law", "--proofs", self.at("none"), "--sample", "7/" + "x" * 120000)
        self.assertEqual((long.returncode, long.stderr.count("\n")), (2, 1), long.stderr[:300])

    def test_a_script_that_can_hold_has_no_proof(self):
        program = pathlib.Path(__file__).resolve().parents[2] / "tools/cvc5_proof"
        def said(text):
            script, proof = pathlib.Path(self.at("q.smt2")), pathlib.Path(self.at("q.cpc"))
            script.write_text("(set-logic ALL)\n(declare-fun x () Int)\n" + text + "\n(check-sat)\n")
            ran = subprocess.run([program, script, proof], capture_output=True, text=True, check=False, timeout=600)
            return ran.returncode, ran.stdout.strip(), proof.exists()
        status, text, _ = said("(assert true)")
        if status == 77:
            self.skipTest(text)
        self.assertEqual((status, text), (1, "cvc5 answers sat"))
        self.assertEqual(said("(assert (> x")[0], 1)
        status, text, written = said("(assert (and (> x 2) (< (* x x) 4)))")
        self.assertEqual((status, written), (0, True), text)
        self.assertRegex(text, r"proved, \d+ steps")

    def test_what_is_not_a_shard_is_refused(self):
        for shard in ("0/2", "3/2", "1", "a/b", "1/0", "-1/2"):
            self.assertEqual(colex("--shard", shard).returncode, 2, shard)
        self.assertEqual(colex("--merge", "/nonexistent.json").returncode, 2)

    def test_cached_verdicts_say_so_and_no_cache_asks_again(self):
        # one job: beside another thread's terms Z3 numbers the let-bound names of a script in another order
        arguments = ("partitions_cover_once", "--no-mutants", "--jobs", "1", "--json", self.at("r.json"))  # few queries occur twice
        cache = ("--cache", self.at("cache"))
        def cached():
            reports = json.loads(pathlib.Path(self.at("r.json")).read_text())["results"]
            return sum(r["cached"] for r in reports), sum(r["queries"] for r in reports)
        first = colex(*arguments, *cache)
        self.assertEqual(first.returncode, 0, first.stdout)
        fresh, of = cached()
        self.assertEqual(fresh, 0)  # what this run itself has found is no earlier answer
        self.assertNotIn("from the cache", first.stdout + first.stderr)
        second = colex(*arguments, *cache)
        again = cached()[0]
        self.assertGreater(again, of // 2)  # Z3 may write the rest in another form: those are asked again
        law = next((r["cached"], r["queries"]) for r in json.loads(pathlib.Path(self.at("r.json")).read_text())["results"]
                   if r["kind"] == "theorem")  # beside the lemmas that it uses
        self.assertIn("from the cache", second.stdout)
        self.assertNotIn("from the cache", colex(*arguments, "--no-cache").stdout)
        self.assertEqual(cached()[0], 0)
        self.assertRegex(second.stderr, rf"{law[0]} of {law[1]} queries from the cache")
        # an entry that somebody changed is not believed, and neither is any where the key is another
        elsewhere = dict(os.environ, XDG_STATE_HOME=self.at("state"))
        subprocess.run([COLEX, "prove", *arguments, *cache], capture_output=True, check=True, timeout=300, env=elsewhere)
        self.assertEqual(cached()[0], 0)
        colex(*arguments, *cache)
        entries = [p for p in pathlib.Path(self.at("cache")).rglob("*") if p.is_file()]
        self.assertGreater(len(entries), of)
        for entry in entries:
            entry.write_text(entry.read_text().replace("proved", "refuted"))
        self.assertEqual(colex(*arguments, *cache).returncode, 0)
        self.assertEqual(cached()[0], 0)

    def test_a_tenth_of_what_is_kept_is_asked_anew_and_a_lie_is_found(self):
        """Numbers of cached answers of two runs cannot be compared: how Z3 writes a query depends on what it was asked before."""
        own = dict(os.environ, XDG_STATE_HOME=self.at("state"))
        arguments = ("partitions_cover_once", "--no-mutants", "--jobs", "1", "--cache", self.at("cache"), "--json", self.at("r.json"))

        def run(*more):
            """Exit status, whether a lie was found, the number of queries, and of those from the cache."""
            ran = subprocess.run([COLEX, "prove", *arguments, *more], capture_output=True, text=True, check=False, env=own)
            reports = json.loads(pathlib.Path(self.at("r.json")).read_text())["results"]
            found = "the cache says refuted, and asked anew it is proved" in ran.stdout
            return ran.returncode, found, sum(r["queries"] for r in reports), sum(r["cached"] for r in reports)
        for more in ((), ("--ask-again", "one"), ("--ask-again", "another")):
            self.assertEqual(run(*more)[:2], (0, False))
        secret = pathlib.Path(self.at("state"), "colex/cache_key").read_bytes()
        for entry in pathlib.Path(self.at("cache")).rglob("*"):  # one who knows the secret turns every verdict
            if entry.is_file():
                value = entry.read_bytes().partition(b"\n")[2].replace(b"\nproved\n", b"\nrefuted\n")
                entry.write_bytes(hmac.new(secret, value, hashlib.sha256).hexdigest().encode() + b"\n" + value)
        self.assertEqual(run(), (1, False, 1, 1))  # the first lemma: nothing was asked before it, and nothing is proved after it
        words = [run("--ask-again", str(word)) for word in range(40)]
        self.assertLessEqual(set(words), {(1, False, 1, 1), (1, True, 1, 0)})  # what is asked anew is not of the cache
        # two verdicts of the lemma, a solver's each: 19 words in 100 ask one of them anew
        self.assertTrue(1 <= words.count((1, True, 1, 0)) <= 20, words)

    def test_a_cached_proof_is_of_both_versions(self):
        """Another cvc5, another key: with none on PATH nothing of the cache is used, and nothing is green."""
        arguments = ("complement_is_disjoint", "--no-mutants", "--cache", self.at("cache"))
        self.assertEqual(colex(*arguments).returncode, 0)
        bare = colex(*arguments, path="/nonexistent")
        self.assertEqual(bare.returncode, 1)
        self.assertNotIn("from the cache", bare.stdout)

    def test_jobs_do_not_change_the_answers(self):
        stable = ("kind", "law", "z3", "cvc5", "queries", "paths", "witnesses")
        answers = []
        for jobs in ("1", "3"):
            ran = colex("complement_is", "--no-cache", "--no-mutants", "--jobs", jobs, "--json", self.at("r.json"))
            self.assertEqual(ran.returncode, 0, ran.stdout)
            answers.append([[r[f] for f in stable] for r in json.loads(pathlib.Path(self.at("r.json")).read_text())["results"]])
            self.assertRegex(ran.stderr, r"\[1/2\].*\n\[2/2\].*\n")
        self.assertEqual(*answers)

    def test_a_theorem_past_its_limit_is_a_timeout(self):
        ran = colex("complement_tiles_the_codomain", "--no-cache", "--theorem-timeout", "1")
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stdout, "not finished (within 1 s|after 20 s, of which it computed less than 1)")  # the latter where the machine is busy
        self.assertRegex(ran.stdout, r"complement_tiles_the_codomain +timeout +timeout")

    def test_the_page_links_every_script(self):
        ran = colex("complement_is_disjoint", "--no-cache", "--no-mutants", "--html", self.at("page.html"))
        self.assertEqual(ran.returncode, 0, ran.stdout)
        page = pathlib.Path(self.at("page.html")).read_text()
        links = re.findall(r'href="(page-smtlib/[^"]+)"', page)
        self.assertGreater(len(links), 20)
        for link in links:
            self.assertIn("(check-sat)", pathlib.Path(self.at(link)).read_text(), link)
        for word in ("A(i) = R(j) only at offset 0", "Shah, corollary 2.8", "Extents: that coalesce, sort and filter keep the offsets", "The argument",
                     "Values that satisfy the hypotheses"):
            self.assertIn(word, page)

    def test_a_hypothesis_that_is_needed_is_found_to_be(self):
        ran = colex("upcast_keeps_the_addresses", "--no-cache", "--without-hypotheses", "--json", self.at("h.json"))
        self.assertEqual(ran.returncode, 0, ran.stdout)
        found = [h for r in json.loads(pathlib.Path(self.at("h.json")).read_text())["results"]
                 for h in r.get("hypotheses", [])]
        verdicts = {h["text"]: h["without"] for h in found}
        self.assertEqual(verdicts["(>= n 1)"], "refuted")
        self.assertIn("proved", verdicts.values())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
