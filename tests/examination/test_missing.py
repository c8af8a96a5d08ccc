"""Enclosures and numbered rules that the file does not have are named by their labels; what it has is left alone."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.missing import find_missing

PAPERS = {
    "Rules": "Rule 1. Bins are emptied on Tuesdays.\n\nRule 2. A bin weighs: (a) at most ten kilos if it is green; "
    "(b) at most five if it is brown.\n",
    "Bye-laws of the yard": "4.1 Gates are shut at six.\n\n4.2 The warden has the key.\n",
    "Lane code": "Stanza 3. Carts keep to the left.\n\nStanza 4. Dogs are led.\n",
    "Tree code": "Clause 4(1) Trees are kept.\n\n(2) A tree may go if\n\n(a) it is dead, or\n\n(b) nobody "
    "minds under clause 9(1).\n\nClause 6(1) Who keeps no tree pays.\n",
    "sheet": "What is owed (Annex D of the letter)\n\nNothing.\n",
    "Annex B": "The weights of May.\n",
    "list": "Annex C\n\nThe weights of June.\n",
}


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("The weights are in Annex A.", "Annex A"),
        ("The weights are in Annex B and Annex C.", ""),
        ("This is against rule 3.", "rule 3"),
        ("This is against rules 1 and 2.", ""),
        ("Rule 2(b) was kept.", ""),
        ("Rule 2(c) was not kept.", "rule 2(c)"),
        ("Clause 4(2)(a) lets it go, by clause 6(1) nobody pays, and Annex D says so.", ""),
        ("Clause 4(3) says more.", "clause 4(3)"),
        ("By stanza 5 dogs may run.", "stanza 5"),
        ("By stanza 4 dogs are led.", ""),
        ("Section 9 of the Road Act is of another text.", ""),
        ("He came in week 7.", ""),
        ("On 14 May dogs came.\n\nOn 3 June carts came.\n\nThe gate was shut on 20 June.", ""),
    ],
)
def test_what_is_not_there_is_named(sentence: str, named: str) -> None:
    found = find_missing(make_file({**PAPERS, "Letter": f"Nobody came in spring. {sentence}"}))
    assert [one.passages[0].text for one in found] == ([sentence] if named else [])
    assert all(named in one.text for one in found)


def test_a_rule_that_is_missing_is_told_once_a_paper() -> None:
    file = make_file({**PAPERS, "Letter": "See rule 8. Rule 8 says no. So does rule 8."})
    assert len(find_missing(file)) == 1
