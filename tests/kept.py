# SPDX-License-Identifier: MIT
"""Verdicts of programs that say the same of the same input, kept between runs as `colex prove` keeps a solver's.

    kept = Kept("coq")
    said = kept.verdict(kept.key(version, text), lambda: ask(text))     # bytes; an exception is no verdict and is not kept

An entry is believed when it carries its key and an HMAC-SHA256 under the secret of smt/sym/cache.hpp, which only this user can
read. COLEX_FRESH, which tools/test --fresh and --nightly set, believes none. Otherwise one in ten, which the commit draws, is
asked anew and must be as it was.
"""
import hashlib
import hmac
import os
import pathlib
import secrets
import stat
import tempfile

from drawn import commit

ASKED_ANEW = 10  # one in so many


def folder_of(variable, otherwise):
    """As XDG has it; None where neither that variable nor HOME says."""
    for base, below in ((os.environ.get(variable, ""), ""), (os.environ.get("HOME", ""), otherwise)):
        if base.startswith("/"):
            return pathlib.Path(base) / below / "colex"
    return None


def owners_secret():
    """The bytes that sign; made where there are none, empty where they cannot be trusted."""
    folder = folder_of("XDG_STATE_HOME", ".local/state")
    if folder is None:
        return b""
    path, draft = folder / "cache_key", folder / f"cache_key.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():  # written aside and linked: of two processes one wins, and both read its key
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            draft.unlink()
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            status, secret = os.fstat(file.fileno()), file.read(64)
    except OSError:
        return b""
    ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077
    return secret if ours and len(secret) == 64 else b""


class Kept:
    def __init__(self, name):
        base = folder_of("XDG_CACHE_HOME", ".cache")
        self.folder, self.secret = base and base / name, owners_secret()
        self.on, self.fresh = bool(self.folder and self.secret), bool(os.environ.get("COLEX_FRESH"))
        self.commit = commit()
        self.found = self.asked = 0

    @staticmethod
    def key(*parts):
        """The hash of texts and bytes, each with its length."""
        digest = hashlib.sha256()
        for part in parts:
            part = part if isinstance(part, bytes) else str(part).encode()
            digest.update(b"%d:" % len(part) + part)
        return digest.hexdigest()

    def path(self, key):
        return self.folder / key[:2] / key[2:]

    def signed(self, key, value):
        return hmac.new(self.secret, key.encode() + b"\n" + value, hashlib.sha256).hexdigest().encode()

    def find(self, key):
        """What was kept; None where nothing was, or what is there is not signed."""
        if not self.on:
            return None
        try:
            mac, _, value = self.path(key).read_bytes().partition(b"\n")
        except OSError:
            return None
        return value if hmac.compare_digest(mac, self.signed(key, value)) else None

    def keep(self, key, value):
        """Whole or not at all; that it cannot be written is no error."""
        if not self.on:
            return
        try:
            path = self.path(key)
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(self.signed(key, value) + b"\n" + value)
            os.replace(file.name, path)
        except OSError:
            pass

    def is_drawn(self, key):
        """Whether what is kept under the key is asked anew."""
        return int(self.key(self.commit, key), 16) % ASKED_ANEW == 0

    def verdict(self, key, ask, same=lambda value: value):
        """What is kept under the key, else what `ask` says, which is kept. Of what is asked anew `same` must be as it was."""
        known = None if self.fresh else self.find(key)
        if known is not None and not self.is_drawn(key):
            self.found += 1
            return known
        self.asked += 1
        said = ask()
        if known is None:
            self.keep(key, said)
            return said
        if same(said) != same(known):
            raise RuntimeError(f"{self.path(key)}: kept {same(known)!r}, and asked anew the answer is {same(said)!r}")
        return known

    def summary(self):
        return f"{self.found} verdicts of earlier runs, {self.asked} asked" if self.on else "no verdict is kept on this machine"
