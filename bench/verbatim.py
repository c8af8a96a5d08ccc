"""What the importer keeps of debaters' Word files, counted against their XML by rules of its own.

Nothing here calls the importer's rules: styles, headings, cites and markings are read off the XML again. A card is a
paragraph in a tag's style, then within four paragraphs one that cites, then a body, up to the next heading. It is kept
whole when one document of the import has its tag, cite, text, underlining, highlighting and place, to the word.
Files 1, 3, 5, … by name are those that may be looked at; the others are kept for the test.
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from pathlib import Path

from lxml import etree
from tests.evidence.exports.differences import find_differences

from bench.harness import Row, benchmark, shared_data
from foam.evidence.document import Document
from foam.evidence.exports.verbatim import render_cards
from foam.evidence.imports import read

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = ("pocket", "hat", "block", "tag")
_PARTS = ("tag", "cite", "text", "underline", "highlight", "place")
_OFF = ("0", "false", "off", "none")
_TAG_STYLE = re.compile(r"(h4 )?tags?( ?text|template|line|\d+)?|normal tag", re.IGNORECASE)
_BLOCK_STYLE = re.compile(r"block ?(title|heading)s?( #?1)?", re.IGNORECASE)
_CITE_STYLE = re.compile(
    r"(short |bold |author-?)?cites?|author-?(date|year)|style style bold \+ 12 ?pt|style 13 ?pt bold", re.IGNORECASE
)
_YEAR = re.compile(
    r"\b(1[89]|20)\d\d\b|\b2k\d*|\b\d\d?[-/]\d\d?\b|['’‘]\s?\d\d?\b|"
    r"(?<![\d.$-])\b\d\d\b(?![\d%.,-]\d)|(?<=[a-z,] )0?\d\b"
)
_CITES = re.compile(r"https?://|www\.|\b(1[89]|20)\d\d\b")
_MARKED_CITE = 0.5
_SHORT_CITE = 12
_CREDENTIALS = re.compile(r"\s*[\[({<]|.{0,300}?(https?://|www\.|\baccessed\b)", re.IGNORECASE | re.DOTALL)
_MARKED_CREDENTIALS = 0.25


@dataclass(frozen=True)
class Style:
    """A style of the file: what it calls itself, what it is based on, what it says of a run."""

    name: str
    aliases: tuple[str, ...]
    parent: str
    level: int | None
    said: dict[str, str]


@dataclass
class Line:
    """A paragraph: what it is, and each of its words with the markings on it."""

    kind: str
    text: str = ""
    cited: str = ""
    bold: str = ""
    underline: list[bool] = field(default_factory=list)
    highlight: list[bool] = field(default_factory=list)

    @property
    def all_bold(self) -> bool:
        return len(_letters_of(self.bold)) == len(_letters_of(self.text))

    @property
    def marked_share(self) -> float:
        return sum(self.underline) / max(len(self.text), 1)


@dataclass(frozen=True)
class Counted:
    """A card as the XML has it: the letters and digits of each part."""

    tag: str
    undertag: str
    """What stands between the tag and the cite."""
    cite: str
    text: str
    underline: str
    underline_below: str
    """What is underlined below the paragraphs that go on with the cite, where a title may be underlined."""
    highlight: str
    place: tuple[str, ...]


def count_cards(path: Path) -> list[Counted]:
    """The cards of a file, by its XML."""
    with zipfile.ZipFile(path) as archive:
        styles = _read_styles(etree.fromstring(archive.read("word/styles.xml")))
        body = etree.fromstring(archive.read("word/document.xml")).find(f"{_W}body")
    assert body is not None
    lines = [line for line in (_read_line(p, styles) for p in _paragraphs(body)) if line.text.strip()]
    return list(_cards(lines))


def _paragraphs(body: etree._Element) -> Iterator[etree._Element]:
    """Paragraphs in order, those of tables too, but not those of text boxes."""
    for child in body:
        if child.tag == f"{_W}p":
            yield child
        elif child.tag not in (f"{_W}del", f"{_W}moveFrom"):
            yield from _paragraphs(child)


def _read_styles(root: etree._Element) -> dict[str, Style]:
    found = {}
    for element in root.iter(f"{_W}style"):
        level = _value(element, "pPr", "outlineLvl")
        aliases = (_value(element, "aliases") or "").split(",")
        found[element.get(f"{_W}styleId", "")] = Style(
            name=(_value(element, "name") or "").lower(),
            aliases=tuple(alias.strip().lower() for alias in aliases if alias.strip()),
            parent=_value(element, "basedOn") or "",
            level=int(level) if level and level.isdecimal() else None,
            said=_said(element.find(f"{_W}rPr")),
        )
    return found


def _value(element: etree._Element, *path: str) -> str | None:
    found = element.find("/".join(_W + name for name in path))
    return None if found is None else found.get(f"{_W}val", "")


def _said(properties: etree._Element | None) -> dict[str, str]:
    """Bold, underline and highlight as far as these properties speak of them; shading counts as highlight."""
    said: dict[str, str] = {}
    for child in properties if properties is not None else ():
        name = child.tag.removeprefix(_W)
        value = child.get(f"{_W}val", "")
        if name == "b" or (name == "u" and value):
            said[name] = value or "on"
        elif name == "highlight":
            said["highlight"] = value
        elif name == "shd":
            said["shd"] = child.get(f"{_W}fill", "auto").lower()
    return said


def _lineage(styles: dict[str, Style], id: str | None) -> Iterator[Style]:
    for _ in range(30):
        if not id or id not in styles:
            return
        yield styles[id]
        id = styles[id].parent


def _kind(element: etree._Element, styles: dict[str, Style]) -> str:
    for style in _lineage(styles, _value(element, "pPr", "pStyle")):
        known = [alias for alias in style.aliases if alias in _LEVELS]
        numbered = re.fullmatch(r"heading ([1-9])", style.name)
        if numbered and known:
            return known[0]
        if numbered:
            level = int(numbered[1]) - 1
            return _LEVELS[level] if level < 4 else "text"
        if _TAG_STYLE.fullmatch(style.name):
            return "tag"
        if _BLOCK_STYLE.fullmatch(style.name):
            return "block"
        if re.match(r"analytic|undertag", style.name):
            return "analytic"
        if style.level is not None:
            return _LEVELS[style.level] if style.level < 4 else "text"
    direct = _value(element, "pPr", "outlineLvl")
    return _LEVELS[int(direct)] if direct in ("0", "1", "2", "3") else "text"


def _read_line(element: etree._Element, styles: dict[str, Style]) -> Line:
    in_table = any(parent.tag == f"{_W}tc" for parent in element.iterancestors())
    line = Line("text" if in_table else _kind(element, styles))
    default = next((id for id, style in styles.items() if style.name == "normal"), "")
    own = [style.said for style in _lineage(styles, _value(element, "pPr", "pStyle") or default)]
    for run in element.iter(f"{_W}r"):
        if any(parent.tag in (f"{_W}del", f"{_W}moveFrom", f"{_W}txbxContent") for parent in run.iterancestors()):
            continue
        _add_run(line, run, styles, own)
    return line


def _add_run(line: Line, run: etree._Element, styles: dict[str, Style], own: list[dict[str, str]]) -> None:
    text = "".join(_letters(child) for child in run).replace("¶", "\n")
    named = list(_lineage(styles, _value(run, "rPr", "rStyle")))
    is_link = any(style.name == "hyperlink" for style in named)
    layers = [_said(run.find(f"{_W}rPr")), *([] if is_link else [style.said for style in named]), *own]
    looks = {key: next((s[key] for s in layers if key in s), "") for key in ("b", "u", "highlight", "shd")}
    on = {key: bool(value) and value.lower() not in _OFF for key, value in looks.items()}
    shaded = looks["shd"] not in ("", "auto", "ffffff", "none")
    line.text += text
    line.underline += [on["u"]] * len(text)
    line.highlight += [on["highlight"] or shaded] * len(text)
    line.bold += text if on["b"] else " "
    cites = any(_CITE_STYLE.fullmatch(name) for style in named for name in (style.name, *style.aliases[:1]))
    line.cited += text if cites else ""


def _letters(child: etree._Element) -> str:
    if child.tag == f"{_W}t":
        return child.text or ""
    if child.tag == f"{_W}noBreakHyphen":
        return "-"
    return "\n" if child.tag in (f"{_W}br", f"{_W}cr") else " " if child.tag in (f"{_W}tab", f"{_W}ptab") else ""


def _cards(lines: Sequence[Line]) -> Iterator[Counted]:
    place = {"pocket": "", "hat": "", "block": ""}
    for number, line in enumerate(lines):
        if line.kind in place:
            level = _LEVELS.index(line.kind)
            place = {
                kind: ("" if n > level else line.text if n == level else place[kind])
                for n, kind in enumerate(_LEVELS[:3])
            }
        if line.kind == "tag":
            rest = list(_following(lines, number))
            at = next((n for n, one in enumerate(rest[:4]) if _is_cite(one)), None)
            if at is not None and len(rest) > at + 1:
                yield _count(line, rest[:at], rest[at], rest[at + 1 :], place)


def _following(lines: Sequence[Line], number: int) -> Iterator[Line]:
    """The lines under a tag: up to a heading, or a bold line that stands for a tag since a cite follows it."""
    for at in range(number + 1, len(lines)):
        line = lines[at]
        made = at > number + 1 and line.all_bold and not _is_cite(line) and at + 1 < len(lines)
        if line.kind in _LEVELS or (made and len(line.text.split()) > 2 and _is_cite(lines[at + 1])):
            return
        yield line


def _is_cite(line: Line) -> bool:
    """A line that cites: words in a cite's style with a year or a name, or bold words with a year."""
    if line.marked_share > _MARKED_CITE and (any(line.highlight) or len(line.text.split()) > _SHORT_CITE):
        return False
    if re.search(r"[^\W\d_]{2,}", line.cited) and (_YEAR.search(line.cited) or _CITES.search(line.text)):
        return True
    if len(line.text.split()) < 9 and re.fullmatch(r"[A-Z][^.!?]*\b(1[89]|20)\d\d\W*", line.text):
        return True
    return len(line.text) < 1500 and bool(
        re.search(r"[^\W\d_]{2,}", line.bold) and _YEAR.search(line.bold) and len(line.bold.split()) < 15
    )


