# SPDX-License-Identifier: MIT
"""Every "no" says why, in Python: the decisions of the operations table, with the sentence that the page has, and a witness.

tests/cli/no.py asks the same decisions at the doors of the tool."""
import re

import pytest
from test_operations import split

import colex
from colex import Layout, Swizzle, _questions

# (operation, its arguments as text, the sentence) of each example of the pages that is answered no
EXAMPLES = dict.fromkeys(text for page in colex._colex.pages() for text in page["examples"])
NO = [(name, split(arguments), f"no{why}") for name, arguments, why in re.findall(r"^(\w+)\((.*)\) == no\b(.*)$", "\n".join(EXAMPLES), re.M)]


def test_all_decisions_are_here():
    """As many as tests/cli/no.py finds in the table."""
    assert {name for name, _, _ in NO} == {
        "congruent", "weakly_congruent", "compatible", "elem_less", "lex_less", "colex_less", "evenly_divides", "admissible_composition", "admissible_complement", "equal",
        "injective", "surjective", "bijective", "contiguous", "lex_equal"}  # fmt: skip


@pytest.mark.parametrize("name, words, answer", NO)
def test_a_no_has_its_sentence_and_witness(name, words, answer):
    said = getattr(colex, name)(*(eval(word) if re.fullmatch(r"\d+|\[[\d,]+\]", word) else word for word in words))
    assert (bool(said), str(said)) == (False, answer)
    assert said.witness


def test_methods_say_the_same():
    assert str(Layout((3, 2), (1, 2)).injective()) == "no, coordinates 2 and 3 have the same offset 2"
    assert str(Layout((2, 2), (1, 3)).surjective(5)) == "no, offset 2 is at no coordinate"
    assert str((Swizzle(1, 0, 1) @ Layout(3)).contiguous()) == "no, offset 2 is at no coordinate"


def test_questions_about_memory():
    race = colex.race_free(["(t<32) -> t / 2"], element=4)
    assert not race["race_free"] and race["why"].startswith("byte 0: thread 0 writes it in step 0 of write 1, at offset 0; thread 1 writes it")
    box = colex.tma("(48,64):(1,48)", (48, 64), swizzle="32", element="bf16", on="sm90")
    assert not box["exists"] and box["broken"][0]["why"] == "swizzle_span: a row of the box has 96 bytes, and the swizzle's span is 32"
    operand = colex.descriptor("(64,16):(16,1)", on="sm90", element=2)
    assert not operand["canonical"] and operand["nearest"][0]["why"].startswith("element (4,0) is at byte 128")


def test_a_file_of_questions():
    """What the pytest plugin says of a line that expects yes."""
    for name, words, answer in NO:
        assert answer in _questions.wrong(f"{name}({', '.join(words)}) == yes", "a.colex"), (name, words)
