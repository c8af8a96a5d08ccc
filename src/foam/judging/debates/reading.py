"""What a speech says at all, how much of it, and for whom: read once, before anybody marks it.

Sentences that state nothing (their words stand in no order, they are headings or half a sentence) count for nothing,
and neither does one that says again what its side has said, in this speech or in an earlier one: thirty times one good
sentence is one sentence, and a speech that is read twice is one speech. Of the others a judge says which way they
speak. Every mark is weighted by the share of the speech that states something, by the share of what takes a side that
keeps to the speaker's own, and by how much that is: a mark for language or appeal alone would let gibberish, the other
side's speech or a single sentence come out as well as a good speech.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence

from pydantic import Field

from foam.debate.language import split_utterance
from foam.debate.questions import CONTRADICTS, SUPPORTS, stance_question
from foam.debate.transcript import Side, Transcript, Utterance
from foam.evidence.corpus import Corpus
from foam.job.answers import read_label
from foam.job.clerk import Clerk
from foam.job.retrieval import retrieve
from foam.model.template import Prompts
from foam.record.entry import Entry, ValueInput
from foam.text.statement import NO_ORDER, find_no_statement
from foam.values import Value, digest
from foam_quotes.text.normalise import normalise, read_as_one_line
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import is_negation, is_number, measure_length, split_words

MOST_SENTENCES = 20
"""Sentences of one speech of which the judge says which way they speak."""
HALF = 2
"""How many sentences, borne-out claims or citations have half of what any number of them could have."""
NEAREST = 5
_LEAST_WORDS = 4
_GIBBERISH, _LEAST_SHUFFLED = 0.25, 2
"""The share and the number of sentences in no order from which a whole speech is gibberish: of shuffled sentences about
half show it, of others hardly one in seventy."""
_SAME = 0.8
"""The share of the words of two sentences that both have, from which the one repeats the other."""
_WORD = re.compile(r"[^\W\d_]{2,}")
QUOTED = re.compile(r"“([^”]{20,})”\s*(?:\([^()]{0,80}\))?")


class SpeechReading(Value):
    """One speech as it was read."""

    turn: int
    side: Side
    said: int
    """How many sentences it has, repeated ones as often as they are said."""
    repeated: int = Field(default=0, exclude_if=lambda repeated: not repeated)
    """How many of them repeat another of the speech."""
    said_before: int = Field(default=0, exclude_if=lambda before: not before)
    """How many of the others repeat what its side said in an earlier speech."""
    stated: tuple[str, ...]
    """Those that state something new, each once."""
    stances: dict[str, str]
    """How they stand to the speaker's own position; of a long speech those that were drawn."""
    resolved: tuple[Pointer, ...] = ()
    """Citations that stand in the library to the letter, do not speak against the speaker's own position, and were not
    given by its side before."""

    @property
    def readable(self) -> float:
        """The share of its sentences that state something."""
        return len(self.stated) / self.said if self.said else 0.0

    @property
    def on_side(self) -> float:
        """Of what takes a side, the share that keeps to the speaker's own; 0 where nothing takes one."""
        taken = [label for label in self.stances.values() if label in (SUPPORTS, CONTRADICTS)]
        return taken.count(SUPPORTS) / len(taken) if taken else 0.0

    @property
    def sound(self) -> float:
        """The share of it that counts at all: what states something and keeps to its side."""
        return self.readable * self.on_side

    @property
    def weight(self) -> float:
        """What the judge's marks are multiplied by: a sentence that says all that is to be said is no speech."""
        return self.sound * measure_breadth(len(self.kept))

    @property
    def sourced(self) -> float:
        """From 0 to 1: how many of its citations resolve."""
        return measure_breadth(len(self.resolved))

    @property
    def kept(self) -> tuple[str, ...]:
        """What states something and does not speak against the speaker's own position."""
        return tuple(one for one in self.stated if self.stances.get(one) != CONTRADICTS)

    def describe(self) -> str:
        """What its marks rest on, in a line."""
        supports, against = (list(self.stances.values()).count(label) for label in (SUPPORTS, CONTRADICTS))
        again = {"repeat another": self.repeated, "repeat an earlier speech of its side": self.said_before}
        told = ", ".join(f"{count} {what}" for what, count in again.items() if count)
        repeats = f" ({told})" if told else ""
        return (
            f"{len(self.stated)} of {self.said} sentences state something{repeats}; {supports} speak for its side, "
            f"{against} against it, {len(self.stances) - supports - against} for neither; "
            f"{len(self.resolved)} citations resolve"
        )


def measure_breadth(count: int) -> float:
    """From 0 towards 1: how much so many sentences, claims or citations are; each adds less than the one before it."""
    return count / (count + HALF)


def merge_readings(readings: Sequence[SpeechReading]) -> SpeechReading:
    """What one side said in all of its speeches, as if it had been one."""
    first = readings[0]
    return SpeechReading(
        turn=first.turn,
        side=first.side,
        said=sum(one.said for one in readings),
        repeated=sum(one.repeated for one in readings),
        said_before=sum(one.said_before for one in readings),
        stated=tuple(sentence for one in readings for sentence in one.stated),
        stances={sentence: label for one in readings for sentence, label in one.stances.items()},
        resolved=tuple(dict.fromkeys(pointer for one in readings for pointer in one.resolved)),
    )


