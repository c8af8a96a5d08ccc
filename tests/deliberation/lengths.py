"""How long an answer is to read: `python -m tests.deliberation.lengths` prints the words of two of them by section."""

from __future__ import annotations

import re

import foam
from foam.paper import compose, render
from foam.paper.blocks import Heading

TECHNICAL = re.compile(r"\bd:[0-9a-f]{8}|\bb2:[0-9a-f]{12}")
"""A pointer or a digest."""
LEAD, CHANGE = "the answer", "What would change it"


def split_page(answer: foam.Answer) -> dict[str, list[str]]:
    """A printed answer by section, folded parts included, without empty lines and rules."""
    paper = compose(answer)
    titles = [block.text for block in paper.blocks if isinstance(block, Heading) and block.level == 1]
    found: dict[str, list[str]] = {LEAD: []}
    for line in render(paper, "text").splitlines():
        if titles and line == titles[0]:
            found[titles.pop(0)] = []
        if line.strip(" =-"):
            found[list(found)[-1]].append(line)
    return found


def count_words(answer: foam.Answer) -> dict[str, int]:
    """Its words by section."""
    return {title: sum(len(line.split()) for line in lines) for title, lines in split_page(answer).items()}


def read_first_screen(answer: foam.Answer) -> list[str]:
    """Its lines down to what would change it."""
    sections = split_page(answer)
    titles = list(sections)
    return [line for title in titles[: titles.index(CHANGE) + 1] for line in sections[title]]


if __name__ == "__main__":
    from tests.deliberation.test_handwritten import PACKS, sit

    for pack in PACKS:
        view = sit(pack)[1].view
        counted = count_words(view)
        print(f"{pack}: {sum(counted.values())} words, {len(read_first_screen(view))} lines first")
        for title, words in counted.items():
            print(f"{words:6} {title}")
