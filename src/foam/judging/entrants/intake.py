"""Cases read from files: FOAM's own, a debater's Word file, Markdown, HTML, PDF or text.

What is only form (headings, marks, highlights) is dropped; what is quoted stays apart from what is said. A block
quote may have its cite in the line above it, as debaters write, or behind a dash below it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from lxml import etree, html

from foam.case.values import Case
from foam.errors import InputError
from foam.evidence.assemble import OMISSION
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.imports.base import Limits, Unreadable, decode_text
from foam.evidence.imports.docx.package import open_package
from foam.evidence.reading import call_apart
from foam.judging.entrants.entrant import CasePart, Entrant, claim, evidence, number_parts
from foam.values import Value
from foam_quotes.verdicts.found import Quotation, find_quotations

MOST_WORDS = 20_000
"""A longer file is no speech."""
FORMATS = (".json", ".docx", ".md", ".html", ".pdf", ".txt")

_MARKS = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)|(?<!\\)(?:[*`~]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w))", re.MULTILINE
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE = re.compile(r"^[^\S\n]*+(?:[-*_=][^\S\n]*+){3,}+$", re.MULTILINE)
_FRONT = re.compile(r"\A---\n(?P<fields>.*?)\n---\n", re.DOTALL)
_LINK = re.compile(r"!?\[(?P<text>[^\]\n]*)\]\([^)\n]*\)")
_CITED_ABOVE = re.compile(
    r"^(?P<cite>(?:\*\*|__)?[^\W\d_][^\n>]{0,400}\b(?:1[5-9]|20)\d\d\b[^\n]{0,400})\n\n?(?P<block>(?:^>[^\n]*(?:\n|\Z))+)",
    re.MULTILINE,
)
_CITE_LINE = re.compile(r"(?:[^\W\d_][\w'’.-]*,? ){1,6}(?:1[5-9]|20)\d\d, [^\n]*[\"“][^\"”\n]+[\"”][^\n]*[^.?!]")
"""A debater's cite on a line of its own: name, year, and the title between quote marks."""
_CITED_AMID = re.compile(
    r"(?:^|(?<=[.?!…] ))(?:[^\W\d_](?:[\w'’-]*|\.),? ){1,6}(?:1[5-9]|20)\d\d, [^\n]*?[\"“][^\"”\n]+[\"”][^\n]*?"
    r"\bd:[0-9a-f]{8,64}#s\d+",
    re.MULTILINE,
)
"""A cite that ends in a pointer of ours, wherever it stands in a paragraph: a PDF says little of where lines end."""
_QUOTED = re.compile(r"[\"“][^\"“”]+[\"”]")
_BLOCKS = frozenset(
    ("p", "div", "section", "article", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "br", "header", "footer", "main")
)
_TELLING_FIELDS = frozenset(("author", "creator", "generator", "publisher", "application-name"))
_HIDDEN = frozenset(("script", "style", "head", "noscript", "template", "nav", "form", "button", "svg", "title"))


class Submitted(Value):
    """A case and what its file says about where it came from."""

    entrant: Entrant
    traces: tuple[str, ...] = ()
    """File name, title, author, and whatever else a blind reader must not see."""


def read_case(path: Path) -> Submitted:
    """The case in a file, read apart; InputError when there is none."""
    return call_apart(_parse_case, path, returns=Submitted)


def _parse_case(path: Path) -> Submitted:
    """The same, read in this process."""
    suffix = path.suffix.lower()
    match suffix:
        case ".json":
            found = _from_json(path)
        case ".docx" | ".docm":
            found = _from_word(path)
        case ".html" | ".htm" | ".xhtml":
            found = _from_html(path)
        case ".pdf":
            found = _from_pdf(path)
        case ".txt":
            found = _from_markdown(_mark_cards(_text(path)), path)
        case _:
            found = _from_markdown(_text(path), path)
    _check(found.entrant, path)
    return found


def _check(entrant: Entrant, path: Path) -> None:
    if not entrant.parts:
        raise InputError(f"{path}: there is no case in it", hint="a case has words; see docs/judging.md")
    if entrant.words > MOST_WORDS:
        raise InputError(f"{path}: {entrant.words:,} words; a case has at most {MOST_WORDS:,}", hint="give one speech")


# Text and Markdown


