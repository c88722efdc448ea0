#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The software that colex is built from, as an SPDX 2.3 document in JSON: sbom.py > colex.spdx.json

It lists the Debian packages of tools/packages.txt, with the version installed here, and the dependencies that meson.build
names. Nothing else is fetched or copied into the tree. The date is that of SOURCE_DATE_EPOCH, or of the last commit.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def output(*command):
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return ran.stdout.strip() if ran.returncode == 0 else ""


def version():
    return re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]


def debian_packages():
    lines = (ROOT / "tools/packages.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def created():
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct") or "0"
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def element(name, version, comment, licence="NOASSERTION"):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version or "NOASSERTION",
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "comment": comment}  # fmt: skip


def document():
    own = element("colex", version(), "this project", "MIT")
    packages, relations = [own], []
    for name in debian_packages():
        packages.append(element(name, output("dpkg-query", "-W", "-f=${Version}", name), "Debian package, tools/packages.txt"))
        relations.append((packages[-1]["SPDXID"], "BUILD_DEPENDENCY_OF", own["SPDXID"]))
    for one in json.loads(output("meson", "introspect", "meson.build", "--dependencies") or "[]"):
        if one["name"] == "threads":
            continue
        packages.append(element("meson:" + one["name"], "", "dependency() in meson.build"
                                + ("" if one["required"] else ", of an optional feature")))  # fmt: skip
        relations.append((packages[-1]["SPDXID"], "DEPENDENCY_OF", own["SPDXID"]))
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"colex-{version()}",
            "documentNamespace": f"https://spdx.org/spdxdocs/colex-{version()}",
            "creationInfo": {"created": created(), "creators": ["Tool: colex-tools-sbom"]},
            "packages": sorted({p["SPDXID"]: p for p in packages}.values(), key=lambda p: p["SPDXID"]),
            "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                               "relatedSpdxElement": own["SPDXID"]}]
            + [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
               for a, kind, b in sorted(set(relations))]}  # fmt: skip


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
    print()