def _count(tag: Line, under: Sequence[Line], cite: Line, body: Sequence[Line], place: dict[str, str]) -> Counted:
    return Counted(
        tag=_letters_of(tag.text),
        undertag=_letters_of(*(line.text for line in under)),
        cite=_letters_of(cite.text),
        text=_letters_of(*(line.text for line in body)),
        underline=_letters_of(*(_only(line.text, line.underline) for line in body)),
        underline_below=_letters_of(*(_only(line.text, line.underline) for line in dropwhile(_goes_on_citing, body))),
        highlight=_letters_of(*(_only(line.text, line.highlight) for line in body)),
        place=tuple(_letters_of(text) for text in place.values()),
    )


def _goes_on_citing(line: Line) -> bool:
    """A paragraph under a cite that goes on with it: in brackets or with an address, hardly marked or all in bold."""
    set_so = line.marked_share <= _MARKED_CREDENTIALS or line.all_bold
    return set_so and not any(line.highlight) and bool(_CREDENTIALS.match(line.text))


def _only(text: str, flags: Sequence[bool]) -> str:
    return "".join(char for char, flag in zip(text, flags, strict=True) if flag)


def _letters_of(*texts: str) -> str:
    """Letters and digits alone, in order: quotation marks, hyphens and white space are the normaliser's."""
    folded = unicodedata.normalize("NFKC", "".join(texts)).casefold()
    return "".join(char for char in folded if char.isalnum())


