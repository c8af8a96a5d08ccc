"""The settings the laws are tried in: packs with a rule, with values and by hand, and motions over public texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.laws.appeal import list_stubs, turn_round
from tests.laws.change import rewrite, write_document
from tests.laws.fares import make_reversed, select_transport
from tests.laws.setting import Index, Library, Setting

import foam
from foam.evidence.corpus import Corpus, ListedCorpus, make_passages
from foam.evidence.document import Document
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack
from foam.pack.pack import Pack

APPEAL, FARES, HUT = "benefits-appeal", "policy-debate", "mountain-hut"
PAGES = 4
"""Of each side."""
SIDES = {"aff": "for", "neg": "against"}


def list_sentences(documents: Sequence[Document]) -> Corpus:
    return ListedCorpus.of(documents)


def make_appeal(model: Model | None = None, index: Index = list_sentences) -> Setting:
    """The shipped appeal, which stated rules decide; turned round, the stubs show regular pay over the limit."""
    pack = load_pack(APPEAL)
    sample = pack.documents()
    return Setting(
        name=APPEAL,
        pack=pack,
        question=pack.sample_question,
        seats=pack.perspectives,
        documents=sample,
        upheld=sample,
        turned=turn_round(sample),
        foreign=_read_transport(),
        deciding=list_stubs(sample),
        model=model or ScriptedModel(),
        index=index,
    )


def make_fares(model: Model | None = None, index: Index = list_sentences) -> Setting:
    """The shipped debate on free transport, which is weighed: a few findings for it, and the opposite ones."""
    pack = load_pack(FARES)
    pro, con = (_cut(select_transport(_read_transport(), sides=(side,))) for side in SIDES)
    turned = _cut(make_reversed())
    return Setting(
        name=FARES,
        pack=pack,
        question=pack.sample_question,
        seats=pack.perspectives,
        documents=(*pro, *con),
        upheld=pro,
        turned=turned,
        foreign=load_pack(APPEAL).documents(),
        deciding=pro,
        model=model or make_reader(pack, {"for": pro, "against": (*con, *turned)}),
        index=index,
    )


def make_hut(index: Index = list_sentences) -> Setting:
    """The hut whose answers were written by hand, for its own library and no other."""
    pack = load_pack(HUT)
    return Setting(
        name=HUT,
        pack=pack,
        question=pack.sample_question,
        seats=pack.perspectives,
        documents=pack.documents(),
        foreign=_read_transport(),
        model=HandwrittenModel(SHIPPED / HUT / FOLDER),
        index=index,
    )


def _cut(library: Library) -> Library:
    """The last sentences of a few pages: so few that a seat can tell all of them."""
    return tuple(rewrite(one, make_passages(one)[-1].text) for one in library[:PAGES])


def make_reader(pack: Pack, libraries: Mapping[str, Library], question: str = "") -> Model:
    """A reader who knows which way every sentence speaks, and takes each for one of the values in turn."""
    values = [value.id for value in pack.values]
    texts = {
        passage.text: side
        for side, library in libraries.items()
        for document in library
        for passage in make_passages(document)
    }
    rows = [
        {"text": text, "side": side, "value": values[place % len(values)]}
        for place, (text, side) in enumerate(texts.items())
    ]
    asked = question or pack.sample_question
    return foam.FactsModel(foam.Facts.model_validate({"question": asked, "writes": True, "sentences": rows}))


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
    folder: Path, motion: str, model: Model | None = None, index: Index = list_sentences, *, most: int = 12
) -> Setting:
    """A motion of IBM's claims and evidence: at most so many pieces of evidence for either side, a document each."""
    pack = load_pack(FARES)
    question, *labels = MOTIONS[motion]
    pro, con = (_read_evidence(folder, motion, numbers, most) for numbers in labels)
    other = next(name for name in MOTIONS if name != motion)
    return Setting(
        name=motion,
        pack=pack,
        question=question,
        seats=pack.perspectives,
        documents=(*pro, *con),
        upheld=pro,
        turned=con,
        foreign=_read_evidence(folder, other, MOTIONS[other][1], most),
        deciding=pro,
        model=model or make_reader(pack, {"for": pro, "against": con}, question),
        index=index,
        copies=(1,),
    )


def _read_evidence(folder: Path, motion: str, numbers: Iterable[int], most: int) -> Library:
    """The evidence for these claims of the motion, as documents."""
    rows = [line.split("\t") for line in (folder / "evidence.txt").read_text("utf-8").splitlines()]
    mine = [row for row in rows if row[0] == motion]
    claims = {claim: n for n, claim in enumerate(dict.fromkeys(row[1] for row in mine), start=1)}
    texts = dict.fromkeys(_clean(row[2]) for row in mine if claims[row[1]] in set(numbers))
    return tuple(write_document(text, name=f"evidence-{n}") for n, text in enumerate([*texts][:most]))


def _clean(text: str) -> str:
    words = " ".join(re.sub(r"\[REF\]?", "", text).split()).strip(" ,;")
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
