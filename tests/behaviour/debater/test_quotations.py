"""Quotations held against their sources: five verdicts, their differences, what was left out, and rates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.wordfile import WordFile

PAPER = (
    "The lighthouse keeper counted 412 ferries in May. Night crossings did not wake the seals of the skerries. "
    "A few skippers may have switched their lamps off, unless the fog horn was sounding. "
    "The seals returned to the outer rocks before midsummer, and fishermen saw them every day. "
    "Catches rose in both sounds."
)
OTHER = "The harbour board raised every fare by a tenth in June. Nobody asked the islanders."


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A library of two papers: Moen on seals and Roth on fares."""
    desk = Desk(tmp_path_factory.mktemp("sources"))
    for name, text in (("Moen", PAPER), ("Roth", OTHER)):
        fields = f"---\nauthor: Ada {name}\npublished: 2024\ntitle: {name}'s report\n---\n"
        (desk.folder / f"{name}.md").write_text(f"{fields}{text}\n", "utf-8")
        desk.run("library", "add", desk.folder / f"{name}.md")
    return desk


def check(desk: Desk, folder: Path, quote: str, source: str = "Moen 2024") -> Any:
    """What is told of one quotation in a debater's notes."""
    path = folder / "notes.md"
    path.write_text(f'As one report has it: "{quote}" ({source}).\n', "utf-8")
    (citation,) = desk.ask("quote", "check", path, code=None)["citations"]
    return citation


@pytest.mark.parametrize(
    ("quote", "source", "verdict"),
    [
        ("The lighthouse keeper counted 412 ferries in May.", "Moen 2024", "exact"),
        ("The lighthouse keeper counted 412 ferries in April.", "Moen 2024", "altered"),
        ("In May 412 ferries were counted by the keeper of the lighthouse", "Moen 2024", "paraphrase"),
        ("The lighthouse keeper counted 412 ferries in May.", "Roth 2024", "misattributed"),
        ("Whales have learnt to follow the night train to the capital", "Moen 2024", "fabricated"),
    ],
)
def test_a_quotation_has_one_of_five_verdicts(
    sources: Desk, tmp_path: Path, quote: str, source: str, verdict: str
) -> None:
    assert check(sources, tmp_path, quote, source)["verdict"] == verdict


@pytest.mark.parametrize(("changed", "altered"), [(7, True), (10, False)])
def test_a_quotation_is_altered_while_it_has_85_of_100_characters_of_its_source(
    sources: Desk, tmp_path: Path, changed: int, altered: bool
) -> None:
    """Of 54 characters 7 are others, which leaves 87 of 100; then 10, which leaves 81."""
    quote = "The seals returned to the outer rocks before midsummer"
    other = f"{quote[:22]}{'z' * changed}{quote[22 + changed :]}"
    assert (check(sources, tmp_path, other)["verdict"] == "altered") is altered