def compare(card: Counted, found: Document) -> dict[str, bool]:
    """Which parts of a card the import kept, when this is the document it became."""
    assert found.card is not None
    marks = {kind: bytearray(len(found.text)) for kind in ("underline", "highlight")}
    for mark in found.markup:
        if mark.type in marks:
            marks[mark.type][mark.start : mark.end] = b"\1" * (mark.end - mark.start)
    cite, text = _letters_of(found.citation.raw), _letters_of(found.text)
    underlined = _letters_of(_only(found.text, [bool(one) for one in marks["underline"]]))
    return {
        "tag": _letters_of(found.card.tag) == card.tag and _letters_of(found.card.undertag) == card.undertag,
        "cite": card.cite in cite and bool(found.card.cite) and not found.card.analytic,
        "text": card.cite + card.text in cite + text,
        "underline": underlined in (card.underline, card.underline_below),
        "highlight": _letters_of(_only(found.text, [bool(one) for one in marks["highlight"]])) == card.highlight,
        "place": tuple(map(_letters_of, (found.card.pocket, found.card.hat, found.card.block))) == card.place,
    }


def compare_file(path: Path) -> tuple[list[tuple[Counted, dict[str, bool]]], list[Document]]:
    """Each card that the XML has with what was kept of it, and everything that was imported."""
    found = [one for one in read(path) if isinstance(one, Document)]
    by_tag: dict[str, list[Document]] = defaultdict(list)
    for document in found:
        if document.card is not None:
            by_tag[_letters_of(document.card.tag)].append(document)
    lost = dict.fromkeys(_PARTS, False)
    kept = []
    for card in count_cards(path):
        tried = [(compare(card, document), document) for document in by_tag[card.tag]]
        best = max(tried, key=lambda one: sum(one[0].values()), default=None)
        kept.append((card, best[0] if best else lost))
        if best:
            by_tag[card.tag].remove(best[1])
    return kept, found


