"""Where a document says what another says: between quotation marks, or in its own words after `says that`.

Each saying has the words that are put into another's mouth and the phrase that names whose they are. Whether they are
so is for `quotations` and `reports`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from foam.examination.file import CaseFile, FiledDocument
from foam.examination.sources import Provision, find_named, find_provisions, find_rule_references, list_provisions
from foam.text.normalise import read_as_one_line
from foam.text.words import count_words

_QUOTED = re.compile(r'"([^"]{3,1500})"')
_SINGLE_QUOTED = re.compile(r"(?:(?<=[\s(:,])|^)'([^'\n]{12,600}?(?:'[a-z][^'\n]*?){0,6})'(?![\w])")
_FEWEST_WORDS = 3
_SAYS = (
    "says?|said|states?|stated|provides?|provided|writes?|wrote|reports?|reported|finds?|found|confirms?|confirmed|"
    "notes?|noted|declares?|declared|explains?|explained|concludes?|concluded|certifies|certified|testifies|testified|"
    "admits?|admitted|claims?|claimed|observes?|observed|records?|recorded|shows?|showed|informed|told|reads?|"
    "sets? out|makes? clear|points? out|pointed out|acknowledged?s?|agrees?|agreed|"
    "warns?|warned|estimates?|estimated|measured|advises?|advised|objects?|objected|argues?|argued|insists?|insisted|"
    "indicates?|indicated|determines?|determined|mentions?|mentioned|recommends?|recommended|reveals?|revealed|alleges?|"
    "alleged|complains?|complained|assured?|decided|ruled|holds?|held|suggests?|suggested|deposes?|deposed|concedes?|"
    "conceded|accepts?|accepted|maintains?|maintained|stresse[sd]|swears?|swore|attests?|attested|remarks?|remarked|"
    "replies|replied|answers?|answered|recalls?|recalled|adds?|added"
)
_ADVERB = r"(?:(?:has|have|had|also|clearly|expressly|itself|himself|herself|plainly|rightly|only|even|then|further) )*"
_SUBJECT = r"(?:I|we|you|he|she|they|it|there|the|an?|no|my|our|your|this|these|any|all|each|every|nobody|nothing)"
_THAT = re.compile(
    rf"(?P<who>[^;:\"]{{2,140}}?),? {_ADVERB}(?:(?P<says>says|said|states|stated)|(?:{_SAYS}))"
    rf"(?: (?:us|me|them|the \w+|(?:Mr|Mrs|Ms|Dr)\.? \w+))?(?: in (?:his|her|its|their|the) [\w ]{{3,40}}?)?"
    rf"(?:,? that|:|(?(says)(?= {_SUBJECT}\b)|(?!))) (?P<what>.{{8,}})"
)
_LABEL = re.compile(r"^[A-Z][\w'’-]*(?: [a-z'’-]+){0,3}: ")
"""What a line of notes is about: `Other home: she said that`."""
_UNABLE = re.compile(
    r"(?P<who>[^,;:\"()]{2,90}?) (?:(?:was|were|is|are) (?:not able|unable) to|could(?: not|n't)|cannot|"
    r"did(?: not|n't)) "
    r"(?:determine|establish|find|identify|name|say|tell|explain|give) (?P<what>[^.;,]{3,90})"
)
_NOT_SAID = re.compile(
    r"(?P<who>[^,;:\"()]{2,90}?) (?:do|does|did)(?: not|n't) (?:even )?(?:mention|refer to|contain|describe|speak of|"
    r"list|name|say anything (?:about|of)|address) (?P<what>[^.;,]{3,90})"
)
_ACCORDING = re.compile(
    r"\b(?P<lead>According to|As stated in|As set out in|Under|By|Pursuant to|In|As)\b (?P<who>[^,;:\"]{3,90}), "
    r"(?P<what>.{8,})",
    re.IGNORECASE,
)
_REQUIRES = re.compile(
    r"(?P<what>(?:requires?|required|allows?|permits?|forbids?|entitles?|obliges?|gives?|sets?|lets?|limits?|grants?|"
    r"asks? for|calls? for|prescribes?|demands?|excludes?|exempts?|guarantees?|covers?|makes?|promises?|counts?) .{8,})"
)
_RULES_REQUIRE = re.compile(rf"(?P<who>(?:The|Our|Your|These|This) [^,;:\"]{{3,60}}?) {_REQUIRES.pattern}")
"""The same of rules that are named without a number: `The terms of hire require …`."""
_ACCORDING_NEXT = re.compile(
    r"\b[Aa]ccording to (?P<who>(?:the|our|your|my|his|her|their) [a-z][\w' -]{2,50}?|"
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?:[A-Z][\w'’-]+ ){0,2}[A-Z][\w'’-]+(?:(?<=['’]s) (?:[a-z-]+ ){0,2}?"
    r"(?:letter|e-?mail|mail|message|report|note|statement|account|certificate|record|log|memo|reply|evidence))?) "
    r"(?P<what>(?:(?:the|an?|his|her|their|its|my|no|all|there|he|she|they|it|this|these|nobody|nothing)|"
    r"(?<=[a-z] )[A-Z][\w'-]+) .{8,})"
)
"""The same without a comma between the speaker and what is said: `according to the vet the dog was well`."""
_UNDER_NEXT = re.compile(r"^(?:According to|Under|By|Pursuant to|In|As per)\b (?:the )?$", re.IGNORECASE)
_OF_RULES = re.compile(r"(?: of (?:the )?(?:[A-Z][\w'’-]*(?: (?:of|and|on|for) (?:the )?(?=[A-Z]))? ?)+)?[, ]*")
"""What may stand between the number of a rule and what it is said to say: `of the Harbour Act`."""
_LAST = re.compile(r"(?P<what>.{8,}?),? according to (?P<who>[^,;:\"]{3,60}?)\.?$", re.IGNORECASE)
_TELLS = re.compile(
    r"(?P<who>(?:The|Our|Your|His|Her|Their|Mr|Mrs|Ms|Dr|Prof)\b[^,;:\"]{2,60}?) "
    r"(?P<what>(?:has |have |had )?(?:measured|counted|found|recorded|noted|saw|advise[sd]?|recommend(?:s|ed)?|"
    r"certifie[sd]|confirm(?:s|ed)?|denie[sd]|estimate[sd]?|calculate[sd]?|expects?|expected|rule[sd]? out) .{8,})"
)
"""Somebody who is said to have found or advised something, without `that`."""
_DENIES = re.compile(r" (?:(?:do|does|did|has|have|had)(?: not|n't)|never)$")
"""What makes of `the letter says that` its denial."""
_NOBODY = re.compile(r"(?:I|we|you|nobody|everybody|someone|this|that|which|who)(?: also)?$", re.IGNORECASE)
"""Speakers who are no other document."""
_SAME_ONE = re.compile(rf"(?:he|she|they|it) ?{_ADVERB}$", re.IGNORECASE)
"""The speaker of the sentence before."""
_SUBJECT_BEFORE = re.compile(
    r"(?P<who>(?:The|Our|Your|My|His|Her|Their|Mr|Mrs|Ms|Dr|Prof)\.?(?: [\w'’-]+){1,3}?) "
    r"(?:\w+ed|was|were|is|are|has|have|had|did|does|do|wrote|came|saw|made|took|went|gave|can|could|will|would)\b"
)
"""Whom a sentence is about: who `they` are in the next one."""
_WRITES = re.compile(r"(?:he|she|they|it) (?:also |then |further )?(?:writes?|wrote|states?|says?)\b", re.IGNORECASE)
_WHOSE_PAPER = re.compile(
    r"(?P<who>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z][\w-]+(?: [A-Z][\w-]+)?['’]s|[Tt]he [a-z]+(?: [a-z]+)?['’]s) "
    r"(?:[a-z-]+ ){0,2}?(?:account|letter|e-?mail|report|statement|note|certificate|message|memo|evidence|reply)\b"
)
"""A paper that is named with whose it is: what `she writes` in the next sentences is from it."""
_BACK = 3
"""Sentences before one with `she writes` in which the paper may be named."""
_READS = re.compile(rf"\b(?:{_SAYS}|follows|wording is|text is)\b[^.:]{{0,30}}:$", re.IGNORECASE)
"""A line that leads up to the words of another: `Section 4 reads as follows:`."""
_LEAD = re.compile(
    r"^(?:\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])[.)] |"
    r"(?:and|but|so|because|since|while|although|moreover|further|also|first|second|third|fourth|"
    r"finally|lastly|as|secondly|thirdly|in addition),? )",
    re.IGNORECASE,
)
_ASIDE = re.compile(r", (?:whose|who|which|where|the|an?|our|your|my|his|her|then|now) [^,;:\"]{3,70},(?= \w)")
"""What is put in about the speaker: `Ann Lee, who lives next door, said`."""
_FROM_NUMBER = 45
"""Characters between the number of a rule and what it is said to require."""
_LEADS_UP = 300
"""Characters before and after a quotation in which it is said whose it is."""
_END = re.compile(
    r"(?<=[a-z0-9)\"'][.!?])(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bNo\.) (?=[A-Z])"
)
"""Where a sentence ends inside what was cut as one."""
_AROUND = 2
"""Sentences before and after a saying that belong to what it tells."""


_WORK = "(?:study|article|paper|essay|book|thesis|dissertation|experiment|survey|investigation|research|authors?)"
_OWN_WORK = re.compile(rf"\W*(?:the|this|that|their|his|her)(?: [\w-]+)?? {_WORK}\b", re.IGNORECASE)
_INTRODUCED = re.compile(
    rf"\b(?:an?|one|another|recent|\d{{4}}) (?:[\w-]+ ){{0,2}}{_WORK}\b|\b{_WORK},? (?:by|of) [A-Z]|"
    rf"[A-Z][\w-]+['’]s? (?:[\w-]+ ){{0,2}}{_WORK}\b"
)
"""How a document begins to tell of a work that need not be in the file: what `the article` is in the next sentences."""
_RECORDS_SPEECH = re.compile(
    r"\b(?:minutes|memo(?:randum)?|record|notes?|protocol|transcript)\b.*"
    r"\b(?:hearing|meeting|conference|interview|conversation|call|talk)|"
    r"\b(?:hearing|meeting|conference|interview)s? (?:minutes|record|notes?|protocol|transcript)\b",
    re.IGNORECASE,
)


class Saying(NamedTuple):
    """Words that one document puts into another's mouth."""

    document: FiledDocument
    sentence: int
    who: str
    """The phrase that names whose words they are; empty where nothing does."""
    words: str
    quoted: bool
    sources: tuple[FiledDocument, ...]
    """The documents that the phrase names; none where it names none of the file."""
    provisions: tuple[Provision, ...]
    denied: bool = False
    """Whether the words are said not to be the other's: `the letter does not say that`."""

    @property
    def is_spoken(self) -> bool:
        """Whether the document records what was said aloud: that need not stand in anybody's paper."""
        is_of_paper = not self.quoted and _WHOSE_PAPER.search(self.who) is not None
        return not is_of_paper and _RECORDS_SPEECH.search(self.document.name) is not None

    @property
    def around(self) -> str:
        """What the document says about it before and after."""
        first = max(0, self.sentence - _AROUND)
        return " ".join(self.document.sentences[first : self.sentence + _AROUND + 1])


