"""A text held against itself is never altered, and a change of form is never put to a reader of sense."""

from __future__ import annotations

import random
import re
from typing import NoReturn

from tests.evidence.samples import made

from foam.evidence.document import Document
from foam.evidence.quotes.naming import make_shelf
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import is_match

_WORDS = """
the a of and to in that it not never may must all few three 412 2019 7.5 % $40 court office claim income month grant
hens street quiet night order rule law U.S. Dr. Lund's state-run co-operate colour may, (as amended) "quoted" – naïve
reason; therefore: however, refused granted rose fell before after no-one cannot won't § 12(3) e.g. etc. [sic] ½ Å
"""
WORDS = _WORDS.split()
PASSAGES = 1000
FORM = {
    "a dropped mark": (r"(?<=\w)[,;:](?= )", ""),
    "a mark put in": (r"(?<=[a-z]{3}) (?=and )", ", "),
    "another article": (r" the (?=[a-z])", " a "),
    "a capital": (r"(?<= )o(?=ffice)", "O"),
    "British spelling": (r"color", "colour"),
}


def write_document(rng: random.Random) -> Document:
    """Sentences of words drawn by chance, of one word up to a page."""
    sentences = (" ".join(rng.choices(WORDS, k=rng.choice((1, 3, 8, 20, 60)))) for _ in range(rng.randrange(1, 40)))
    return made(" ".join(f"{one[:1].upper()}{one[1:]}{rng.choice('.!?')}" for one in sentences))


def suspect(source: str, quote: str) -> bool:
    """Finds that everything says something else."""
    return True


def refuse(source: str, quote: str) -> NoReturn:
    raise AssertionError(f"a reader was asked of a change of form: {source!r} and {quote!r}")


def test_no_passage_is_altered_from_itself() -> None:
    rng = random.Random(46)
    documents = list({one.id: one for one in (write_document(rng) for _ in range(100))}.values())
    judge = Judge(make_shelf(documents), MemoryPassages(documents), sense=suspect)
    longest = 0
    for _ in range(PASSAGES):
        document = rng.choice(documents)
        first, last = sorted(rng.choices(range(len(document.sentences)), k=2))
        text = document.text[document.sentences[first].start : document.sentences[last].end].strip()
        if not any(map(str.isalnum, text)):
            continue
        longest = max(longest, len(text.split()))
        for source in (document.id, None) if len(text.split()) > 3 else (document.id,):  # a word stands anywhere
            verdict = judge.check(text, source=source)
            assert verdict.type == "exact", (verdict.type, verdict.flags, text, source)
    assert longest > 400


def test_a_change_of_form_is_a_match_and_no_reader_is_asked() -> None:
    text = (
        "The court, which sat in March, held that the color of the office; and the rule of law, gave no ground: and "
        "the order stood. It was refused on the day and the claim was sent back to the office for another reading."
    )
    document = made(text)
    judge = Judge(make_shelf([document]), MemoryPassages([document]), sense=refuse)
    for name, (pattern, put) in FORM.items():
        quote = re.sub(pattern, put, text, count=1)
        assert quote != text, name
        verdict = judge.check(quote, source=document.id)
        assert (verdict.type, is_match(verdict)) == ("altered", True), (name, verdict.flags)
