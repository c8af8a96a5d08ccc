"""Each reason of a decision is held against what it cites and against the rest of the file."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.examination.small import make_file

from foam.examination.file import CaseFile
from foam.examination.reasons import Status, assess_reasons, find_unfounded_reasons
from foam.model.judge import Weighed

DECISION = """Riverside Mooring Board
14 May 2024
Decision
We have decided to end your mooring at berth 6.
Our reasons are:
1. You owe fees of 1,470 marks. The ledger shows this.
2. The harbour inspector reported on 22 April 2024 that the hull was damaged by neglect.
3. Your boat is painted green and disturbs the herons.
You may appeal within 21 days of this letter.
Yours sincerely,
Paula Krane
Mooring Officer"""
LEDGER = """# Ledger of berth 6

| Month | Due | Paid | Balance |
|---|---|---|---|
| January | 620.00 | 620.00 | 0.00 |
| February | 620.00 | 300.00 | 320.00 |
| March | 620.00 | 400.00 | 540.00 |
| April | 620.00 | 210.00 | 950.00 |
| May | 620.00 | {paid} | 1,470.00 |
"""
REPORT = """Report of the harbour inspector
22 April 2024
I inspected the boat at berth 6. {}
Signed: Lena Oduya"""


def weigh_scripted(pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
    """A judge that knows two sentences: one bears the second reason out, the other denies it."""
    told = {
        "The hull was damaged by neglect.": Weighed(supports=0.9, contradicts=0.02, neither=0.08, bears=0.95),
        "I found no sign of neglect.": Weighed(supports=0.05, contradicts=0.85, neither=0.1, bears=0.95),
    }
    nothing = Weighed(supports=0.05, contradicts=0.05, neither=0.9, bears=0.1)
    both = [(pair, pair[::-1]) for pair in pairs]
    return [next((told[text] for text, claim in ways if text in told and "hull" in claim), nothing) for ways in both]


def _make(finding: str, paid: str) -> CaseFile:
    return make_file(
        {"Decision": DECISION, "Ledger": LEDGER.format(paid=paid), "Inspector's report": REPORT.format(finding)},
        decision="Decision",
    )


@pytest.mark.parametrize(
    ("finding", "paid", "statuses"),
    [
        ("The hull was damaged by neglect.", "100.00", ("supported", "supported", "nothing cited")),
        ("I found no sign of neglect.", "100.00", ("supported", "contradicted", "nothing cited")),
        ("The hull was damaged by neglect.", "200.00", ("takes over a wrong figure", "supported", "nothing cited")),
    ],
)
def test_each_reason_has_a_status(finding: str, paid: str, statuses: tuple[Status, ...]) -> None:
    assessed = assess_reasons(_make(finding, paid), weigh_pairs=weigh_scripted)
    assert tuple(one.status for one in assessed) == statuses
    first, second, _ = assessed
    assert [one.name for one in first.reason.cites] == ["Ledger of berth 6"]
    assert [one.name for one in second.reason.cites] == ["Inspector's report"]
    assert second.reason.claim == "The hull was damaged by neglect."


def test_only_what_is_unfounded_becomes_a_finding() -> None:
    assert find_unfounded_reasons(_make("The hull was damaged by neglect.", "100.00"), weigh_pairs=weigh_scripted) == ()
    (finding,) = find_unfounded_reasons(_make("I found no sign of neglect.", "100.00"), weigh_pairs=weigh_scripted)
    assert (finding.kind, finding.established) == ("reason", "judge")
    assert [one.document for one in finding.passages] == ["Decision", "Inspector's report"]


def test_a_reason_that_takes_over_a_wrong_figure_is_named_with_the_right_one() -> None:
    found = find_unfounded_reasons(_make("The hull was damaged by neglect.", "200.00"), weigh_pairs=weigh_scripted)
    (finding,) = found
    assert "It takes over 1,470, which should be 1,370." in finding.text
    assert finding.established == "code"


def test_sentences_without_numbers_are_reasons_one_by_one() -> None:
    letter = """Decision of the board. The request of Mr Orr for berth 9 is denied. The berth is kept for rescue boats.
The board found that Mr Orr has no licence. You may appeal within 14 days."""
    file = make_file({"Decision": letter, "Note": "The quay was swept in spring."}, decision="Decision")
    claims = [one.reason.claim for one in assess_reasons(file, weigh_pairs=weigh_scripted)]
    assert claims == ["The berth is kept for rescue boats.", "Mr Orr has no licence."]


def test_a_document_that_says_nothing_about_the_reason_does_not_support_it() -> None:
    letter = "Decision. The request is denied. The surveyor's report shows that the pontoon cracked in two places."
    texts = {"Decision": letter, "Surveyor's report": "Heron counts fell last winter. Reeds grew back."}
    (one,) = assess_reasons(make_file(texts, decision="Decision"), weigh_pairs=weigh_scripted)
    assert one.status == "not supported"


def test_without_a_decision_there_are_no_reasons() -> None:
    assert assess_reasons(make_file({"Note": "The quay was swept in spring."}), weigh_pairs=weigh_scripted) == ()