def find_sayings(file: CaseFile) -> Iterator[Saying]:
    """Every saying of every document: quotations in order, then reports in order."""
    provisions = list_provisions(file)
    ruled = {(one.document.id, number) for one in provisions for number in one.sentences}
    for document in file.documents:
        quoted = [
            one for one in _find_quotations(file, provisions, document) if (document.id, one.sentence) not in ruled
        ]
        taken = {one.sentence for one in quoted}
        yield from quoted
        last: Saying | None = None
        for number, text in enumerate(document.sentences):
            if (document.id, number) in ruled or number in taken:  # a rule speaks for itself
                continue
            parts = split_ends(read_as_one_line(text))
            for who, words, is_loose in (one for part in parts for one in _list_told(part)):
                if _NOBODY.match(who):
                    continue
                if _SAME_ONE.match(who):
                    is_near = last is not None and number - last.sentence <= 1
                    paper = _make_of_paper(file, document, number, words) if _WRITES.match(text) else None
                    if paper is not None:
                        last = paper
                    elif last is not None and is_near:
                        last = last._replace(sentence=number, words=words)
                    else:
                        last = _make_of_subject(file, document, number, words)
                else:
                    named = _list_phrases(_DENIES.sub("", who))
                    last = _make(file, provisions, document, number, named, words, quoted=False)
                    last = last._replace(denied=_DENIES.search(who) is not None)
                    if is_loose and any(one.part != "rules" for one in last.sources):
                        last = None
                if last:
                    yield last


