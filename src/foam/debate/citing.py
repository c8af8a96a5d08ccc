"""How a speech names its sources aloud: author and year, else the title in words."""

from __future__ import annotations

import re
from pathlib import PurePath

from foam.evidence.corpus import Passage

_STEM = re.compile(r"[^\s_-]+(?:[_-]+[^\s_-]+)+")
_JOINTS = re.compile(r"[_-]+")


def name_aloud(passage: Passage) -> str:
    """The source as a listener hears it; its pointer where nothing is known of it."""
    return put_in_words(passage.cite) or passage.pointer.brief()


def describe_heading(passage: Passage) -> str:
    """What heads the table that a row is of; empty where it is none."""
    return f"row of a table, headed: “{passage.heading}”" if passage.heading else ""


def put_in_words(cite: str) -> str:
    """A citation as it is; one that is no more than the name of a file, as the words that it is made of.

    A name such as `Smith-Jones` stays: file names are in small letters, have underscores, or join three words and more.
    """
    bare = PurePath(cite).stem if re.search(r"\.[a-z]{1,5}$", cite) and " " not in cite else cite
    if not _STEM.fullmatch(bare) or not (bare.islower() or "_" in bare or bare.count("-") > 1):
        return cite
    words = _JOINTS.sub(" ", bare)
    return words[0].upper() + words[1:]
