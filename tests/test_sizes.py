"""The project's sizes only fall: see `tests/sizes.py`."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from tests.sizes import (
    FIGURES,
    ROOT,
    check,
    count,
    count_like_runs,
    count_patterns_and_lists,
    count_public_names,
    lower,
    read_table,
)

TODAY = datetime.date(2031, 5, 1)

PATTERNS = {
    "an attribute": 'import re\nre.search(r"\\bshould|ought", text)',
    "a bare name": 'from re import compile\n_A = compile("should|ought")',
    "another name": 'import re as rx\nfind = rx.search\nfind("should|ought", text)',
    "another library": 'import regex\nregex.compile("should|ought")',
    "a likeness": 'from rapidfuzz import fuzz\nfuzz.ratio("should ought", text)',
    "an entry of a matcher": 'from spacy.matcher import Matcher\nm = Matcher(v)\nm.add("A", [["should", "ought"]])',
    "a constant": 'import re\n_A = "should|ought"\n_B = re.compile(_A)',
    "parts": 'import re\n_A = "should"\n_B = re.compile(rf"\\b(?:{_A}|ought)\\b")',
    "a joined list": 'import re\n_A = ("should", "ought")\n_B = re.compile("|".join(map(re.escape, _A)))',
    "a joined text": 'import re\n_B = re.compile("|".join("should ought".split()))',
    "a loop": 'import re\n_A = ("should|ought", "x")\n_B = [re.compile(one) for one in _A]',
    "a parameter": 'import re\ndef find(pattern, text):\n    return re.search(pattern, text)\nfind("should|ought", t)',
    "one pattern twice": 'import re\n_A = "should|ought"\nre.search(_A, one)\nre.search(_A, other)',
}


@pytest.mark.parametrize("source", PATTERNS.values(), ids=PATTERNS)
def test_a_pattern_of_english_words_counts_once(source: str) -> None:
    assert count_patterns_and_lists({"foam/one.py": source}, {}) == (1, 0)


@pytest.mark.parametrize(
    "source",
    [
        'import re\nre.search(r"\\bshould\\b", text)',
        'import re\nre.compile(r"(?P<should>[a-z]+) (?P<ought>\\d+)")',
        'import re\nre.compile(r"\\d+")\nprint("should ought")',
        'import re\n_A = re.compile("x")\n_A.sub("should ought", text)',
        'import shop\nshop.search("should|ought")',
    ],
    ids=["one word", "names of groups", "a printed text", "what is put in its place", "no matcher"],
)
def test_other_texts_are_no_patterns(source: str) -> None:
    assert count_patterns_and_lists({"foam/one.py": source}, {}) == (0, 0)


def test_a_pattern_is_followed_into_another_module() -> None:
    sources = {
        "foam/words.py": 'OBLIGES = "should|ought"\n',
        "foam/one.py": "import re\nfrom foam.words import OBLIGES\n_A = re.compile(OBLIGES)\n",
    }
    assert count_patterns_and_lists(sources, {}) == (1, 0)


def test_patterns_of_data_files_count() -> None:
    data = {
        "foam/a.toml": "[[rule]]\npattern = '(?i)\\bwas denied\\b'\nseek = \"The claim is denied.\"\n",
        "foam/b.json": '{"find": ["\\\\bwas granted", "\\\\d+"]}',
    }
    assert count_patterns_and_lists({}, data) == (2, 0)


LISTS = {
    "in": 'x in ("but", "yet", "though")',
    "a constant": '_A = frozenset({"but", "yet", "though"})\nx in _A',
    "a split text": '_WORDS = "but yet though"\n_A = frozenset(_WORDS.split())\nx in _A',
    "found words": 'import re\n_A = re.findall(r"\\w+", "but yet though")\nx in _A',
    "get": '_A = {"one": 1, "two": 2, "three": 3}\n_A.get(x)',
    "a subscript": '_A = {"one": 1, "two": 2, "three": 3}\n_A[x]',
    "a start": 'x.startswith(("but", "yet", "though"))',
    "a set operation": '_A = {"but", "yet", "though"}\nx & _A',
    "a loop": '_A = ("but", "yet", "though")\nany(one in x for one in _A)',
    "a case": 'match x:\n    case "but" | "yet" | "though":\n        pass',
    "a chain": 'x == "but" or x == "yet" or x == "though"',
    "groups": '_A = {1: ("but", "yet"), 2: ("though",)}\nany(x in one for one in _A.values())\n_A.get(x)',
    "a parameter": 'def has(text, words):\n    return text in words\nhas(x, ("but", "yet", "though"))',
}


@pytest.mark.parametrize("source", LISTS.values(), ids=LISTS)
def test_a_list_of_english_words_counts_once(source: str) -> None:
    assert count_patterns_and_lists({"foam/one.py": source}, {}) == (0, 1)


@pytest.mark.parametrize(
    "source",
    [
        '_A = ("but", "yet", "though")\nfor one in _A:\n    print(one)',
        'x in ("but", "yet")',
        '_A = {"a": "but", "b": "yet", "c": "though"}\n_A[x]',
        'x in ("How is it?", "What is it?", "Who is it?")',
        'x in ("but", "yet", "though")\nfrom typing import Literal\nKind = Literal["but", "yet", "though"]',
        'x in ("but", "yet", "though")\nclass Kind(StrEnum):\n    A = "but"\n    B = "yet"\n    C = "though"',
        'x in ("but", "yet", "though")\nclass Form:\n    but: int\n    yet: int\n    though: int',
    ],
    ids=["printed", "two words", "labels", "prompts", "a Literal", "an enumeration", "fields"],
)
def test_other_collections_are_no_lists(source: str) -> None:
    assert count_patterns_and_lists({"foam/one.py": source}, {}) == (0, 0)


def test_a_list_is_followed_into_another_module() -> None:
    sources = {
        "foam/words.py": 'TURNS = ("but", "yet", "though")\n',
        "foam/one.py": "from foam import words\nx in words.TURNS\n",
    }
    assert count_patterns_and_lists(sources, {}) == (0, 1)


def test_six_equal_lines_are_a_like_run() -> None:
    lines = [f"    value_{place} = read({place})" for place in range(8)]
    inside = "\n\n# a remark\n".join(one.strip() for one in lines[:6])
    assert count_like_runs({"a.py": "\n".join(lines), "b.py": "other()\n" + inside}) == 1
    assert count_like_runs({"a.py": "\n".join(lines), "b.py": "\n".join(lines)}) == 1
    assert count_like_runs({"a.py": "\n".join([*lines, "between()", *lines])}) == 1
    assert count_like_runs({"a.py": "\n".join(lines), "b.py": "\n".join(lines[:5])}) == 0
    imports = "\n".join(f"from foam.one import name_{place}" for place in range(9))
    assert count_like_runs({"a.py": imports, "b.py": imports}) == 0


def test_functions_and_classes_without_an_underscore_are_public() -> None:
    assert count_public_names("def a(): ...\nclass B:\n    def c(self): ...\ndef _d(): ...\nE = 1\n") == 2


def make_table(*loans: dict[str, Any], **figures: int) -> dict[str, Any]:
    return {**dict.fromkeys(FIGURES, 10), **figures, "loans": list(loans)}


def make_loan(until: datetime.date) -> dict[str, Any]:
    return {"figure": "lines", "amount": 5, "issue": 42, "until": until, "why": "both stand side by side"}


def test_a_risen_figure_is_a_fault() -> None:
    counted = dict.fromkeys(FIGURES, 10)
    assert check(counted, make_table(), TODAY) == []
    assert check({**counted, "patterns": 11}, make_table(), TODAY) == ["patterns: 11 counted, 10 allowed."]


def test_a_loan_allows_its_amount_until_its_date() -> None:
    counted = {**dict.fromkeys(FIGURES, 10), "lines": 15}
    open_loan = make_loan(until=TODAY)
    assert check(counted, make_table(open_loan), TODAY) == []
    assert check({**counted, "lines": 16}, make_table(open_loan), TODAY) == [
        "lines: 16 counted, 10 allowed and 5 are lent."
    ]


def test_a_loan_that_outlives_its_date_is_a_fault_even_when_it_is_not_used() -> None:
    late = make_loan(until=TODAY - datetime.timedelta(days=1))
    assert check(dict.fromkeys(FIGURES, 10), make_table(late), TODAY) == [
        "The loan of 5 lines for issue 42 ran until 2031-04-30: pay it back."
    ]


def test_only_lower_figures_are_written() -> None:
    figures = "".join(f"{figure} = 10\n" for figure in FIGURES)
    settings = f"[tool.other]\nlines = 10\n\n[tool.foam.sizes]\n{figures}\n[tool.third]\nlines = 10\n"
    written = lower(settings, {**dict.fromkeys(FIGURES, 10), "lines": 7, "patterns": 12})
    assert read_table(written) == {**dict.fromkeys(FIGURES, 10), "lines": 7}
    assert written.count("lines = 10") == 2


def test_no_size_has_risen() -> None:
    table = read_table((ROOT / "pyproject.toml").read_text("utf-8"))
    assert check(count(), table, datetime.datetime.now(datetime.UTC).date()) == []
