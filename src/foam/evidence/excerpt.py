"""Some sentences of a document, which can be checked without the rest of it.

Every sentence has a commitment: a digest over a salt, the sentence's place and its words. An excerpt lists all
commitments of its document and opens those of the sentences it shows. A reader checks each shown sentence and cannot
guess a hidden one, since its salt comes from the whole text. Whoever has the document works out every commitment anew.

    secret       = H("salt\\0" + text)
    salt of i    = H(secret + i)
    commitment i = H(salt of i + start + end + words)

H is BLAKE2b-256, texts are UTF-8, numbers are eight bytes, the high one first; start and end count code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from struct import Struct
from typing import Annotated

from pydantic import Field

from foam.errors import NotFound
from foam.evidence.assemble import OMISSION, find_neighbours
from foam.evidence.document import Citation, Document
from foam.text.selector import TextPositionSelector, TextQuoteSelector, make_selectors
from foam.values import Value
from foam_quotes.text.normalise import compute_id
from foam_quotes.text.span import Span, trim

_Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=0, lt=2**53)]
_NUMBER, _SPAN = Struct(">Q"), Struct(">QQ")
_SIZE = 32


class ShownSentence(Value):
    """A sentence with what opens its commitment."""

    number: Number
    start: Number
    """Where it begins in the document."""
    text: str = Field(min_length=1)
    """Exactly as it stands there, with the white space around it."""
    salt: _Hex

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def commitment(self) -> str:
        return _commit(bytes.fromhex(self.salt), self.start, self.end, self.text).hex()


class Excerpt(Value):
    """A document of which some sentences are shown. Make it with `make_excerpt`, check it with `find_flaws`."""

    id: _Hex
    citation: Citation = Citation()
    commitments: tuple[_Hex, ...] = Field(min_length=1)
    """One for each sentence of the document."""
    shown: tuple[ShownSentence, ...] = ()

    @cached_property
    def by_number(self) -> dict[int, ShownSentence]:
        return {one.number: one for one in self.shown}

    @property
    def is_whole(self) -> bool:
        """Whether every sentence is shown."""
        return len(self.shown) == len(self.commitments)

    @property
    def text(self) -> str:
        """What is shown, in the order of the document; gaps are marked."""
        parts = [self.read(run).strip() for run in find_neighbours(one.number for one in self.shown)]
        before = OMISSION.lstrip() if self.shown and self.shown[0].number > 0 else ""
        after = OMISSION.rstrip() if self.shown and self.shown[-1].number < len(self.commitments) - 1 else ""
        return "".join(one.text for one in self.shown) if self.is_whole else before + OMISSION.join(parts) + after

    def sentence(self, number: int) -> str:
        """The words of a shown sentence, without the white space around them."""
        return self._find(number).text.strip()

    def read(self, numbers: Iterable[int]) -> str:
        """Shown neighbours as they stand in the document."""
        return "".join(self._find(number).text for number in numbers)

    def assemble(self, numbers: Iterable[int]) -> str:
        """The quotation that the document itself gives for these sentences: neighbours together, gaps marked."""
        return OMISSION.join(self.read(run).strip() for run in find_neighbours(numbers))

    def select(self, number: int) -> tuple[TextQuoteSelector, TextPositionSelector]:
        """Where a shown sentence stands; what is quoted around it comes from its shown neighbours."""
        around = next(run for run in find_neighbours(one.number for one in self.shown) if number in run)
        text, offset = self.read(around), self._find(around[0]).start
        sentence = self._find(number)
        place = Span(sentence.start - offset, sentence.end - offset)
        quote, position = make_selectors(text, trim(place, text))
        return quote, position.model_copy(update={"start": position.start + offset, "end": position.end + offset})

    def _find(self, number: int) -> ShownSentence:
        found = self.by_number.get(number)
        if found is None:
            raise NotFound(f"the excerpt of d:{self.id[:8]} does not show s{number}")
        return found


def make_excerpt(document: Document, numbers: Iterable[int]) -> Excerpt:
    """The document with these sentences shown; numbers it does not have are left out."""
    leaves = list(_walk(document))
    wanted = sorted({number for number in numbers if 0 <= number < len(leaves)})
    shown = (
        ShownSentence(number=number, start=span.start, text=span.of(document.text), salt=leaves[number][0].hex())
        for number in wanted
        for span in (document.sentences[number],)
    )
    return Excerpt(
        id=document.id,
        citation=document.citation,
        commitments=tuple(commitment.hex() for _, commitment in leaves),
        shown=tuple(shown),
    )


def find_flaws(excerpt: Excerpt) -> Iterator[str]:
    """What does not hold of an excerpt, from the excerpt alone."""
    count = len(excerpt.commitments)
    for one in excerpt.shown:
        if one.number >= count:
            yield f"s{one.number}: the document has only {count} sentences"
        elif one.commitment != excerpt.commitments[one.number]:
            yield f"s{one.number}: the words, their place or the salt are not what was committed to"
        if one.start < one.number or (one.number == 0 and one.start):
            yield f"s{one.number}: it cannot begin at {one.start}"
    for one, following in pairwise(excerpt.shown):
        apart = following.number - one.number
        if apart < 1:
            yield f"s{following.number}: it is shown twice or out of order"
        elif following.start - one.end < apart - 1 or (apart == 1 and following.start != one.end):
            yield f"s{following.number}: it cannot begin at {following.start}, since s{one.number} ends at {one.end}"
    if excerpt.is_whole and compute_id("".join(one.text for one in excerpt.shown)) != excerpt.id:
        yield "every sentence is shown, and they are not the document"


def is_excerpt_of(excerpt: Excerpt, document: Document) -> bool:
    """Whether the document, where it is at hand, gives exactly these commitments and sentences."""
    made = make_excerpt(document, (one.number for one in excerpt.shown))
    return (made.id, made.commitments, made.shown) == (excerpt.id, excerpt.commitments, excerpt.shown)


def _walk(document: Document) -> Iterator[tuple[bytes, bytes]]:
    """Salt and commitment of each sentence in order. Runs for every sentence of an import, so it calls no helper."""
    text, start = document.text, 0
    secret = blake2b(b"salt\0" + text.encode(), digest_size=_SIZE).digest()
    number, span = _NUMBER.pack, _SPAN.pack
    for place, end in enumerate(document.ends):
        salt = blake2b(secret + number(place), digest_size=_SIZE).digest()
        yield salt, blake2b(salt + span(start, end) + text[start:end].encode(), digest_size=_SIZE).digest()
        start = end


def _commit(salt: bytes, start: int, end: int, text: str) -> bytes:
    return blake2b(salt + _SPAN.pack(start, end) + text.encode(), digest_size=_SIZE).digest()
