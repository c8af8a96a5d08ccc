"""Whatever is shown as a quotation stands in its source, word for word, and can be opened there."""

from __future__ import annotations

from tests.behaviour.cli import read_foam
from tests.behaviour.conftest import Held
from tests.behaviour.outcomes import read_quotations


def test_every_quotation_is_verbatim_what_its_pointer_leads_to(sunday: Held) -> None:
    quotations = read_quotations(sunday.document)
    assert len(quotations) >= 8
    papers = [path.read_text("utf-8") for path in sunday.file.papers]
    for pointer, text in quotations.items():
        cited = read_foam(sunday.folder, "cite", pointer)
        assert cited["sentence"] == text
        assert any(text in paper for paper in papers)


def test_a_pointer_shows_its_sentence_among_its_neighbours(sunday: Held) -> None:
    pointer = next(p for p, text in read_quotations(sunday.document).items() if text.startswith("Four of nine"))
    cited = read_foam(sunday.folder, "cite", pointer)
    assert cited["before"][-1] == "Opening on Sundays costs 38,000 crowns a year in wages."
    assert cited["after"] == ["Nobody asked the staff before the trial began."]
    assert cited["origin"]["file"].endswith("3-staff.txt")
