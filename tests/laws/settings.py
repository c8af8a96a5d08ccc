"""The settings the laws are tried in: both shipped packs, and two motions over public texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.laws.appeal import CONTRADICTIONS, know_appeal, list_stubs, turn_round
from tests.laws.change import write_document
from tests.laws.fares import know_fares, make_reversed, select_transport
from tests.laws.reader import Knowledge, read_honestly, write_honestly
from tests.laws.setting import Index, Library, Setting

from foam.evidence.corpus import Corpus, ListedCorpus, make_passages
from foam.evidence.document import Document
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack

APPEAL, FARES = "benefits-appeal", "policy-debate"
COPIES = (2,)
"""How often a seat is seated again: two copies sort before and after every other seat."""
USED = (
    "was 310 crowns",
    "was 295 crowns",
    "was 305 crowns",
    "average of the four",
    "not exceed 1,215",
    "305.00",
    "1,049.20",
)


def list_sentences(documents: Sequence[Document]) -> Corpus:
    return ListedCorpus.of(documents)


def make_reader(question: str, known: Knowledge, *, writes: bool) -> Model:
    """The reader who knows what every sentence says, in either voice."""
    script = write_honestly(question, known) if writes else read_honestly(question, known)
    return ScriptedModel(script, writes=writes)


def make_appeal(
    model: Model | None = None,
    index: Index = list_sentences,
    *,
    copies: tuple[int, ...] = COPIES,
    writes: bool = False,
) -> Setting:
    """The shipped appeal; turned round, the stubs show regular pay over the limit."""
    pack = load_pack(APPEAL)
    sample = pack.documents()
    known = know_appeal(sample, turn_round(sample))
    return Setting(
        name=APPEAL,
        pack=pack,
        question=pack.sample_question,
        seats=pack.perspectives,
        documents=sample,
        upheld=sample,
        turned=turn_round(sample),
        foreign=_read_transport(),
        deciding=lambda _: list_stubs(sample),
        model=model or make_reader(pack.sample_question, known, writes=writes),
        index=index,
        contradictions=CONTRADICTIONS,
        computed=USED,
        copies=copies,
    )


def make_fares(
    model: Model | None = None,
    index: Index = list_sentences,
    *,
    copies: tuple[int, ...] = COPIES,
    most: int = 0,
    writes: bool = False,
) -> Setting:
    """The shipped debate on free transport, or the first `most` pages of each side; turned round, studies reverse."""
    pack = load_pack(FARES)
    pro, con = (select_transport(_read_transport(), sides=(side,))[: most or None] for side in ("aff", "neg"))
    known = know_fares(_read_transport(), against=make_reversed())
    return Setting(
        name=FARES,
        pack=pack,
        question=pack.sample_question,
        seats=pack.perspectives,
        documents=(*pro, *con),
        upheld=pro,
        turned=make_reversed(),
        foreign=load_pack(APPEAL).documents(),
        deciding=lambda outcome: pro if outcome == "affirmed" else con,
        model=model or make_reader(pack.sample_question, known, writes=writes),
        index=index,
        copies=copies,
    )


@cache
def _read_transport() -> Library:
    return select_transport(load_pack(FARES).documents())


MOTIONS = {
    "This house would ban gambling": (
        "Should we ban gambling?",
        {2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 16, 21, 22, 25},
        {1, 18, 19, 23, 24, 26, 27, 28},
    ),
    "This house believes that wind power should be a primary focus of future energy supply": (
        "Should we make wind power a primary focus of future energy supply?",
        {1, 2, 3, 4, 7, 9, 11, 12, 13, 14, 19, 20, 21, 22, 23, 27, 28, 29, 31, 32, 33, 34, 35},
        {5, 6, 8, 10, 15, 16, 17, 18, 24, 25, 26, 30, 36},
    ),
}
"""By motion: the question, and which of its claims, in the order of the file, speak for it and against it."""


def make_public(
    folder: Path,
    motion: str,
    model: Model | None = None,
    index: Index = list_sentences,
    *,
    most: int = 12,
    writes: bool = False,
) -> Setting:
    """A motion of IBM's claims and evidence: at most so many pieces of evidence for either side, a document each."""
    pack = load_pack(FARES)
    question, *labels = MOTIONS[motion]
    pro, con = (_read_evidence(folder, motion, numbers, most) for numbers in labels)
    other = next(name for name in MOTIONS if name != motion)
    foreign = _read_evidence(folder, other, MOTIONS[other][1], most)
    sides = {
        p.text: side for side, some in (("for", pro), ("against", con)) for one in some for p in make_passages(one)
    }
    return Setting(
        name=motion,
        pack=pack,
        question=question,
        seats=pack.perspectives,
        documents=(*pro, *con),
        upheld=pro,
        turned=con,
        foreign=foreign,
        deciding=lambda outcome: pro if outcome == "affirmed" else con,
        model=model or make_reader(question, Knowledge(sides), writes=writes),
        index=index,
        copies=(1,),
    )


def _read_evidence(folder: Path, motion: str, numbers: set[int], most: int) -> Library:
    """The evidence for these claims of the motion, as documents."""
    rows = [line.split("\t") for line in (folder / "evidence.txt").read_text("utf-8").splitlines()]
    mine = [row for row in rows if row[0] == motion]
    claims = {claim: n for n, claim in enumerate(dict.fromkeys(row[1] for row in mine), start=1)}
    texts = dict.fromkeys(_clean(row[2]) for row in mine if claims[row[1]] in numbers)
    return tuple(write_document(text, name=f"evidence-{n}") for n, text in enumerate([*texts][:most]))


def _clean(text: str) -> str:
    words = " ".join(re.sub(r"\[REF\]?", "", text).split()).strip(" ,;")
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
