#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/release in a repository of its own: the same files twice, an archive that builds without git, and what it refuses."""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
if LISTED.returncode != 0:
    print("SKIP: the tree is no git repository")
    sys.exit(77)
PROGRAM = '#include "colex/colex.hpp"\nstatic_assert(colex::layout("(4,8):(8,1)")(19) == 28);\nint main() {}\n'


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name) / "tree"
        for name in LISTED.stdout.split("\0"):
            if name and (ROOT / name).exists():
                (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, cls.root / name)
        cls.git("init", "-q")
        cls.commit()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def git(cls, *arguments):
        ran = run("git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments, cwd=cls.root)
        assert ran.returncode == 0, ran.stderr

    @classmethod
    def commit(cls):
        cls.git("add", "-A")
        cls.git("commit", "-q", "--allow-empty", "-m", "t")

    def release(self, name, *arguments, **options):
        return run(self.root / "tools/release", *arguments, pathlib.Path(self.folder.name) / name, cwd="/", **options)

    def files(self, name):
        return {p.name: p.read_bytes() for p in (pathlib.Path(self.folder.name) / name).iterdir()}

    def refused(self, words, *arguments):
        ran = self.release("refused", *arguments)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (1, "", 1), ran)
        self.assertIn(words, ran.stderr)

    def test_the_same_commit_gives_the_same_files(self):
        self.assertEqual(self.release("a").returncode, 0)
        self.assertEqual(self.release("b").returncode, 0)
        self.assertEqual(self.files("a"), self.files("b"))
        sums = dict(reversed(line.split("  ")) for line in self.files("a")["SHA256SUMS"].decode().splitlines())
        self.assertEqual(sorted(sums), ["colex-0.1.0.spdx.json", "colex-0.1.0.tar.gz"])
        for name, digest in sums.items():
            self.assertEqual(hashlib.sha256(self.files("a")[name]).hexdigest(), digest)

    def test_the_archive_builds_without_git(self):
        self.assertEqual(self.release("c").returncode, 0)
        place = pathlib.Path(self.folder.name) / "unpacked"
        shutil.unpack_archive(pathlib.Path(self.folder.name) / "c/colex-0.1.0.tar.gz", place)
        tree = place / "colex-0.1.0"
        self.assertFalse((tree / ".git").exists())
        ran = run("meson", "setup", "build", "-Dauto_features=disabled", f"--prefix={place}/i", cwd=tree)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        ran = run("meson", "install", "-C", "build", cwd=tree)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        (place / "p.cpp").write_text(PROGRAM)
        ran = run("g++", "-std=c++20", "-fsyntax-only", f"-I{place}/i/include", place / "p.cpp")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_the_sbom_names_every_package(self):
        self.assertEqual(self.release("d").returncode, 0)
        document = json.loads(self.files("d")["colex-0.1.0.spdx.json"])
        names = {package["name"] for package in document["packages"]}
        wanted = {line for line in (ROOT / "tools/packages.txt").read_text().splitlines() if line and line[0] != "#"}
        self.assertEqual(wanted - names, set())
        self.assertIn("meson:z3", names)
        ids = [package["SPDXID"] for package in document["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        for relation in document["relationships"]:
            self.assertIn(relation["relatedSpdxElement"], ids)

    @unittest.skipUnless(shutil.which("gpg"), "gpg is not installed")
    def test_a_signature(self):
        home = pathlib.Path(self.folder.name) / "gpg"
        home.mkdir(mode=0o700)
        environment = {**os.environ, "GNUPGHOME": str(home)}
        made = run("gpg", "--batch", "--passphrase", "", "--quick-gen-key", "t@example.org", "ed25519", env=environment)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(self.release("e", "--key", "t@example.org", env=environment).returncode, 0)
        signed = pathlib.Path(self.folder.name) / "e/SHA256SUMS"
        self.assertEqual(run("gpg", "--verify", f"{signed}.asc", signed, env=environment).returncode, 0)
        signed.write_text(signed.read_text().replace("0", "1", 1))
        self.assertNotEqual(run("gpg", "--verify", f"{signed}.asc", signed, env=environment).returncode, 0)
        self.refused("gpg", "--key", "nobody@example.org")
        run("gpgconf", "--kill", "all", env=environment)

    def test_what_it_refuses(self):
        log = self.root / "CHANGELOG.md"
        text = log.read_text()
        try:
            log.write_text(text + "\n")
            self.refused("not committed")
            for changed, words in ((text.replace("## 0.1.0", "## 0.2.0"), 'begin with a section "## 0.1.0"'),
                                   ("# Changelog\n\n## 0.1.0\n", "says nothing of 0.1.0")):  # fmt: skip
                log.write_text(changed)
                self.commit()
                self.refused(words)
        finally:
            log.write_text(text)
            self.commit()


unittest.main(argv=sys.argv[:1], verbosity=2)
