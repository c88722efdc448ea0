#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What makes the pages that are not in the tree notices what is wrong: pages_test.py COLEX"""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_references  # noqa: E402
import coverage  # noqa: E402
import examples  # noqa: E402
import operation_pages  # noqa: E402

RIGHT = ("2.1", "what", "coalesce", "coalesce_is_a_normal_form", "tests/static/algebra.cpp", "")
PLANTED = {"no operation coalesced": (2, "coalesced"), "no law coalesce_is": (3, "coalesce_is"), "no test tests/static/alg.cpp": (4, "tests/static/alg.cpp"),
           "tests/static/bits.cpp speaks of none of coalesce": (4, "tests/static/bits.cpp")}  # fmt: skip


def coverage_names_what_exists(colex):
    def wrong(entry):
        return coverage.written(colex, [("title", "source", [entry])])[1]

    assert wrong(RIGHT) == []
    for said, (field, value) in PLANTED.items():
        found = wrong(tuple(value if k == field else part for k, part in enumerate(RIGHT)))
        assert said in found, (said, found)


def examples_print_what_the_table_says(colex):
    for text, right in (("size(8:1) == 8", True), ("size(8:1) == 9", False), ("size(8:1) == ", False),
                        ("evaluate(3:2) == [0,2,4]", True), ("evaluate(3:2) == [0,2]", False),
                        ("complement(4:3, 16) is refused: cotarget_divides", True),
                        ("complement(4:3, 16) is refused: additive", False), ("complement(4:3, 24) is refused: (3,2):(1,12)", False)):  # fmt: skip
        try:
            operation_pages.console(colex, [examples.parse(text)])
            found = True
        except SystemExit:
            found = False
        assert found == right, text


def links_lead_to_made_pages_and_to_those_of_the_tree():
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        (made / "made.md").write_text("# Here\n")
        for link, faults in (("made.md#here", 0), ("laws.md", 0), ("../include/colex/layout.hpp", 0), ("made.md#there", 1), ("absent.md", 1)):
            found = list(check_references.link_faults(ROOT, "docs/" + "page.md", f"[x]({link})", made))
            assert len(found) == faults, (link, found)


def main(colex):
    coverage_names_what_exists(colex)
    examples_print_what_the_table_says(colex)
    links_lead_to_made_pages_and_to_those_of_the_tree()


if __name__ == "__main__":
    main(sys.argv[1])