def case_of_text(text: str) -> Entrant:
    """The case that a text or a Markdown text makes."""
    body = _CITED_ABOVE.sub(_cite_below, _FRONT.sub("", text.replace("\r\n", "\n")))
    parts = [piece for block in re.split(r"\n\s*\n", body) for piece in _pieces(block)]
    return Entrant(parts=number_parts(parts), citations=tuple(map(_plain_quotation, find_quotations(body))))


def _from_markdown(text: str, path: Path) -> Submitted:
    front = _FRONT.match(text.replace("\r\n", "\n"))
    fields = [line.partition(":")[2].strip(" \"'") for line in front["fields"].split("\n")] if front else []
    return Submitted(entrant=case_of_text(text), traces=tuple(filter(None, (path.stem, *fields))))


def _mark_cards(text: str) -> str:
    """A plain text as Markdown: lines of a paragraph joined, and what stands under a cite as a block quote."""
    if text.startswith("---\n"):
        return text
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", _RULE.sub("", text.replace("\r\n", "\n")))]
    lines = [block if block.lstrip().startswith(">") else " ".join(block.split()) for block in blocks]
    marked = [
        f"> {line[1:-1]}" if above and _CITE_LINE.fullmatch(above) and _QUOTED.fullmatch(line) else line
        for above, line in zip(["", *lines], lines, strict=False)
    ]
    return "\n\n".join(marked)


def _cite_below(match: re.Match[str]) -> str:
    """The cite behind a dash in the block's last line, where quotations are read with it; one that is there stays."""
    if re.search(r"^> ?(?:—|–|--)", match["block"], re.MULTILINE):
        return match[0]
    return f"{match['block'].rstrip()}\n> — {_plain(match['cite'])}\n\n"


def _pieces(block: str) -> Iterator[CasePart]:
    """Own words, or a block quote with its cite."""
    lines = block.strip("\n").split("\n")
    if not all(line.lstrip().startswith(">") for line in lines):
        yield claim(_plain(block))
        return
    inner = [re.sub(r"^\s*> ?", "", line) for line in lines]
    cites = [line for line in inner if re.match(r"(?:—|–|--)\s*\S", line)]
    words = [line for line in inner if line not in cites]
    yield evidence(_plain("\n".join(words)), _plain(" ".join(cites)).lstrip("—–- "))


def _plain(text: str) -> str:
    """Markdown without its marks."""
    bare = _LINK.sub(lambda match: match["text"], _RULE.sub("", text))
    return " ".join(_ESCAPED.sub(r"\1", _MARKS.sub("", bare)).split())


def _plain_quotation(found: Quotation) -> Quotation:
    return Quotation(quote=_plain(found.quote), source=found.source and _ESCAPED.sub(r"\1", found.source))


# HTML and PDF


def html_text(page: str, name: str) -> str:
    """A page as Markdown: paragraphs, and block quotes as block quotes. Scripts and menus are dropped."""
    try:
        root = html.document_fromstring(page)
    except (etree.ParserError, ValueError) as error:
        raise InputError(f"{name}: the page could not be parsed", hint="is it HTML?") from error
    return re.sub(r"\n\s*\n+", "\n\n", "".join(_html_pieces(root)))


def _html_pieces(node: Any) -> Iterator[str]:
    tag = node.tag if isinstance(node.tag, str) else "script"
    if tag in _HIDDEN:
        yield node.tail or ""
        return
    inner = (node.text or "") + "".join(piece for child in node for piece in _html_pieces(child))
    marked = list(node.iter("mark")) if tag in ("p", "blockquote") else []
    if marked:  # a card: what is marked is read, the rest is context
        inner = f"\n\n> {OMISSION.join(' '.join(mark.text_content().split()) for mark in marked)}\n\n"
    elif tag == "blockquote":
        inner = "\n\n" + "\n".join(f"> {line.strip()}" for line in inner.strip().split("\n") if line.strip()) + "\n\n"
    elif tag == "cite":
        inner = f"\n— {inner.strip()}\n"
    elif tag in _BLOCKS:
        inner = f"\n\n{inner}\n\n"
    yield inner + (node.tail or "")


def _from_html(path: Path) -> Submitted:
    page = _text(path)
    found = _from_markdown(html_text(page, str(path)), path)
    root = html.document_fromstring(page)
    told = [root.findtext(".//title") or ""]
    told += [meta.get("content", "") for meta in root.iter("meta") if meta.get("name", "").lower() in _TELLING_FIELDS]
    named = (" ".join(name.split()) for name in told)
    return found.model_copy(update={"traces": tuple(filter(None, (*found.traces, *named)))})


