"""A copy of a text in which each fault is marked where it stands, as text and Markdown or as a Word file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from copy import deepcopy
from itertools import accumulate
from pathlib import Path
from typing import Any

from foam_quotes.files import TEXTS, WORD, Unreadable, list_paragraphs, open_word, read_text
from foam_quotes.report import Report


def mark_text(text: str, report: Report) -> str:
    """The text with every fault told in bold brackets behind the words it is about."""
    for fault in reversed(report.faults):
        text = f"{text[: fault.end]} {_mark(fault.told)}{text[fault.end :]}"
    return text


def write_marked(path: Path | str, report: Report, out: Path | str) -> None:
    """A marked copy of a file that was checked; a Word file keeps its looks."""
    path, out = Path(path), Path(out)
    match out.suffix.lower():
        case ending if ending in WORD:
            _write_word(path, report, out)
        case ending if ending in TEXTS:
            out.write_text(mark_text(read_text(path), report), "utf-8")
        case _:
            raise Unreadable(f"{out}: a marked copy ends in .md, .txt or .docx")


def _mark(told: str) -> str:
    return f"**[{told}]**"


def _write_word(path: Path, report: Report, out: Path) -> None:
    from docx import Document

    if path.suffix.lower() in WORD:
        document = open_word(path)
    else:
        document = Document()
        for line in read_text(path).split("\n"):
            document.add_paragraph(line)
    paragraphs = list(list_paragraphs(document))
    starts = list(accumulate((len(paragraph.text) + 1 for paragraph in paragraphs), initial=0))
    for fault in reversed(report.faults):
        number = bisect_right(starts, max(0, fault.end - 1)) - 1
        _insert(paragraphs[number], fault.end - starts[number], fault.told)
    document.save(str(out))


def _insert(paragraph: Any, at: int, told: str) -> None:
    """Put a highlighted remark into a paragraph; a run in which it falls is parted."""
    from docx.enum.text import WD_COLOR_INDEX
    from docx.text.run import Run

    inner = list(paragraph.iter_inner_content())
    starts = list(accumulate((len(one.text) for one in inner), initial=0))
    remark = paragraph.add_run(f" [{told}]")
    remark.bold, remark.font.highlight_color = True, WD_COLOR_INDEX.YELLOW
    number = _find(starts, at)
    if number >= len(inner):
        return
    here, into = inner[number], at - starts[number]
    if isinstance(here, Run) and 0 < into < len(here.text):
        rest = deepcopy(here._r)
        text = here.text
        here._r.addnext(rest)
        here.text, Run(rest, paragraph).text = text[:into], text[into:]
    (here._r if isinstance(here, Run) else here._hyperlink).addnext(remark._r)


def _find(starts: Sequence[int], at: int) -> int:
    """The piece that holds the character before an offset."""
    return bisect_right(starts, max(0, at - 1)) - 1
