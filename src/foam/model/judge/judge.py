"""The judge itself: seven questions over one encoder. Same weights, same input, same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load
from tokenizers import Tokenizer

from foam.argument.scheme import load_schemes
from foam.errors import WeightsMissing
from foam.model.judge.network import Array, Head, logistic, softmax, widened
from foam.model.judge.reading import Pair, Read, SmallReader
from foam.model.judge.values import Card, Chance, Form, Relation, Side, SideVerdict, Verdict
from foam.model.judge.weighing import Weighed, weigh
from foam.text.english import unreadable
from foam.text.evidence import find_left_out, read_evidence, without_claim
from foam.text.statement import find_no_statement
from foam.values import digest, digest_bytes, short

Weights = Mapping[str, NDArray[np.generic]]

FOLDER = Path(__file__).parent
HEADS = ("relation", "entails", "bears", "side", "scheme", "quality", "same")
_CLASSES = ("relation", "entails", "side")
_LABELS: tuple[Verdict, ...] = ("supports", "contradicts", "neither")
_SIDES: tuple[SideVerdict, ...] = ("takes", "reports", "neither")
_KEPT, _CALLS = 128, 640
"""What was read for so many pairs at most is kept for so many calls (126 MB): several heads are asked about the same
pairs, and a file is examined again. Whole calls are kept and not single pairs, because padding and the order of sums
would change the last digits."""
_SILENT = 0.05
"""The chance of bearing that is left to a text which states nothing."""


class Judge:
    """The heads over one encoder. Every question takes many pairs at once; that is faster than one by one."""

    named_in_specs = ""
    """A spec that names no judge means this one, unless the settings name an endpoint."""

    def __init__(
        self, weights: Weights, tokenizer: Tokenizer, card: Card, *, loaded: str = "", read: Read | None = None
    ) -> None:
        """`loaded` is the digest of all files it was made from; `read` reads pairs with another encoder."""
        wide = widened(weights)
        self.card = card
        self._loaded = loaded
        self._heads = {name: Head(wide, name) for name in HEADS}
        self._read = read or SmallReader(wide, tokenizer).read
        self._remembered = lru_cache(maxsize=_CALLS)(self._read)

    @property
    def name(self) -> str:
        """Which judge, with its version and the digest of the bytes it was loaded from."""
        return f"{self.card.name}-{self.card.version}" + (f"#{short(self._loaded)[3:]}" if self._loaded else "")

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Judge:
        """The shipped judge. Each file is read once: the bytes that are checked against the card are those used."""
        files = {name: _read_part(folder / name) for name in ("card.json", "judge.safetensors", "tokenizer.json")}
        card = Card.model_validate_json(files["card.json"])
        digests = {name: digest_bytes(data) for name, data in files.items()}
        for name, expected in (("judge.safetensors", card.weights), ("tokenizer.json", card.tokenizer)):
            if expected and digests[name] != expected:
                raise WeightsMissing(f"the judge's weights are absent or altered: {name}")
        tokenizer = Tokenizer.from_buffer(files["tokenizer.json"])
        return cls(load(files["judge.safetensors"]), tokenizer, card, loaded=digest(digests))

    def relation(self, pairs: Sequence[Pair]) -> list[Relation]:
        """How each first text (evidence, argument) stands to the second (claim), as people argue: stance counts."""
        return self._relations("relation", pairs)

    def entails(self, pairs: Sequence[Pair]) -> list[Relation]:
        """The same for facts: does the text bear the statement out, refute it, or leave it open?"""
        return self._relations("entails", pairs)

    def weigh(self, pairs: Sequence[Pair]) -> list[Weighed]:
        """How each first text stands to the second, from both heads and bearing together."""
        return weigh(self, pairs)

    def is_altered(self, pairs: Sequence[Pair]) -> list[bool]:
        """Whether each quotation (the second text) says something else than its source (the first), which bears itself
        out more than it does the quotation."""
        shares = self.shares("entails", [*pairs, *((source, source) for source, _ in pairs)])[:, 0]
        moved = shares[: len(pairs)] < self.card.altered * shares[len(pairs) :]
        return [bool(one) and not unreadable(*pair) for pair, one in zip(pairs, moved, strict=True)]

    def bears_on(self, pairs: Sequence[Pair]) -> list[Chance]:
        """Whether each first text speaks of what the second claims at all, for or against. What states nothing, as a
        heading or a row of a table, does not."""
        found = self._yes_or_no("bears", pairs)
        return [_silenced(one, find_no_statement(pair[0])) for one, pair in zip(found, pairs, strict=True)]

    def takes_a_side(self, pairs: Sequence[Pair]) -> list[Side]:
        """Whether each sentence takes a position on the motion beside it, reports someone's, or neither."""
        calibration = self.card.heads["side"]
        found = []
        for pair, row in zip(pairs, self.shares("side", pairs), strict=True):
            best, unread = int(row.argmax()), unreadable(*pair)
            reason = unread or _unsure(float(row[best]), calibration.least)
            takes, reports, neither = (1 / 3, 1 / 3, 1 / 3) if unread else map(float, row)
            verdict = "don't know" if reason else _SIDES[best]
            found.append(Side(verdict=verdict, takes=takes, reports=reports, neither=neither, reason=reason))
        return found

    def scheme(self, texts: Sequence[str]) -> list[Form]:
        """Which forms of argument each text has."""
        names = [one.id for one in load_schemes()]
        least = self.card.heads["scheme"].least
        found = []
        for text, row in zip(texts, self.shares("scheme", [(text, "") for text in texts]), strict=True):
            best, unread = int(row.argmax()), unreadable(text)
            reason = unread or ("" if row[best] >= least else "no form is likely enough")
            chances = dict(zip(names, map(float, row), strict=True))
            found.append(Form(verdict=None if reason else names[best], chances=chances, reason=reason))
        return found

    def convinces(self, pairs: Sequence[Pair]) -> list[float]:
        """The chance that people find the first argument more convincing than the second; 0.5 where unreadable.

        Each argument is scored alone, so that swapping a pair gives exactly one minus the answer."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        scores = self.read_heads(("quality",), [(text, "") for text in texts])["quality"][:, 0]
        score = dict(zip(texts, scores, strict=True))
        heat = self.card.heads["quality"].temperature
        likely = logistic(np.array([(float(score[first]) - float(score[second])) / heat for first, second in pairs]))
        return [0.5 if unreadable(*pair) else float(one) for pair, one in zip(pairs, likely, strict=True)]

    def same_point(self, pairs: Sequence[Pair]) -> list[float]:
        """The chance that the first text makes the point that the second states; 0.5 where unreadable."""
        return [one.probability for one in self._yes_or_no("same", pairs)]

    def is_sure(self, head: str, chance: float) -> bool:
        """Whether a chance of this head (`quality`, `same`, `bears`) is far enough from even to count as an answer."""
        return max(chance, 1 - chance) >= self.card.heads[head].least

    def shares(self, head: str, pairs: Sequence[Pair]) -> Array:
        """Calibrated probabilities: of a head with classes they sum to one, of others each output is a yes or a no.
        Unreadable pairs are even."""
        return self.all_shares((head,), pairs)[head]

    def all_shares(self, heads: Sequence[str], pairs: Sequence[Pair]) -> dict[str, Array]:
        """Calibrated probabilities of several heads from one reading of each pair."""
        found = {}
        for head, logits in self.read_heads(heads, pairs).items():
            calibration = self.card.heads[head]
            shifted = logits / np.float32(calibration.temperature) + np.array(calibration.bias or 0, dtype=np.float32)
            found[head] = softmax(shifted) if head in _CLASSES else (1 / (1 + np.exp(-shifted))).astype(np.float32)
        return found

    def logits(self, head: str, pairs: Sequence[Pair]) -> Array:
        """Raw outputs of one head, read in batches of like length. An empty second text is left out altogether."""
        return self.all_logits((head,), pairs)[head]

    def all_logits(self, heads: Sequence[str], pairs: Sequence[Pair]) -> dict[str, Array]:
        """Raw outputs of several heads from one reading of each pair; a pair that stands twice is read once."""
        places = {pair: at for at, pair in enumerate(dict.fromkeys(pairs))}
        out = {head: np.zeros((len(places), self._heads[head].size), dtype=np.float32) for head in heads}
        read = self._remembered if len(places) <= _KEPT else self._read
        for batch, state in read(tuple(places)):
            for head in heads:
                out[head][batch] = self._heads[head](state)
        return {head: rows[[places[pair] for pair in pairs]] for head, rows in out.items()}

    def _relations(self, head: str, pairs: Sequence[Pair]) -> list[Relation]:
        """A text that repeats the claim is also read without it: what contradicts the claim is not outvoted by it."""
        left = [find_left_out(*pair) for pair in pairs]
        pairs = [(read_evidence(text), claim) for text, claim in pairs]
        shares = self.shares(head, pairs)
        bare = {at: (rest, pair[1]) for at, pair in enumerate(pairs) if (rest := without_claim(*pair))}
        if bare:
            for at, row in zip(bare, self.shares(head, list(bare.values())), strict=True):
                if row[1] > row[0]:
                    shares[at] = row
        least = self.card.heads[head].least
        return [
            _relation(row, unreadable(*pair), least).model_copy(update={"left_out": out})
            for pair, row, out in zip(pairs, shares, left, strict=True)
        ]

    def _yes_or_no(self, head: str, pairs: Sequence[Pair]) -> list[Chance]:
        found = []
        for pair, chance in zip(pairs, map(float, self.shares(head, pairs)[:, 0]), strict=True):
            if unread := unreadable(*pair):
                found.append(Chance(verdict="don't know", probability=0.5, reason=unread))
            elif self.is_sure(head, chance):
                found.append(Chance(verdict="yes" if chance >= 0.5 else "no", probability=chance))
            else:
                reason = _unsure(max(chance, 1 - chance), self.card.heads[head].least)
                found.append(Chance(verdict="don't know", probability=chance, reason=reason))
        return found

    def read_heads(self, heads: Sequence[str], pairs: Sequence[Pair]) -> dict[str, Array]:
        """Raw outputs of several heads for the pairs that can be judged; zeros for the others."""
        readable = [at for at, pair in enumerate(pairs) if not unreadable(*(pair if pair[1] else pair[:1]))]
        found = self.all_logits(heads, [pairs[at] for at in readable])
        out = {head: np.zeros((len(pairs), self._heads[head].size), dtype=np.float32) for head in heads}
        for head in heads:
            out[head][readable] = found[head]
        return out


def _silenced(found: Chance, empty: str) -> Chance:
    """The chance as it stands, or next to none where code can tell that the text states nothing."""
    if not empty:
        return found
    return Chance(verdict="no", probability=min(found.probability, _SILENT), reason=f"the text states nothing: {empty}")


def _unsure(confidence: float, least: float) -> str:
    return "" if confidence >= least else f"confidence {confidence:.2f} is below {least:.2f}"


def _relation(row: Array, unread: str, least: float) -> Relation:
    if unread:
        third = 1 / 3
        return Relation(verdict="don't know", supports=third, contradicts=third, neither=third, reason=unread)
    supports, contradicts, neither = map(float, row)
    best = int(row.argmax())
    reason = _unsure(float(row[best]), least)
    verdict = "don't know" if reason else _LABELS[best]
    return Relation(verdict=verdict, supports=supports, contradicts=contradicts, neither=neither, reason=reason)


def _read_part(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WeightsMissing(f"the judge's weights are absent or altered: {path.name}") from error