def _from_pdf(path: Path) -> Submitted:
    (document,) = _documents(path)
    found = document.citation
    parts: list[CasePart] = []
    cards: list[Quotation] = []
    rest: list[str] = []
    text = _CITED_AMID.sub(lambda cite: f"\n{cite[0]}\n", document.text)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for above, line in zip(["", *lines], lines, strict=False):
        if _CITE_LINE.fullmatch(above):
            parts.append(evidence(line, above))
            cards.append(Quotation(quote=line, source=above))
        elif not _CITE_LINE.fullmatch(line):
            parts.append(claim(line))
            rest.append(line)
    said = map(_on_one_line, find_quotations("\n".join(rest)))  # a quotation may go on in the next line
    return Submitted(
        entrant=Entrant(parts=number_parts(parts), citations=(*cards, *said)),
        traces=tuple(filter(None, (path.stem, found.author, found.title))),
    )


def _on_one_line(found: Quotation) -> Quotation:
    return found.model_copy(update={"quote": " ".join(found.quote.split())})


# Word


def _from_word(path: Path) -> Submitted:
    documents = _documents(path)
    parts = [part for document in documents for part in _word_parts(document)]
    citations = [quotation for document in documents for quotation in _word_quotations(document)]
    named = {name for one in documents if one.card is None for name in (one.citation.author, one.citation.title)}
    with open_package(path, Limits()) as package:
        named |= set(package.title_and_author())
    traces = tuple(sorted({path.stem, *filter(None, named)}))
    return Submitted(entrant=Entrant(parts=number_parts(parts), citations=tuple(citations)), traces=traces)


def _word_parts(document: Document) -> Iterator[CasePart]:
    """A card gives its tag and what is read of it; anything else is own words."""
    card = document.card
    if card is None or card.analytic:
        yield from (claim(paragraph) for paragraph in document.text.split("\n"))
        return
    yield claim(card.tag)
    yield evidence(_read_aloud(document, "highlight") or _read_aloud(document, "underline") or document.text, card.cite)


def _read_aloud(document: Document, kind: Literal["highlight", "underline"]) -> str:
    """The words so marked, with a mark of omission where words between them were left out."""
    spoken, at = "", 0
    for mark in (one for one in document.markup if one.type == kind):
        between = document.text[at : mark.start]
        spoken += (OMISSION if any(map(str.isalnum, between)) else between) if spoken else ""
        spoken, at = spoken + document.text[mark.start : mark.end], mark.end
    return spoken


def _word_quotations(document: Document) -> Iterator[Quotation]:
    card = document.card
    if card is None or card.analytic:
        yield from find_quotations(document.text)
    else:
        yield Quotation(quote=document.text, source=document.citation.raw or card.cite or None)


def _documents(path: Path) -> tuple[Document, ...]:
    found = tuple(read(path))
    for one in found:
        if isinstance(one, Rejected):
            raise InputError(str(one), hint="mend the file, or save it in another format")
    return tuple(one for one in found if isinstance(one, Document))


# FOAM's own


def _from_json(path: Path) -> Submitted:
    """A case as `foam case --out FILE.json` wrote it."""
    try:
        raw = json.loads(_text(path))
        case = Case.model_validate({name: value for name, value in raw.items() if name != "provenance"})
    except (ValueError, AttributeError, RecursionError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no case: {first}", hint="write one: foam case --out FILE.json") from error
    return Submitted(entrant=case_entrant(case), traces=(path.stem, case.seat, case.pack, case.corpus))


def case_entrant(case: Case) -> Entrant:
    """A case of FOAM's as any other is judged: tags, evidence with its cite, and own words."""
    parts = [part for slot in case.slots for part in _slot_parts(slot.spoken, slot.card)]
    citations = [Quotation(quote=card.text, source=card.document) for card in case.cards]
    return Entrant(parts=number_parts(parts), citations=tuple(citations))


def _slot_parts(spoken: str, card: Any) -> tuple[CasePart, ...]:
    return (claim(card.tag), evidence(card.text, card.cite)) if card else (claim(spoken),)


def _text(path: Path) -> str:
    try:
        return decode_text(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be opened: {error.strerror}", hint="name a file that is there") from error
    except Unreadable as error:
        raise InputError(f"{path}: {error.what}", hint=f"a case is {', '.join(FORMATS)}; text is UTF-8") from error