def _find_quotations(file: CaseFile, provisions: tuple[Provision, ...], document: FiledDocument) -> Iterator[Saying]:
    """Words between quotation marks, over as many sentences as they go; and what follows `section 4 reads:`."""
    ends, start = document.document.ends, 0
    for paragraph in document.document.text.split("\n"):
        found = list(_QUOTED.finditer(paragraph)) or list(_SINGLE_QUOTED.finditer(paragraph))
        for match in found:
            for number, words in _split_quoted(ends, match[1], start + match.start(1)):
                before = _END.split(paragraph[max(0, match.start() - _LEADS_UP) : match.start()])
                lead = "".join(before[-2:]) if not before[-1].strip() else before[-1]
                who = f"{lead} {_END.split(paragraph[match.end() : match.end() + _LEADS_UP])[0]}".strip()
                yield _make(file, provisions, document, number, (who, _cut_phrase(who)), words, quoted=True)
        start += len(paragraph) + 1
    for number, text in enumerate(document.sentences[:-1]):
        words = document.sentences[number + 1]
        if _READS.search(text) and '"' not in text + words and count_words(words) >= _FEWEST_WORDS:
            yield _make(file, provisions, document, number + 1, (text, _cut_phrase(text)), words, quoted=True)


def _split_quoted(ends: Sequence[int], quoted: str, start: int) -> Iterator[tuple[int, str]]:
    """Quoted words by the sentences of the document that they stand in, so that each is held against its source."""
    cuts = [0, *(end - start for end in ends if 0 < end - start < len(quoted)), len(quoted)]
    for first, last in pairwise(cuts):
        words = quoted[first:last].strip().removesuffix(",")
        if count_words(words) >= _FEWEST_WORDS:
            yield bisect_right(ends, start + first), words


