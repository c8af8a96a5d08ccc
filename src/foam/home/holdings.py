"""Everything that a home holds on one person, gathered to be handed out; and the search for words of it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from foam.evidence.document import Document
from foam.home.desk import Desk
from foam.home.personal import Hold, PersonalDetails, find_hold, read_details, read_documents
from foam.home.strings import SHORTEST
from foam.home.vault import WORDS, find_vault
from foam.paper import Block, Definitions, Heading, Paper, Paragraph, Quote, Readable, Table, add_formats, compose
from foam.record.entry import Entry
from foam.record.graph import require_kept
from foam.record.personal import Seal, write_prefix
from foam.values import TAG, Value, short
from foam.visible import dump_json


class PersonalHoldings(Readable, Value):
    """What is held on one person."""

    person: str
    details: PersonalDetails
    hold: Hold | None
    documents: tuple[Document, ...]
    words: dict[str, str]
    """Names, statements, reasons and letters' words of matters, by their commitments."""
    entries: tuple[Entry, ...]
    """Every recorded decision in the file, as it was asked and answered."""

    def json_value(self) -> dict[str, Any]:
        """All of it as plain JSON types."""
        kept = [{"key": one.key, **one.json_value()} for one in self.entries]
        return {**self.model_dump(mode="json", exclude={"entries"}), "entries": kept}


def gather_holdings(desk: Desk, seal: Seal) -> PersonalHoldings:
    """Everything of a personal file."""
    store = desk.reading
    return PersonalHoldings(
        person=seal.person,
        details=read_details(store, seal),
        hold=find_hold(store, seal),
        documents=read_documents(store, seal),
        words=dict(_list_words(desk, seal.person)),
        entries=tuple(require_kept(store, key) for key in store.list_owned(seal.person)),
    )


def list_telling(desk: Desk, seal: Seal) -> Iterator[str]:
    """Names of the people of a personal file, sentences of its documents and words of its matters."""
    yield from read_details(desk.reading, seal).names
    for document in read_documents(desk.reading, seal):
        sentences = (document.text[a:b].strip() for a, b in zip((0, *document.ends), document.ends, strict=False))
        yield from (one for one in sentences if len(one) >= SHORTEST)
    yield from (text for _, text in _list_words(desk, seal.person) if len(text) >= SHORTEST)


def _list_words(desk: Desk, person: str) -> Iterator[tuple[str, str]]:
    vault, prefix = find_vault(desk), write_prefix(person)
    place = desk.folder / WORDS
    for path in sorted(place.glob("*.json")) if place.is_dir() else ():
        with path.open("rb") as file:
            if file.read(len(prefix)) != prefix:
                continue
        secret = vault.get(TAG + path.stem)
        if secret is not None:
            yield TAG + path.stem, secret.text


@compose.register
def _compose_holdings(held: PersonalHoldings) -> Paper:
    """The holdings as a document to hand out. What was asked of models stands in the JSON, word for word."""
    blocks: list[Block] = [
        Definitions(items=((("People",), (", ".join(held.details.names),)), (("Kind",), (held.details.kind,)))),
        *(_describe_hold(held.hold) if held.hold else ()),
        Heading(text="Documents"),
    ]
    for one in held.documents:
        blocks += [Heading(text=one.citation.title or Path(one.origin.file).name or one.id[:12], level=2)]
        blocks += [Paragraph(content=(part,)) for part in one.text.split("\n") if part.strip()]
    blocks.append(Heading(text="Words of matters"))
    blocks += [Quote(content=(text,)) for text in held.words.values()]
    blocks.append(Heading(text="Recorded decisions"))
    rows = tuple((short(e.key), e.at[:19], e.draft.kind, e.draft.decider.id) for e in held.entries)
    cells = tuple(tuple((cell,) for cell in row) for row in rows)
    blocks.append(Table(head=(("Id",), ("When",), ("What",), ("Who decided",)), rows=cells))
    return Paper(title=f"What is held in the personal file {held.person}", blocks=tuple(blocks), spelt=True)


def _describe_hold(hold: Hold) -> Iterable[Block]:
    yield Paragraph(content=(f"Held since {hold.at[:10]} by {hold.by}: {hold.because}",), style="meta")


add_formats(PersonalHoldings, {".json": lambda held: dump_json(held.json_value()) + "\n"})
