"""Calls about cutting cards: one card from one article, and into the user's library."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from foam.case.cutting.cutter import cut_article
from foam.case.cutting.values import YOURS, Cutting
from foam.case.cutting.wording import CutSpec, word_tag
from foam.errors import InputError, NotFound
from foam.evidence.document import Document, Facets, Origin, make_document
from foam.evidence.holdings import Added
from foam.evidence.imports.base import unwrap_lines
from foam.evidence.imports.plain import IMPORTER
from foam.evidence.reading import read_documents
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.estimates import is_writer
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.model.highlighter import shipped_highlighter
from foam.model.judge import shipped_judge
from foam.record.clock import stamp

_PASTED = "pasted text"


class CutCalls:
    """`home.cut(article, claim=…)` cuts a card, `home.cut.word(card)` has a model that writes word its tag, and
    `home.cut.add(card)` takes it into the user's library."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, article: Path | str | Document, *, claim: str, **options: Any) -> Cutting:
        """The card of the passage that establishes the claim: see `make`."""
        return self.make(article, claim=claim, **options)

    @quick
    def make(
        self,
        article: Path | str | Document,
        *,
        claim: str,
        words: int | None = None,
        citation: Mapping[str, str] | None = None,
        sentences: Collection[int] = (),
        tag: str = "",
    ) -> Cutting:
        """The card of the passage of an article (PDF, web page, text) that establishes the claim.

        `words` limits what is read aloud; `citation` gives fields that the article does not; of `sentences` by their
        numbers the passage is all from the first to the last, whatever the judge finds of them. Where no passage
        establishes the claim the nearest is cut, and the notes of the card say so; an article that does not speak of it
        is an error. `tag` is yours, and is kept.
        """
        document = article if isinstance(article, Document) else _read_article(Path(article))
        highlighter = shipped_highlighter()
        return cut_article(
            document,
            " ".join(claim.split()),
            judge=shipped_judge(),
            marker=highlighter.read,
            marked_by=f"{highlighter.card.name}-{highlighter.card.version}",
            today=stamp(self._desk.clock)[:10],
            words=words,
            given=citation,
            chosen=_span_chosen(document, sentences) if sentences else None,
            tag=" ".join(tag.split()),
        )

    def text(self, text: str, *, claim: str, **options: Any) -> Cutting:
        """The same for an article whose text is at hand."""
        origin = Origin(file=_PASTED, format="text", importer=IMPORTER)
        return self.make(
            make_document(unwrap_lines(text), origin=origin, facets=Facets(kind="text")), claim=claim, **options
        )

    @call
    async def word(
        self, card: Cutting, *, model: str | None = None, seed: int | None = None
    ) -> RunResult[Cutting] | None:
        """The card under a tag that a model words and code and an evaluator hold against what is read; else as it was.

        None where the model of the settings does not write; one that is named and does not is an error. A tag of the
        debater's stays.
        """
        if card.worded_by == YOURS:
            return None
        config = self._desk.configure(model=model, seed=seed)
        if model is None and self._desk.is_embedded(config):
            return None
        models = self._desk.models_for(config)
        try:
            decider = models["proposer"].decider
            if not is_writer(decider):
                if model is None:
                    return None
                raise InputError(
                    f"the model {decider.id!r} does not write, so that it can word no tag",
                    hint="name an endpoint's model, or leave --model out: the tag is in the source's own words then",
                )
            tools = Tools(models=models, pack=self._desk.load_pack(), given={card.digest: card.json_value()})
            spec = CutSpec(**tools.describe(config.settings.seed), card=card.digest)
            return await self._desk.run(word_tag, spec, tools)
        finally:
            await dismiss(models)

    @quick
    def add(self, card: Cutting) -> Added:
        """Take a card into the user's library."""
        with self._desk.open_library() as library:
            return library.add(
                [card.document], what=f"cut from {card.document.origin.file}", at=stamp(self._desk.clock)
            )


def _span_chosen(article: Document, sentences: Collection[int]) -> range:
    """From the first chosen sentence to the last: a card has no gaps."""
    for number in sentences:
        article.sentence(number)  # is there
    return range(min(sentences), max(sentences) + 1)


def _read_article(path: Path) -> Document:
    """The one document of a file, read apart like every other."""
    if not path.is_file():
        raise NotFound(f"no file {path}", hint="name an article, or - to paste one")
    found = list(read_documents([str(path)]))
    documents = [one for one in found if isinstance(one, Document)]
    if not documents:
        reason = next(
            (str(one) for one in found if not isinstance(one, Document)), f"{path}: nothing in it can be read"
        )
        raise InputError(reason, hint="an article is a PDF, a saved web page or a text file")
    if len(documents) > 1:
        raise InputError(f"{path} holds {len(documents)} documents", hint="a card is cut from one article")
    return documents[0]