def find_unable(file: CaseFile) -> Iterator[Saying]:
    """Where a document says that the author of another could not find something out; the words are what it was."""
    for document, number, text in file.list_sentences():
        for part in split_ends(read_as_one_line(text)):
            if found := _UNABLE.match(_LEAD.sub("", part)):
                yield _make(file, (), document, number, _list_phrases(found["who"]), found["what"], quoted=False)


def find_denied(file: CaseFile) -> Iterator[Saying]:
    """Where a document says that another does not mention something; the words are what it would not mention."""
    provisions = list_provisions(file)
    for document, number, text in file.list_sentences():
        for part in split_ends(read_as_one_line(text)):
            if found := _NOT_SAID.match(_LEAD.sub("", part)):
                yield _make(
                    file, provisions, document, number, _list_phrases(found["who"]), found["what"], quoted=False
                )


def split_ends(line: str) -> list[str]:
    """The sentences of a line, where several were cut as one."""
    return _END.split(line)


def _make_of_subject(file: CaseFile, document: FiledDocument, number: int, words: str) -> Saying | None:
    """A saying of whom the sentence before is about, where that names a document."""
    found = _SUBJECT_BEFORE.match(document.sentences[number - 1]) if number else None
    said = _make(file, (), document, number, _list_phrases(found["who"]), words, quoted=False) if found else None
    return said if said and said.sources and not said.is_spoken else None


def _make_of_paper(file: CaseFile, document: FiledDocument, number: int, words: str) -> Saying | None:
    """A saying of the paper that was named just before, with whose it is: `Ms Lind's letter. … She writes that`."""
    for place in range(number - 1, max(-1, number - 1 - _BACK), -1):
        if found := _WHOSE_PAPER.search(document.sentences[place]):
            said = _make(file, (), document, number, (found[0], found["who"]), words, quoted=False)
            return said if said.sources else None
    return None