@benchmark
def cards_kept() -> Iterable[Row]:
    """Shares of cards that keep everything, by file and for each half."""
    files = sorted(shared_data("caselist").glob("*.docx"))
    for half, chosen in (("looked at", files[0::2]), ("kept apart", files[1::2])):
        yield from _rows(half, chosen)


def _rows(half: str, files: Sequence[Path]) -> Iterator[Row]:
    total: Counter[str] = Counter()
    for path in files:
        kept, found = compare_file(path)
        whole = sum(all(parts.values()) for _, parts in kept)
        counts = Counter(name for _, parts in kept for name in _PARTS if parts[name])
        imported = sum(one.facets.kind == "card" for one in found)
        total += Counter(cards=len(kept), whole=whole, imported=imported, files=1) + counts
        note = f"{whole} of {len(kept)}; imported {imported} cards, {len(found) - imported} other documents"
        yield Row(f"{half}, {path.stem}: cards kept whole", 100 * whole / max(len(kept), 1), "%", note)
    for name in ("whole", *_PARTS):
        note = f"{total[name]:,} of {total['cards']:,} in {total['files']} files; imported {total['imported']:,} cards"
        yield Row(f"{half}: cards that keep {name}", 100 * total[name] / max(total["cards"], 1), "%", note)


_MOST = 500
"""Cards of each half that are written and read again."""


@benchmark
def round_trip() -> Iterable[Row]:
    """Cards written to a Word file and read again: those whose text, marks, cite and place are the same, by half."""
    files = sorted(shared_data("caselist").glob("*.docx"))
    for half, chosen in (("looked at", files[0::2]), ("kept apart", files[1::2])):
        cards, lost = 0, Counter[str]()
        for path in chosen:
            if cards < _MOST:
                pairs = list(_write_again(path))[: _MOST - cards]
                differences = [tuple(find_differences(*pair)) for pair in pairs]
                cards += len(pairs)
                lost += Counter(part for parts in differences for part in parts)
                lost["card"] += sum(map(bool, differences))
        note = f"{cards - lost['card']} of {cards}; lost: {dict(lost) or 'nothing'}"
        yield Row(f"{half}: cards the same after a round trip", 100 * (1 - lost["card"] / max(cards, 1)), "%", note)
        for part in ("text", "marks"):
            yield Row(f"{half}: {part} the same", 100 * (1 - lost[part] / max(cards, 1)), "%", f"of {cards} cards")


def _write_again(path: Path) -> Iterator[tuple[Document, Document]]:
    """The cards of a file, each with what it is after it was written to a Word file and read again."""
    before = [one for one in read(path) if isinstance(one, Document) and one.card]
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / path.name
        written.write_bytes(render_cards(path.stem, before))
        after = [one for one in read(written) if isinstance(one, Document)]
    by_text: dict[str, list[Document]] = defaultdict(list)
    for one in after:
        by_text[one.id].append(one)
    for one in before:
        if one.card and not one.card.analytic:
            again = by_text[one.id].pop(0) if by_text[one.id] else one.model_copy(update={"text": "", "card": None})
            yield one, again