async def read_speech(
    clerk: Clerk, corpus: Corpus, prompts: Prompts, transcript: Transcript, turn: int
) -> SpeechReading:
    """One speech, sentence by sentence, with what its side said before it."""
    said = transcript.utterances[turn]
    position = transcript.position(said.side)
    told = list_sentences(said.text)
    once = leave_out_repeats(told)
    new = leave_out_repeats(once, _list_before(transcript, turn))
    stated = list_fresh(transcript, turn)
    asked = draw_some(stated, MOST_SENTENCES)
    since = ValueInput(role="said", value=[turn, said.text])
    questions = [stance_question(prompts, position=position, passage=_bare(one)) for one in asked]
    entries: Sequence[Entry] = await asyncio.gather(*(clerk.ask("stance", one, since) for one in questions))
    stances = {one: read_label(entry) for one, entry in zip(asked, entries, strict=True)}
    against = [one for one, label in stances.items() if label == CONTRADICTS]
    quoted = [quote for quote in list_quotations(said.text) if not any(quote in one for one in against)]
    given = {*_list_given(transcript.utterances[:turn], said.side)}
    cited = [one for one in dict.fromkeys([*quoted, *_list_cited(said.cited)]) if one not in given]
    found = [_resolve(clerk, corpus, quote, since) for quote in cited]
    return SpeechReading(
        turn=turn,
        side=said.side,
        said=len(told),
        repeated=len(told) - len(once),
        said_before=len(once) - len(new),
        stated=stated,
        stances=stances,
        resolved=tuple(dict.fromkeys(pointer for pointer in found if pointer is not None)),
    )


def list_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a speech, a quotation with what introduces it left whole."""
    return tuple(one for one in split_utterance(text) if measure_length(one) >= _LEAST_WORDS)


def list_fresh(transcript: Transcript, turn: int) -> tuple[str, ...]:
    """The sentences of a speech that state something, and something that its side did not say before."""
    return leave_out_repeats(list_stated(transcript.utterances[turn].text), _list_before(transcript, turn))


def _list_before(transcript: Transcript, turn: int) -> tuple[str, ...]:
    side = transcript.utterances[turn].side
    earlier = (one.text for one in transcript.utterances[:turn] if one.side == side)
    return tuple(sentence for text in earlier for sentence in list_sentences(text))


def leave_out_repeats(sentences: Sequence[str], before: Sequence[str] = ()) -> tuple[str, ...]:
    """Each sentence once: of those that have the same figures and nearly the same words, the first; none of `before`.

    One that denies what another says repeats nothing.
    """
    known = [_fold_words(one) for one in dict.fromkeys(before)]
    kept: dict[str, frozenset[str]] = {}
    for one in dict.fromkeys(sentences):
        words = _fold_words(one)
        if not any(_repeats(words, other) for other in (*known, *kept.values())):
            kept[one] = words
    return tuple(kept)


def draw_some(sentences: Sequence[str], most: int) -> tuple[str, ...]:
    """So many sentences at most, in their order; which, their own words decide, wherever they stand in the speech."""
    drawn = {*sorted(dict.fromkeys(sentences), key=digest)[:most]}
    return tuple(one for one in sentences if one in drawn)


def _fold_words(sentence: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in split_words(sentence))


def _repeats(words: frozenset[str], other: frozenset[str]) -> bool:
    apart = words ^ other
    turns = any(is_negation(word) or is_number(word) for word in apart)
    return not turns and len(words & other) >= max(1.0, _SAME * len(words | other))


def list_stated(text: str) -> tuple[str, ...]:
    """The sentences of a speech that state something: those whose words, as far as code can tell, stand in order.

    None where so many of them stand in no order that the others do by chance.
    """
    lowered = {*_WORD.findall(text)}
    sentences = leave_out_repeats(list_sentences(text))
    shuffled = [one for one in sentences if _is_shuffled(_bare(one), lowered)]
    if len(shuffled) >= max(_LEAST_SHUFFLED, _GIBBERISH * len(sentences)):
        return ()
    return tuple(one for one in sentences if one not in shuffled and not find_no_statement(_bare(one)))


def _is_shuffled(sentence: str, lowered: set[str]) -> bool:
    """Whether its words stand in no order; or it opens in lower case and capitalises within a word that the speech also
    has in lower case."""
    if find_no_statement(sentence) in NO_ORDER:
        return True
    words = _WORD.findall(sentence)
    return bool(words) and words[0][0].islower() and any(one[0].isupper() and one.lower() in lowered for one in words)


def list_quotations(text: str) -> tuple[str, ...]:
    """What a speech quotes."""
    return tuple(match[1].strip() for match in QUOTED.finditer(text))


def stands_in(quotation: str, sentence: str) -> bool:
    """Whether a quotation stands in a sentence to the letter, white space apart."""
    return read_as_one_line(normalise(quotation)).rstrip(" .") in read_as_one_line(normalise(sentence))


def _bare(sentence: str) -> str:
    """What a sentence says: its quotation where it is one, else itself."""
    quoted = list_quotations(sentence)
    return quoted[0] if quoted else sentence


def _list_cited(cited: Sequence[str]) -> list[str]:
    """The sentences that a written speech cites, without their sources."""
    return [one.split(": ", 1)[-1] for one in cited]


def _list_given(utterances: Sequence[Utterance], side: Side) -> Iterator[str]:
    """What one side cited in these speeches."""
    for one in utterances:
        if one.side == side:
            yield from (*list_quotations(one.text), *_list_cited(one.cited))


def _resolve(clerk: Clerk, corpus: Corpus, quotation: str, since: ValueInput) -> Pointer | None:
    offered = retrieve(clerk, corpus, quotation, since, limit=NEAREST)
    return next((one.pointer for one in offered.passages if stands_in(quotation, one.text)), None)