def _list_phrases(who: str) -> tuple[str, ...]:
    """What may name the speaker: all that stands before the verb, and each part of it between commas."""
    whole = _LEAD.sub("", _LEAD.sub("", who.strip()))
    parts = [part.strip() for part in whole.split(",")]
    return tuple(dict.fromkeys(part for part in (whole, *parts[::-1]) if part))


def _make(
    file: CaseFile,
    provisions: tuple[Provision, ...],
    document: FiledDocument,
    number: int,
    phrases: tuple[str, ...],
    words: str,
    *,
    quoted: bool,
) -> Saying:
    meant = tuple(
        one
        for reference in find_rule_references(phrases[0])
        for one in find_provisions(reference, phrases[0], provisions, document)
    )
    sources = tuple({one.document.id: one.document for one in meant}.values())
    if not sources and not any(_is_of_told_work(document, number, phrase) for phrase in phrases):
        tried = [_without_rules(phrase) for phrase in (phrases[1:] if quoted else phrases)]
        sources = next((found for phrase in tried if phrase and (found := find_named(file, phrase, document))), ())
    return Saying(document, number, phrases[0], words, quoted, sources, meant)


def _is_of_told_work(document: FiledDocument, number: int, phrase: str) -> bool:
    """Whether a phrase names a work of which the same paragraph began to tell: `One study …. The article stated`."""
    if not _OWN_WORK.match(phrase):
        return False
    start = document.document.sentences[number].start
    before = document.document.text[document.document.text.rfind("\n", 0, start) + 1 : start]
    return _INTRODUCED.search(before) is not None


def _without_rules(phrase: str) -> str:
    """A phrase without the numbered rules in it: where the file does not have them, they name no document."""
    for reference in reversed(find_rule_references(phrase)):
        phrase = f"{phrase[: reference.span.start]}{phrase[reference.span.end :]}"
    return phrase.strip()


def _cut_phrase(before: str) -> str:
    """Of what leads up to a quotation, the part that says whose it is."""
    found = re.search(rf"(?P<who>[^,;:\"]{{2,90}}?),? {_ADVERB}(?:{_SAYS})\b", before)
    return _LEAD.sub("", found["who"].strip()) if found else ""


def _read_under(line: str) -> tuple[str, str] | None:
    """What a rule is said to say after `Under section 4 of the Harbour Act`, with a comma or without."""
    for reference in find_rule_references(line)[:1]:
        after = line[reference.span.end :]
        if _UNDER_NEXT.match(line[: reference.span.start]) and (end := _OF_RULES.match(after)):
            return line[: reference.span.end + end.end()], after[end.end() :]
    return None


def _list_told(line: str) -> Iterator[tuple[str, str, bool]]:
    """Who is said to say what; and whether it is so only if the speaker turns out to be rules."""
    told = list(_read_reports(line))
    yield from ((who, what, False) for who, what in told)
    if not told and (found := _RULES_REQUIRE.match(_LEAD.sub("", line))):
        yield found["who"], found["what"], True


def _read_reports(line: str) -> Iterator[tuple[str, str]]:
    """Who is said to say what, in a sentence without quotation marks."""
    line = _LEAD.sub("", _ASIDE.sub("", line))
    if (named := _read_under(line)) is not None:
        yield named
        return
    if found := _THAT.match(line) or _THAT.match(_LABEL.sub("", line)):
        yield _LEAD.sub("", found["who"].strip()), found["what"]
        return
    found = _ACCORDING.match(line)
    if found and (found["lead"].lower() == "according to" or find_rule_references(found["who"])):
        yield found["who"], found["what"]
        return
    found = _ACCORDING_NEXT.search(line) or _LAST.match(line)
    if found and not find_rule_references(found["who"]):
        yield found["who"], found["what"]
        return
    for reference in find_rule_references(line):
        after = line[reference.span.end :]
        verb = _REQUIRES.search(after)
        if verb and verb.start() <= _FROM_NUMBER and "," not in after[: verb.start()]:
            yield line[: reference.span.end + verb.start()], verb["what"]
            return
    if found := _TELLS.match(line):
        yield found["who"], found["what"]
