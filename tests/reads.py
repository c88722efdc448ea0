# SPDX-License-Identifier: MIT
"""What a command depends on, as strace saw it: files by their content, folders by their names, and names at which nothing was.

    [*TRACER, folder + "/calls", *command]            # strace writes a file for each process into the folder
    reads = Reads(root).of(folder, since)             # {"R/tests/a.py": hash, "R/docs/": hash of names, "R/none": "absent"}
    Reads(root).hold(reads)                           # whether all of it is so today

R stands for the root of the repository. What the command wrote itself, temporary files, caches that are signed or keyed by content,
and what the kernel makes up (/proc, /dev) are no inputs. `of` is None where a line of strace's cannot be read, and where an input has changed
since a time, as one that is edited while the tests run: what the command read of it is not known.
"""
import ast
import hashlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

TRACER = ["strace", "-ff", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", "signal=none", "-e", "trace=%file,chdir,getdents64", "-o"]
MADE_UP = ("/proc", "/dev", "/sys", "/run")
LINE = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+|\?)(?:<.*?>)?(?: (E\w+) \(.*\)| \(.*\))?$")
PLACE = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"(\.\.\.)?')
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
MAKES = {"mkdir", "mkdirat", "mknod", "mknodat", "symlink", "symlinkat", "link", "linkat", "rename", "renameat", "renameat2", "creat", "truncate",
         "unlink", "unlinkat", "rmdir"}  # fmt: skip


def can_trace():
    """Whether strace is here and may look at a process of its own."""
    if not shutil.which("strace"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*TRACER, f"{folder}/calls", "true"], capture_output=True, check=False).returncode == 0


def below(path, folders):
    """Whether the path is one of a set of paths, or lies in one."""
    while path not in folders and path.strip("/"):
        path = os.path.dirname(path)
    return path in folders


class Reads:
    def __init__(self, root):
        home = os.environ.get("HOME", "/nonexistent")
        cache = os.environ.get("XDG_CACHE_HOME") or f"{home}/.cache"
        state = os.environ.get("XDG_STATE_HOME") or f"{home}/.local/state"
        self.root, self.known = os.path.realpath(root), {}
        self.apart = {*MADE_UP, f"{cache}/colex", f"{state}/colex", os.environ.get("CCACHE_DIR") or f"{cache}/ccache"}
        self.temporary = {os.path.realpath(tempfile.gettempdir())}

    def is_input(self, path):
        return path.startswith("/") and not below(path, self.apart) and "/__pycache__" not in path and (below(path, {self.root}) or not below(path, self.temporary))

    def place(self, name):
        return os.path.join(self.root, name[2:]) if name.startswith("R/") else name

    def changed(self, name, since):
        path = self.place(name)
        only_there = os.path.isdir(path) and not name.endswith("/")  # a folder whose names were not read
        return os.path.exists(path) and not only_there and os.stat(path).st_ctime >= since

    def now(self, path):
        """What is at a path: the hash of a file's content or of a folder's names, "a folder" where its names were not read, "absent"."""
        names = path.endswith("/")
        path = self.place(path)
        if path not in self.known:
            try:
                if os.path.isdir(path):
                    said = "\0".join(sorted(n for n in os.listdir(path) if n != "__pycache__")) if names else None
                    said = hashlib.sha256(said.encode()).hexdigest() if names else "a folder"
                else:
                    said = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest() if os.path.isfile(path) else "special"
            except OSError:
                said = "unreadable"
            self.known[path] = said if os.path.lexists(path) else "absent"
        return self.known[path]

    def calls(self, trace):
        """Each call of a process: (name, [absolute paths], text of its arguments, its error or None). ValueError where a line is no call."""
        lines = trace.read_text(errors="surrogateescape").splitlines()
        first = next((line for line in lines if re.search(r"^chdir\(|AT_FDCWD<", line)), "")
        here = None if first.startswith("chdir(") or not first else re.search("AT_FDCWD<(.*?)>", first)[1]  # the folder it started in
        for line in lines:
            if line.startswith(("+++", "---")):
                continue
            said = LINE.match(line)
            if not said:
                raise ValueError(line)
            name, arguments, result, error = said.groups()
            if result == "?":  # the process ended in it
                continue
            if name == "getdents64":
                yield name, [re.match(r"\d+<(.*?)>", arguments)[1]], arguments, error
                continue
            paths = []
            for folder, text, cut in PLACE.findall(arguments if name != "execve" else arguments.partition(", [")[0]):
                if cut and error == "ENAMETOOLONG":  # nothing can be there
                    continue
                if cut:
                    raise ValueError(line)
                here = folder if folder and "AT_FDCWD<" in arguments else here
                path = ast.literal_eval(f'b"{text}"').decode(errors="surrogateescape")
                base = folder or here or ""
                if not path.startswith("/") and not base:
                    raise ValueError(line)
                paths.append(os.path.join(base, path) if path else base)
            if name == "chdir" and not error:
                here = paths[0]
            yield name, paths, arguments, error

    def of(self, folder, since=math.inf):
        read, listed, made = set(), set(), set()
        try:
            for trace in pathlib.Path(folder).iterdir():
                for name, paths, arguments, error in self.calls(trace):
                    paths = [os.path.normpath(path) for path in paths]
                    if name in MAKES or (name in ("open", "openat") and WRITES.search(arguments)):
                        made.update([] if error else paths)
                    elif name == "getdents64":
                        listed.update(paths)
                    elif name != "chdir":
                        read.update(paths)
        except (ValueError, TypeError, OSError, SyntaxError):
            return None
        inputs = {path for path in read - {self.root, "/"} if self.is_input(path) and not below(path, made)}
        filled = {os.path.dirname(path) for path in made}
        inputs |= {path + "/" for path in listed - filled if self.is_input(path) and not below(path, made)}
        names = sorted(re.sub("^" + re.escape(self.root) + "/", "R/", path) for path in inputs)
        return None if any(self.changed(name, since) for name in names) else {name: self.now(name) for name in names}

    def hold(self, reads):
        return all(self.now(path) == said for path, said in reads.items())
