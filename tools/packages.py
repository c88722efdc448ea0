# SPDX-License-Identifier: MIT
"""The packages of a release: the source archive that pip takes, a wheel of this machine, and the recipes of others' package managers.

The source archive is the tree of the last commit and the headers that the wheel is compiled with, those of Debian's packages here, so
that a compiler is all that it needs. tools/release calls this.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HEADERS = {"libfmt-dev": "fmt", "nlohmann-json3-dev": "nlohmann", "libcli11-dev": "CLI", "libz3-dev": "z3*.h"}  # in /usr/include
BUILD = "import os, scikit_build_core.build as b; print(b.build_{}(os.environ['PACKAGES']))"


def bring_headers(tree, include=pathlib.Path("/usr/include"), papers=pathlib.Path("/usr/share/doc")):
    """Into third_party/include, and their licences beside the tree's."""
    to = tree / "third_party/include"
    to.mkdir(parents=True)
    for package, pattern in HEADERS.items():
        found = sorted(include.glob(pattern))
        if not found:
            raise OSError(f"{include}/{pattern} is missing; apt install {package}")
        for path in found:
            (shutil.copytree if path.is_dir() else shutil.copy)(path, to / path.name)
        shutil.copy(papers / package / "copyright", tree / f"LICENSE.{package}")


def made(python, what, tree, folder, epoch):
    """What scikit-build-core makes of the tree; `what` is sdist or wheel."""
    python, folder = pathlib.Path(shutil.which(python) or python).absolute(), folder.absolute()  # it is run in the tree
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PACKAGES": str(folder)}
    ran = subprocess.run([python, "-c", BUILD.format(what)], cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise OSError(f"the {what} cannot be made by {python}: {(ran.stderr + ran.stdout).strip().splitlines()[-1]}")
    return folder / ran.stdout.splitlines()[-1]


def unpacked(archive, folder):
    """The one folder in it."""
    shutil.unpack_archive(archive, folder)
    (root,) = pathlib.Path(folder).iterdir()
    return root


def sdist(python, git_archive, folder, epoch):
    """The source archive. `git_archive` is the tree as a tar file."""
    with tempfile.TemporaryDirectory() as name:
        root = unpacked(git_archive, name)
        bring_headers(root)
        return made(python, "sdist", root, folder, epoch)


def wheel(python, source_archive, folder, epoch):
    """The wheel of this machine and of that Python, from the source archive."""
    with tempfile.TemporaryDirectory() as name:
        return made(python, "wheel", unpacked(source_archive, name), folder, epoch)


def recipes(root, source_archive, version, folder):
    """packaging/ with the version, the address and the sums of the source archive."""
    text = source_archive.read_bytes()
    values = {"VERSION": version, "URL": f"https://pypi.org/packages/source/c/colex-layouts/{source_archive.name}",
              "SHA256": hashlib.sha256(text).hexdigest(), "SHA512": hashlib.sha512(text).hexdigest()}  # fmt: skip
    for path in sorted((root / "packaging").rglob("*")):
        if path.is_file():
            to = folder / path.relative_to(root / "packaging")
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(re.sub(r"@([A-Z0-9]+)@", lambda name: values[name[1]], path.read_text()))
