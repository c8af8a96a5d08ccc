"""Which paragraphs of a debater's file cite, and which only look like tags.

A cite is told by its short form, name and year, in the cite style or in bold wherever it stands in the paragraph; then
by what citations have in them (an address, a quoted title, a date); then by being just a name and a year.
"""

from __future__ import annotations

import re

from foam.argument.cues import find_speech, is_ordinary
from foam.evidence.imports.docx.paragraphs import Paragraph

LONGEST_CITE = 2000
_LONGEST_TAG = 700
_MOST_BOLD_WORDS = 15
_MOST_SPOKEN_WORDS = 12
_MOST_NAMES = 6
_MOSTLY = 0.5
"""A paragraph of which more is underlined or highlighted is a card's body."""
_HARDLY = 0.2
"""A paragraph of which no more is underlined may go on with a cite, in which a title may be."""

_DATE = (
    r"(?:\b(?:1[5-9]|20)\d\d\b|\b2k\d{0,2}\b|['‘’`´]\s?\d{1,2}\b"
    r"|\b\d{1,2}\s?[-/–—.]\s?\d{1,2}(?:\s?[-/–—.]\s?\d{2,4})?\b|(?<![\d.,$€£])\b\d{1,2}\b(?![%\d]|\.\d)"
    r"|\bno date\b|\bn\.?d\.?\b)"
)
_DATED = re.compile(_DATE, re.IGNORECASE)
_ENDS_DATED = re.compile(rf"{_DATE}\W*$", re.IGNORECASE)
_COUNTS = re.compile(r"\b(?!al\b)[a-zà-öø-ÿ]+ \d{1,2}\W*$")
"""A number after a common word, which is no year: `world war 3`."""
_ENUMERATED = re.compile(r"^\(?(?:\d{1,2}|[a-z])[.)\]:]\s*", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]")
_SPOKEN = re.compile(
    rf"[\s*(\[{{<]*(?:[^\W\d_][\w.'’&,/-]*\s+){{1,{_MOST_SPOKEN_WORDS}}}?[\s(,\[]*{_DATE}[\s)\]}}.,:;–—-]*+",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    r"https?://|\bwww\.|\baccessed\b|\bDOA\b|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|[\"“].{8,}[\"”]|\b(?:1[5-9]|20)\d\d\b"
)
_SET_OFF = re.compile(r"[–—-]\s*$")
_NAME_FIRST = re.compile(r"[\s*(\[{<]*(?:[A-Z][\w.'’-]*[\s,]+){1,12}")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_SOURCED = re.compile(r"https?://|\bwww\.|[\"“].{8,}[\"”]|\baccessed\b|\bDOA\b|\bpp?\.\s?\d", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*[\[({<]")
_CREDENTIALS = re.compile(
    r"\s*[\[({<]|.{0,300}?(?:https?://|\bwww\.|\bprofessor\b|\bprof\b|\bfellow\b|\bPh\.?D\b|\buniversity\b|\beditor\b|"
    r"\bdirector\b|\baccessed\b|[\"“][^\"”]{8,}[\"”].{0,80}\b(?:1[5-9]|20)\d\d\b)",
    re.IGNORECASE | re.DOTALL,
)


def cites(paragraph: Paragraph) -> bool:
    """Whether a paragraph surely names a source: by its short cite, or as written citations do."""
    return _is_set_as_cite(paragraph) or _is_written_as_cite(paragraph)


def may_cite(paragraph: Paragraph) -> bool:
    """Whether the paragraph right under a tag names a source: there less is enough."""
    if cites(paragraph):
        return True
    return not paragraph.marked and len(paragraph.text) <= LONGEST_CITE and bool(_SIGNS.search(paragraph.text))


def opens_with_short_cite(paragraph: Paragraph) -> bool:
    """Whether it begins with a name and a year that are set apart from the rest."""
    return _is_set_as_cite(paragraph) and bool(_DATED.search(paragraph.text[:80]))


def find_spoken(paragraph: Paragraph) -> str:
    """The words of a cite that are set apart to be spoken: name and year, in the cite style, else in bold."""
    styled, bold = paragraph.words_where("cite"), paragraph.words_where("bold")
    if _DATED.search(styled) or not bold:
        return styled
    return (
        bold if _DATED.search(bold) and not (paragraph.all_bold and len(bold.split()) > _MOST_SPOKEN_WORDS) else styled
    )


def _is_set_as_cite(paragraph: Paragraph) -> bool:
    """By the cite style, or by bold words with a year in them."""
    if len(paragraph.text) > 2 * LONGEST_CITE or _is_body(paragraph):
        return False
    styled, bold = (_ENUMERATED.sub("", paragraph.words_where(flag)) for flag in ("cite", "bold"))
    if _LETTERS.search(styled) and (_DATED.search(styled) or not paragraph.all_bold):
        return bool(_DATED.search(styled) or _SIGNS.search(paragraph.text))
    words = bold.split()
    if not _LETTERS.search(bold) or bold != paragraph.words_where("bold"):
        return False
    if paragraph.all_bold:
        return len(words) <= _MOST_SPOKEN_WORDS and bool(_ENDS_DATED.search(bold)) and not _COUNTS.search(bold)
    if len(words) > _MOST_BOLD_WORDS:
        return False
    named = len(words) <= _MOST_NAMES and not paragraph.highlighted
    return bool(_DATED.search(bold) or (named and _YEAR.search(paragraph.text[:400])))


def _is_body(paragraph: Paragraph) -> bool:
    """Marked as a card's body is; a short cite alone in its paragraph may be underlined whole."""
    if len(paragraph.text.split()) <= _MOST_SPOKEN_WORDS:
        return paragraph.highlighted and not paragraph.words_where("cite")
    return paragraph.marked_share > _MOSTLY


def _is_written_as_cite(paragraph: Paragraph) -> bool:
    """Plain text that opens with a name and has a year and a title or an address; or is a name and a year alone."""
    text = paragraph.text
    if paragraph.highlighted or paragraph.marked_share > _MOSTLY or len(text) > LONGEST_CITE or paragraph.all_bold:
        return False
    spoken = _SPOKEN.match(text) if text[:1].isupper() else None
    if spoken and (spoken.end() == len(text) or text[spoken.end()] in "([{"):
        return True
    if spoken and len(spoken[0].split()) <= _MOST_NAMES and _SET_OFF.search(spoken[0]) and _SOURCED.search(text):
        return True
    return bool(_NAME_FIRST.match(text) and _YEAR.search(text[:600]) and _SOURCED.search(text))


def continues(cite: Paragraph, following: Paragraph) -> bool:
    """Whether the cite goes on in the next paragraph: it names the same author, or reads like credentials."""
    if following.highlighted or len(following.text) > LONGEST_CITE:
        return False
    if following.marked_share > _HARDLY:
        return continues_in_brackets(cite, following)
    names = [word for word in re.findall(r"[^\W\d_]{3,}", cite.cited or cite.text[:60]) if word[0].isupper()]
    if any(name in following.text[:80] for name in names):
        return True
    if len(cite.text.split()) > _MOST_SPOKEN_WORDS and "http" in cite.text:
        return False
    return bool(_CREDENTIALS.match(following.text))


def continues_in_brackets(cite: Paragraph, following: Paragraph) -> bool:
    """Whether credentials in brackets stand under a short cite, all of both in bold, perhaps underlined."""
    set_alike = cite.all_bold and following.all_bold and not following.highlighted
    return set_alike and bool(_BRACKETED.match(following.text)) and cites(cite)


def looks_like_tag(paragraph: Paragraph) -> bool:
    """Text without a tag's style that is set like one: all bold, nothing highlighted, not a cite."""
    return (
        paragraph.kind == "text"
        and paragraph.all_bold
        and not paragraph.highlighted
        and len(paragraph.text) <= _LONGEST_TAG
        and not cites(paragraph)
    )


def looks_like_block(paragraph: Paragraph) -> bool:
    """Text set like a block's heading: a few words, all bold, all underlined."""
    few = len(paragraph.text.split()) <= _MOST_SPOKEN_WORDS
    return few and paragraph.marked_share > _MOSTLY and looks_like_tag(paragraph)


def names_speech(paragraph: Paragraph) -> bool:
    """Whether text set like a block's heading names a speech and something said in it: `1NC CP`."""
    return looks_like_block(paragraph) and bool(find_speech(paragraph.text)) and not is_ordinary(paragraph.text)