def test_an_altered_quotation_is_shown_with_its_difference(sources: Desk, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text('"The lighthouse keeper counted 512 ferries in May." (Moen 2024)\n', "utf-8")
    shown = sources.run("quote", "check", path, code=1)
    assert "altered [number]" in shown
    assert "[-412-]{+512+}" in shown


def test_a_misattributed_quotation_names_the_document_that_has_it(sources: Desk, tmp_path: Path) -> None:
    found = check(sources, tmp_path, "The lighthouse keeper counted 412 ferries in May.", "Roth 2024")
    assert sources.ask("cite", found["pointer"])["sentence"] == "The lighthouse keeper counted 412 ferries in May."


@pytest.mark.parametrize(
    ("quote", "flag"),
    [
        ("The lighthouse keeper counted 421 ferries in May.", "number"),
        ("Night crossings did wake the seals of the skerries.", "negation"),
        ("A few skippers have switched their lamps off, unless the fog horn was sounding.", "modality"),
        ("All skippers may have switched their lamps off, unless the fog horn was sounding.", "quantifier"),
        ("Catches fell in both sounds.", "opposite"),
    ],
)
def test_a_small_change_that_turns_the_sense_is_flagged_and_is_no_match(
    sources: Desk, tmp_path: Path, quote: str, flag: str
) -> None:
    found = check(sources, tmp_path, quote)
    assert (found["verdict"], found["match"]) == ("altered", False)
    assert flag in found["flags"]


def test_a_change_that_turns_nothing_is_a_match(sources: Desk, tmp_path: Path) -> None:
    found = check(
        sources, tmp_path, "Seals returned to the outer rocks before midsummer, and the fishermen saw them every day."
    )
    assert (found["verdict"], found["match"]) == ("altered", True)


def test_words_left_out_with_a_mark_are_no_change(sources: Desk, tmp_path: Path) -> None:
    found = check(sources, tmp_path, "The seals returned to the outer rocks [...] and fishermen saw them every day.")
    assert (found["verdict"], found["match"]) == ("exact", True)
    assert "omission" in found["flags"]


def test_words_left_out_without_a_mark_are_flagged(sources: Desk, tmp_path: Path) -> None:
    found = check(sources, tmp_path, "The seals returned before midsummer, and fishermen saw them every day.")
    assert "silent_omission" in found["flags"]
    assert not found["match"]


def test_a_cut_that_hides_a_negation_behind_its_mark_is_flagged(sources: Desk, tmp_path: Path) -> None:
    found = check(sources, tmp_path, "Night crossings did [...] wake the seals of the skerries.")
    assert "negation" in found["flags"]
    assert not found["match"]


def test_a_source_that_is_not_in_the_library_is_said_to_be_unknown(sources: Desk, tmp_path: Path) -> None:
    found = check(sources, tmp_path, "Whales have learnt to follow the night train", "Quist 1999")
    assert "source_unknown" in found["flags"]


NOTES = """
"The lighthouse keeper counted 412 ferries in May." (Moen 2024)

> The harbour board raised every fare by a fifth in June.
> — Roth 2024

"Whales have learnt to follow the night train to the capital." (Moen 2024)
"""


def test_the_rates_of_a_file_count_what_matches(sources: Desk, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text(NOTES, "utf-8")
    shown = sources.run("quote", "check", path, code=1)
    assert "3 quotations: 1 exact, 1 altered, 1 fabricated" in shown
    assert "exact 33.3%" in shown
    assert "CFVR 0.0%" in shown
    path.write_text(NOTES.split("\n\n")[0], "utf-8")
    assert "exact 100.0%" in sources.run("quote", "check", path)


def test_an_audit_holds_each_case_against_a_folder_and_counts_unreachable_sources_apart(
    sources: Desk, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text(f"# Seals\n{NOTES.split(chr(10) * 2)[0]}\n", "utf-8")
    bad.write_text(f'# Seals\n{NOTES}\n"Puffins vote by post in every parish." (Quist 1999)\n', "utf-8")
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("Moen", "Roth"):
        (folder / f"{name}.md").write_bytes((sources.folder / f"{name}.md").read_bytes())
    shown = sources.run("audit", good, bad, "--sources", folder, "--all", code=1)
    assert "cases 2, citations 5: 2 exact, 1 altered, 1 fabricated, 1 unreachable" in shown
    assert "CFVR 50.0%" in shown
    sources.run("audit", good, "--sources", folder)


def write_case(path: Path, read: str) -> Path:
    file = WordFile()
    file.card("Seals sleep through it", "Moen 24", "keeper, 2024, “Moen's report”", (read, "read"))
    return file.save(path)


def test_the_cards_of_a_word_file_are_checked_as_quotations_of_their_cites(sources: Desk, tmp_path: Path) -> None:
    kept = write_case(tmp_path / "kept.docx", "Night crossings did not wake the seals of the skerries.")
    turned = write_case(tmp_path / "turned.docx", "Night crossings did wake the seals of the skerries.")
    assert "1 exact" in sources.run("quote", "check", kept)
    assert "altered [negation]" in sources.run("quote", "check", turned, code=1)
    assert "altered [negation]" in sources.run("audit", turned, "--sources", sources.folder / "Moen.md", code=1)


def test_quotations_are_checked_against_files_without_a_library(empty: Desk, sources: Desk, tmp_path: Path) -> None:
    quotes = tmp_path / "quotes.json"
    quotes.write_text('[{"quote": "The lighthouse keeper counted 412 ferries in May."}]', "utf-8")
    assert "1 exact" in empty.run("quote", "check", quotes, "--against", sources.folder / "Moen.md")
    assert "1 fabricated" in empty.run("quote", "check", quotes, "--against", sources.folder / "Roth.md", code=1)


def test_a_folder_that_holds_the_false_letter_shows_the_law_beside_it(tmp_path: Path) -> None:
    desk, file = Desk(tmp_path / "home"), tmp_path / "file"
    file.mkdir()
    false = "A household is entitled where its income does not exceed 1,200 crowns"
    (file / "law.md").write_text("# Heating Grant Act\n\n" + false.replace("1,200", "2,100") + ".\n", "utf-8")
    (file / "letter.md").write_text(f'The Act says: "{false}" (Heating Grant Act, section 12).\n', "utf-8")
    (file / "reply.md").write_text(f'Dear office, you write "{false}", which the Act does not say.\n', "utf-8")
    for asked in ((file / "letter.md", "--against", file), (file, "--against", file), (file,)):
        for found in desk.ask("quote", "check", *asked, code=1)["citations"]:
            assert (found["verdict"], found["match"], found["flags"][0]) == ("altered", False, "number")
            assert "2,100" in found["places"][0]["text"]


def test_a_highlight_that_cuts_a_negation_or_a_condition_away_is_told_when_it_is_asked_for(
    sources: Desk, tmp_path: Path
) -> None:
    file = WordFile()
    file.head(3, "Seals")
    cite = ("Moen 2024", "Ada, Moen's report")
    file.card(
        "Crossings wake the seals", *cite, ("Night crossings did ", "read"), ("not ", "kept"),
        ("wake the seals of the skerries.", "read"),
    )  # fmt: skip
    file.card(
        "Skippers run dark", *cite, ("A few skippers may have switched their lamps off", "read"),
        (" unless the fog horn was sounding.", "kept"),
    )  # fmt: skip
    file.card("Seals are back", *cite, ("The seals returned", "read"), (" to the outer rocks ", "kept"),
              ("before midsummer,", "read"), (" and fishermen saw them every day.", "kept"))  # fmt: skip
    path = file.save(tmp_path / "cards.docx")
    assert "clipped" not in sources.ask("quote", "check", path, code=None)
    report = sources.ask("quote", "check", path, "--read", code=1)
    told = {one["tag"]: [clip["left_out"] for clip in one["clips"]] for one in report["clipped"]}
    assert told == {
        "Crossings wake the seals": ["not"],
        "Skippers run dark": ["unless the fog horn was sounding"],
    }
