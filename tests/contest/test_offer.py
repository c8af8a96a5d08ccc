"""What is offered to whoever judges a challenge: what was brought, what the challenger names, and from where it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.contest.hall import judging, nothing, shared_case
from tests.job.sessions import session_with

from foam.contest.brought import cite_by_head, import_documents, is_statement, list_statements
from foam.contest.cases.offer import (
    MOST_BROUGHT,
    list_brought,
    list_counters,
    list_named,
    read_sides,
)
from foam.contest.kinds.left_out import LeftOut
from foam.contest.subject import Use
from foam.evidence.corpus import ListedCorpus, make_passages
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.job.session import Tools
from foam.model.judge import shipped_judge
from foam.model.judge.values import Relation
from foam.model.silent import SilentJudge
from foam.record.entry import EntryInput

HEAD = "Note to the Harbour Committee: mooring of ferries\n\nBy Ann Lind, harbour pilot\n3 May 2024\n\n"
SAID = (
    "The inner harbour is open to ferries again.",
    "Since March two ferries a day have moored there without harm.",
    "Between March and May the pilots counted ninety moorings.",
    "The order of 2019 was repealed in April.",
)


def make_note(text: str = HEAD + " ".join(SAID), file: str = "note.txt") -> Document:
    return cite_by_head(make_document(text, origin=Origin(file=file, format="text", importer="t")))


class OwnSide(SilentJudge):
    """Finds that what was held before supports a statement, and nothing else."""

    def relation(self, pairs: Sequence[tuple[str, str]]) -> list[Relation]:
        return [
            found.model_copy(update={"supports": float("as was held before" in one)})
            for found, (one, _) in zip(super().relation(pairs), pairs, strict=True)
        ]


def offer(use: Use, because: str, *documents: Document, brought: Sequence[Document] = ()) -> list[str]:
    """What is offered against a use."""
    given = {one.digest: one.json_value() for one in brought}
    session = session_with(Tools(corpus=ListedCorpus.of(documents), judge=OwnSide(), given=given))
    challenge = SimpleNamespace(because=because, brought=tuple(given))
    admitted = EntryInput(role="challenge", key=session.run)
    sitting: Any = SimpleNamespace(session=session, challenge=challenge, use=use, admitted=lambda: admitted)
    return [one.text for one in list_counters(sitting)]


def test_a_paper_is_cited_by_its_own_head_and_not_by_its_files_name(tmp_path: Path) -> None:
    path = tmp_path / "scan-0017.txt"
    path.write_text(HEAD + " ".join(SAID), encoding="utf-8")
    (found,) = import_documents([path])
    cited = found.citation
    assert (cited.title, cited.author, cited.published) == (
        "Note to the Harbour Committee: mooring of ferries",
        "Ann Lind",
        "2024-05-03",
    )
    bare = tmp_path / "bare.txt"
    bare.write_text("The harbour is open. Ferries moor there.", encoding="utf-8")
    (plain,) = import_documents([bare])
    assert (plain.citation.title, plain.citation.author) == ("bare", "")


def test_every_sentence_that_says_something_is_offered_and_no_title_byline_or_day() -> None:
    assert [one.text for one in list_statements(make_note())] == list(SAID)
    assert [one.text for one in list_brought([make_note()], "Cats.")] == list(SAID)
    long = make_note("\n".join(f"Ferry number {n} moored at the quay." for n in range(40)))
    assert len(list_brought([long], "Ferry number 33.")) == MOST_BROUGHT


def test_each_thing_that_the_challenger_names_has_its_turn() -> None:
    places = ("Aberg", "Brund", "Corvo")
    told = [f"There is a ban on ferries in {place}." for place in places]
    filler = [f"The ban on ferries names a speed, a tide and a list of signs for boat {n}." for n in range(20)]
    document = make_document(" ".join((*filler, *told)), origin=Origin(file="t", format="text", importer="t"))
    found = list_named(make_passages(document), f"It names a ban on ferries in {', '.join(places)}.")
    assert {one.text for one in found[:3]} == set(told)
    assert list_named(make_passages(document), "Read on.") == []


def test_what_is_on_the_statements_own_side_is_no_evidence_the_other_way() -> None:
    cited = "Ferries are banned from the inner harbour."
    own, other = "Ferries are banned there, as was held before.", "Ferries were let into the inner harbour in May."
    source = make_document(f"{cited} {own} {other}", origin=Origin(file="t", format="text", importer="t"))
    note = make_note()
    use = Use(slot="one", statement=cited, passages=make_passages(source)[:1])
    assert offer(use, "Ferries were let in.", source, brought=[note]) == [*SAID, other]


def test_the_shipped_judge_tells_which_side_a_sentence_is_on() -> None:
    said = "School uniforms reduce bullying.", "School uniforms do not reduce bullying at all; they increase it."
    document = make_document(" ".join(said), origin=Origin(file="t", format="text", importer="t"))
    passages = make_passages(document)[:2]
    assert read_sides(shipped_judge(), "School uniforms reduce bullying among pupils.", passages) == [True, False]


def test_whoever_judges_sees_where_each_sentence_stands_and_what_the_challenger_brought() -> None:
    hall = shared_case()
    slot = next(one for one in hall.case.case.slots if one.card)
    note = make_note()
    hall.challenge(slot.id, LeftOut(), "Ferries moor.", documents=[note], script=judging(nothing))
    asked = hall.model.calls[0].question
    offered = [option.text for option in asked.options]  # type: ignore[union-attr]
    assert offered[: len(SAID)] == list(SAID)
    source = 'Ann Lind, 2024-05-03, "Note to the Harbour Committee: mooring of ferries", brought by the challenger'
    assert asked.prompt.count(f">\n{source}\n</source of ") == len(SAID)
    assert asked.prompt.count("</source of ") > len(SAID)


def test_a_byline_that_ends_as_a_sentence_and_the_title_of_a_library_paper_are_not_offered() -> None:
    note = make_note(HEAD.replace("harbour pilot", "pilot of the inner harbour.") + " ".join(SAID))
    assert [one.text for one in list_statements(note)] == [*SAID]
    assert is_statement(list_statements(note)[0])
    title = "Minutes of the harbour board on mooring in winter"
    held = make_document(
        f"{title}\n\n3 May 2024\n\nNo ferry may moor in the inner harbour in winter.",
        origin=Origin(file="m.txt", format="text", importer="t"),
        citation=Citation(title=title),
    )
    use = Use(slot="one", statement="Ferries may moor in the inner harbour in winter.", passages=())
    found = offer(use, "The minutes of the harbour board of May 2024 say so.", held)
    assert found == ["No ferry may moor in the inner harbour in winter."]
