"""Quotations of one document in another, held against the source: altered, cut so that it turns, or from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from foam.evidence.quotes.judge import Judge, Sense
from foam.evidence.quotes.passages import MemoryPassages
from foam.evidence.quotes.sources import MemoryShelf
from foam.evidence.quotes.verdict import MISQUOTING, Altered, Change, Exact, Flag, Misattributed, Place
from foam.examination.days import find_own_day
from foam.examination.differences import (
    count_denials,
    describe_differences,
    find_conditions,
    find_differences,
    is_turned,
)
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.sayings import Saying, find_sayings
from foam.examination.wording import Line, Wording, list_topics
from foam.text.normalise import read_as_one_line

_WHAT: dict[Flag, str] = {
    "number": "a number",
    "negation": "a “not”",
    "modality": "how firm it is",
    "quantifier": "how many it speaks of",
    "opposite": "a word for its opposite",
    "name": "a name",
    "sense": "what it means",
    "silent_omission": "words that are left out",
}
_EXCEPTS = re.compile(r"(?:except|unless|(?:this|that) (?:does|shall|is) not|it (?:does|shall) not)\b", re.IGNORECASE)
_BEGINS_TURN = re.compile(r"(?:but|however|nevertheless)\b", re.IGNORECASE)
_PLACED = (
    r"(?:after|among|as|at|because|before|between|by|during|for|from|if|in|on|under|until|when|where|while|with|within|"
    r"to (?:an?|her|his|its|our|the|their|those|your|\w+(?<!s)s))"
)
"""What begins the place, time, manner or people to which something is limited; `only to find` limits nothing."""
_LIMITED = re.compile(
    rf"(?: (?:only|solely|exclusively) {_PLACED}|,? but (?:only {_PLACED}|not (?!least|limited|only)\w+))\b[^.,;:]*",
    re.IGNORECASE,
)
"""A limit that stands right where a quotation was cut. A comma before `only` begins an aside (`, only a mile away`);
`but` and `when` by themselves mostly go on with something else."""
_CUT_OFF = re.compile(r"[\s\"'.,;:)\]—-]*")
_NEAR = 0.55
"""Share of a quotation's words that a sentence must have to be what was quoted."""
_TOLD = 1 / 3
"""Share of the words of what was cut off that must be told nearby."""
_ALOUD = re.compile(r"\b(?:asked|said|told|replied|answered|called out|shouted|added|remarked)\b", re.IGNORECASE)
"""Words of one who speaks."""
_ADVICE = "Read the source beside the quotation, and ask for the passage to be put right."


def find_misquotations(file: CaseFile, *, sense: Sense | None = None) -> tuple[Finding, ...]:
    """Quotations that do not say what their source says. None is held against its own document or a copy of it."""
    wording = Wording(file)
    judges: Callable[[str], Judge] = lru_cache(maxsize=None)(lambda family: _open_judge(file, family, sense))
    found = (_examine(saying, file, wording, judges) for saying in find_sayings(file) if saying.quoted)
    return tuple(finding for findings in found for finding in findings)


def _open_judge(file: CaseFile, family: str, sense: Sense | None) -> Judge:
    documents = [one.document for one in file.documents if one.copy_of != family]
    return Judge(MemoryShelf(documents), MemoryPassages(documents), sense=sense)


def _examine(saying: Saying, file: CaseFile, wording: Wording, judges: Callable[[str], Judge]) -> Iterator[Finding]:
    if not file.list_others(saying.document):
        return
    judge = judges(saying.document.copy_of)
    named = next(iter(saying.sources), None)
    verdict = judge.check(saying.words, source=named.id if named else None)
    found = verdict.found if isinstance(verdict, Misattributed) else verdict
    holders = [file.by_id[one.document] for one in found.places] if isinstance(found, Exact | Altered) else []
    if not saying.sources and all(one.is_nobodys for one in (saying.document, *holders)):
        return  # two works of reference that print the same words do not quote each other
    if isinstance(verdict, Misattributed) and saying.sources:
        holder = file.by_id[verdict.places[0].document]
        if holder.id not in {one.id for one in saying.sources} and holder.copy_of not in {
            one.copy_of for one in saying.sources
        }:
            yield _tell_misattributed(saying, holder, verdict.places[0])
            return
    if isinstance(found, Exact):
        yield from _examine_context(saying, file, found.places)
    elif isinstance(found, Altered):
        turning = [flag for flag in found.flags if flag in MISQUOTING]
        if turning:
            yield _tell_altered(saying, file, found, turning)
        else:
            yield from _examine_context(saying, file, found.places)
    elif saying.sources and not _is_of_talk(saying):
        yield from _examine_loose(saying, wording)


def _is_of_talk(saying: Saying) -> bool:
    """Whether somebody's spoken words are quoted in the record of a talk, before the paper that bears their name."""
    days = [find_own_day(one) for one in saying.sources]
    own = find_own_day(saying.document)
    is_later = own is not None and bool(days) and all(day is not None and day > own for day in days)
    return saying.is_spoken and not saying.provisions and (is_later or bool(_ALOUD.search(saying.who)))


