"""Where a document says what another says: between quotation marks, or in its own words after `says that`.

Each saying has the words that are put into another's mouth and the phrase that names whose they are. Whether they are
so is for `quotations` and `reports`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from foam.examination.file import CaseFile, FiledDocument
from foam.examination.sources import Provision, find_named, find_provisions, is_rule_label, list_provisions
from foam.text.mentions.references import find_references
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
    "warns?|warned|estimates?|estimated|measured"
)
_ADVERB = r"(?:(?:has|have|had|also|clearly|expressly|itself|himself|herself|plainly|rightly|only|even|then|further) )*"
_THAT = re.compile(
    rf"(?P<who>[^,;:\"()]{{2,90}}?)(?: of (?:the )?\d[^,;:]{{3,20}})?,? {_ADVERB}(?P<verb>{_SAYS})"
    rf"(?: (?:us|me|them|the \w+|(?:Mr|Mrs|Ms|Dr)\.? \w+))?(?: in (?:his|her|its|their|the) [\w ]{{3,40}}?)?"
    rf"(?:,? that|:) (?P<what>.{{8,}})"
)
_ACCORDING = re.compile(
    r"\b(?P<lead>According to|As stated in|As set out in|Under|By|Pursuant to|In|As)\b (?P<who>[^,;:\"]{3,90}), "
    r"(?P<what>.{8,})",
    re.IGNORECASE,
)
_REQUIRES = re.compile(
    r"(?P<what>(?:requires?|required|allows?|permits?|forbids?|entitles?|obliges?|gives?|sets?|lets?|limits?) .{8,})"
)
_PRONOUN = re.compile(
    r"^(?:and |but |so )?(?:I|we|he|she|they|it|you|nobody|everybody|someone|this|that|which|who)$", re.IGNORECASE
)
_LEAD = re.compile(
    r"^(?:and|but|so|because|since|while|although|moreover|further|first|second|finally|as),? ", re.IGNORECASE
)
_ASIDE = re.compile(r", (?:whose|who|which|where|the|an?|our|your|my|his|her|then|now) [^,;:\"]{3,70},(?= \w)")
"""What is put in about the speaker: `Ann Lee, who lives next door, said`."""
_AROUND = 2
"""Sentences before and after a saying that belong to what it tells."""


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

    @property
    def around(self) -> str:
        """What the document says about it before and after."""
        first = max(0, self.sentence - _AROUND)
        return " ".join(self.document.sentences[first : self.sentence + _AROUND + 1])


def find_sayings(file: CaseFile) -> Iterator[Saying]:
    """Every saying of every document, in order; what stands between quotation marks first."""
    provisions = list_provisions(file)
    ruled = {(one.document.id, number) for one in provisions for number in one.sentences}
    for document, number, text in file.list_sentences():
        if (document.id, number) in ruled:
            continue  # a rule speaks for itself
        line = read_as_one_line(text)
        spans = [match.span() for match in _QUOTED.finditer(line)] or [m.span() for m in _SINGLE_QUOTED.finditer(line)]
        for start, end in spans:
            words = line[start + 1 : end - 1].strip().removesuffix(",")
            if count_words(words) >= _FEWEST_WORDS:
                before = document.sentences[number - 1] if number and not line[:start].strip(' "') else ""
                who = f"{before} {line[:start]} {line[end:]}".strip()
                yield _make(file, provisions, document, number, who, words, quoted=True)
        if not spans:
            for who, words in _read_reports(line):
                yield _make(file, provisions, document, number, who, words, quoted=False)


def _make(
    file: CaseFile,
    provisions: tuple[Provision, ...],
    document: FiledDocument,
    number: int,
    who: str,
    words: str,
    *,
    quoted: bool,
) -> Saying:
    meant = tuple(
        one
        for reference in find_references(who)
        if is_rule_label(reference)
        for one in find_provisions(reference, who, provisions, document)
    )
    phrase = _cut_phrase(who) if quoted else who
    sources = tuple({one.document.id: one.document for one in meant}.values()) or find_named(file, phrase, document)
    return Saying(document, number, who, words, quoted, sources, meant)


def _cut_phrase(before: str) -> str:
    """Of what leads up to a quotation, the part that says whose it is."""
    found = re.search(rf"(?P<who>[^,;:\"()]{{2,90}}?),? {_ADVERB}(?:{_SAYS})\b", before)
    return _LEAD.sub("", found["who"].strip()) if found else ""


def _read_reports(line: str) -> Iterator[tuple[str, str]]:
    """Who is said to say what, in a sentence without quotation marks."""
    line = _ASIDE.sub("", line)
    if found := _THAT.match(line):
        who = _LEAD.sub("", found["who"].strip())
        if not _PRONOUN.match(who):
            yield who, found["what"]
            return
    if (found := _ACCORDING.match(line)) and (found["lead"].lower() == "according to" or find_references(found["who"])):
        yield found["who"], found["what"]
        return
    for reference in find_references(line):
        after = line[reference.span.end :]
        verb = _REQUIRES.search(after)
        if is_rule_label(reference) and verb and verb.start() <= 45 and "," not in after[: verb.start()]:
            yield line[: reference.span.end + verb.start()], verb["what"]
            return