def _tell_altered(saying: Saying, file: CaseFile, found: Altered, flags: list[Flag]) -> Finding:
    source = file.by_id[found.places[0].document]
    changed = [one for one in found.diff if one.type != "same" and _bare(one.quote) != _bare(one.source)]
    held = source.sentences[found.places[0].pointer.sentence]
    lost = [one for one in find_conditions(held) if not _is_told(one, list_topics(saying.words))]
    what = f"it leaves out “{lost[0]}”" if lost else _describe_change(changed)
    changed_what = " and ".join(_WHAT[flag] for flag in flags)
    text = f"{saying.document.shown_first} misquotes {source.shown}: {what or f'it changes {changed_what}'}."
    return make_finding(
        "quotation",
        text,
        advice=_ADVICE,
        passages=(saying.document.say(saying.sentence), source.say(found.places[0].pointer.sentence)),
        established="judge" if flags == ["sense"] else "code",
        sure=0.8 if flags == ["sense"] else 0.97,
    )


def _bare(words: str) -> str:
    """The letters of some words: a capital or a full stop changes nothing."""
    return words.strip(" ,.;:").casefold()


def _describe_change(changed: list[Change]) -> str:
    """What was changed, in words; only small changes can be told in one sentence."""
    told = []
    for one in changed[:2]:
        quote, source = one.quote.strip(" ,.;:"), one.source.strip(" ,.;:")
        if quote and source:
            told.append(f"it puts “{quote}” where the source says “{source}”")
        elif quote:
            told.append(f"it adds “{quote}”")
        elif source:
            told.append(f"it leaves out “{source}”")
    return " and ".join(told)


def _tell_misattributed(saying: Saying, holder: FiledDocument, place: Place) -> Finding:
    named = saying.sources[0]
    return make_finding(
        "quotation",
        f"{saying.document.shown_first} puts words into {named.shown} that stand in {holder.shown}.",
        advice="Ask whose words they are, and give them the weight that their real author has.",
        passages=(saying.document.say(saying.sentence), holder.say(place.pointer.sentence)),
        sure=0.9,
    )


def _examine_context(saying: Saying, file: CaseFile, places: tuple[Place, ...]) -> Iterator[Finding]:
    """A quotation that is word for word right, and stops before the words that turn it."""
    if len(places) != 1:
        return
    place, source = places[0], file.by_id[places[0].document]
    number = place.pointer.sentence
    shown: tuple[int, ...] = (number,)
    span = source.document.sentences[number]
    text = read_as_one_line(source.document.text)
    before, after = text[span.start : place.start], text[place.end : max(place.end, span.end)]
    told = list_topics(saying.around)
    cut = _LIMITED.match(after)
    limits = (*find_conditions(before), *find_conditions(after), *([cut[0].lstrip(" ,")] if cut else ()))
    lost = [part for part in limits if not _is_told(part, told)]
    if not lost and count_denials(before) % 2 and len(before.split()) <= 12 and not count_denials(saying.around) % 2:
        lost = [before.strip()]
    if not lost and not _CUT_OFF.sub("", after) and number + 1 < len(source.sentences):
        following = source.sentences[number + 1]
        turns = _EXCEPTS.match(following) or (_BEGINS_TURN.match(following) and count_denials(following))
        if turns and not _is_told(following, told):
            lost = [following]
            shown = (number, number + 1)
    if lost:
        yield make_finding(
            "quotation",
            f"{saying.document.shown_first} quotes {source.shown} without the words that limit it: "
            f"“{lost[0].strip(' .,')}”.",
            advice="Read the whole passage: what was left out may change what the quoted words mean.",
            passages=(saying.document.say(saying.sentence), *map(source.say, shown)),
            sure=0.85,
        )


def _is_told(part: str, told: frozenset[str]) -> bool:
    words = list_topics(part)
    return not words or len(words & told) >= _TOLD * len(words)


def _examine_loose(saying: Saying, wording: Wording) -> Iterator[Finding]:
    """A quotation that is nowhere nearly word for word: held against the nearest sentence of the named source."""
    nearest = wording.find_nearest(saying.words, list_source_lines(saying, wording))
    source, own = saying.sources[0], saying.document.say(saying.sentence)
    if nearest is None or nearest[1] < _NEAR:
        yield make_finding(
            "quotation",
            f"{saying.document.shown_first} quotes words that do not stand in {source.shown}.",
            advice="Ask where the quoted words come from; do not rely on them until their source is shown.",
            passages=(own, *((nearest[0].document.say(nearest[0].number),) if nearest else ())),
            sure=0.8 if saying.provisions or len(saying.sources) == 1 else 0.6,
        )
        return
    line = nearest[0]
    differences = find_differences(saying.words, line.text, around=saying.around, limits=True)
    if differences or is_turned(saying.words, line.text):
        told = describe_differences(differences) or "the source says the opposite"
        yield make_finding(
            "quotation",
            f"{saying.document.shown_first} misquotes {source.shown}: {told}.",
            advice=_ADVICE,
            passages=(own, line.document.say(line.number)),
            sure=0.9,
        )


def list_source_lines(saying: Saying, wording: Wording) -> list[Line]:
    """The sentences in which the words must stand: of the rules that are named, else of the documents."""
    if saying.provisions:
        wanted = {(one.document.id, number) for one in saying.provisions for number in one.sentences}
        return [line for line in wording.lines if (line.document.id, line.number) in wanted]
    ids = {one.id for one in saying.sources}
    return [line for line in wording.lines if line.document.id in ids]
