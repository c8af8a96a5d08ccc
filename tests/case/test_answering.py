"""A 2AC from one's own blocks: each position met by the cards of the block against it, in their order, or named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.case.debaters import PLAN, RESOLUTION, add_card, read_cards, write_affirmative
from tests.case.test_own import run
from tests.evidence.imports.verbatim import VerbatimFile

from foam.argument.answers import find_called
from foam.case.heard.flow import read_flow
from foam.case.own.frontlines import choose_shells, choose_various, list_frontlines
from foam.case.own.values import LaidCard, LaidPart, Layout
from foam.evidence.holdings import Standing

COSTS = (
    ("Non-unique---city budgets are ruined now", "Abel 21", "Budgets of every city fell into debt last year", 30),
    ("No link---planting costs little", "Bonn 20", "A sapling costs less than a lamp", 31),
    ("No impact---cities recover from debt", "Cole 19", "All indebted cities recovered within four years", 32),
    ("Non-unique---pensions ruin city budgets anyway", "Dorn 18", "Pensions took more than half of all budgets", 33),
)
AGENDA = (
    ("Won’t pass---the harbour bill is stalled", "Eder 21", "The harbour bill is stuck in its committee", 34),
    ("Political capital isn’t key", "Falk 20", "Favours of the mayor have never moved a vote", 35),
    ("No impact---harbours are resilient", "Gold 19", "Harbours stayed open through every crisis", 36),
)


def write_blocks(folder: Path) -> Path:
    """A team's answers: a disadvantage in detail, an agenda that was about another bill, and one on the case."""
    file = VerbatimFile()
    file.pocket("2AC")
    file.block("2AC Costs DA")
    for card in COSTS:
        add_card(file, *card)
    file.tag("Perm do both solves the costs as well")
    file.block("2AC Harbour Politics")
    for card in AGENDA:
        add_card(file, *card)
    file.block("AT: Roots break pipes")
    add_card(file, "Modern roots are kept from pipes", "Gupta 16", "Root barriers have kept every pipe whole", 9)
    file.pocket("2NC")
    file.block("AT: Costs are low")
    add_card(file, "Costs of planting ruin budgets every year", "Hahn 22", "Gardeners cost more than teachers", 37)
    return file.save(folder / "North-Blocks-Aff-Open-R2.docx")


def write_speech(folder: Path) -> Path:
    """What the negative said: the disadvantage, a bill on the agenda, an argument on the case, and one of its own."""
    file = VerbatimFile()
    file.pocket("1NC")
    file.block("Costs DA")
    add_card(file, "City budgets are healthy now", "Iller 22", "Budgets of cities are healthy this year", 40)
    add_card(file, "The plan ruins city budgets with planting costs", "Jung 22", "Planting costs nine thousand", 41)
    add_card(file, "Ruined city budgets cause wars", "Kern 22", "Debts of cities have ended in wars before", 42)
    file.block("Politics DA")
    add_card(
        file, "The school bill will pass now, political capital is key", "Lang 22", "The school bill will pass", 43
    )
    add_card(file, "The plan costs political capital", "Moll 22", "Trees cost the mayor capital", 44)
    add_card(file, "Schools prevent extinction", "Nolte 22", "Only schools prevent extinction", 45)
    file.block("Pollen K")
    add_card(
        file, "Their love of trees silences the sneezing", "Otto 22", "Whoever loves trees forgets who sneezes", 46
    )
    file.block("Case")
    add_card(file, "Roots of planted trees break pipes", "Pohl 22", "Roots break one pipe in three", 47)
    return file.save(folder / "theirs.docx")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one's own files; tests work on copies."""
    folder = tmp_path_factory.mktemp("added")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(folder / "home"))
        assert run("library", "add", write_affirmative(folder), write_blocks(folder)).exit_code == 0
    return folder


@pytest.fixture(autouse=True)
def theirs(added: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The other team's speech, beside a home with one's own files."""
    shutil.copytree(added, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return write_speech(tmp_path)


def answer(theirs: Path, *arguments: object) -> Any:
    """The 2AC that the command wrote, as data."""
    result = run("case", RESOLUTION, "--library", "--speech", "2AC", "--answering", theirs, *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["case"]


def list_said(case: Any) -> dict[str, list[str]]:
    """What is said against each position: tags of cards, and analytics."""
    said: dict[str, list[str]] = {group["title"]: [] for group in case["groups"]}
    titles = {group["id"]: group["title"] for group in case["groups"]}
    for slot in case["slots"]:
        said[titles[slot["path"][-2]]].append(slot["card"]["tag"] if slot.get("card") else slot["analytic"])
    return said


def test_a_position_is_answered_from_its_block_in_its_order_under_its_tags(theirs: Path) -> None:
    said = list_said(answer(theirs))
    assert said["AT: Costs DA"] == [*(card[0] for card in COSTS), "Perm do both solves the costs as well"]
    assert said["AT: Case"] == ["Modern roots are kept from pipes"]


def test_a_block_on_another_bill_answers_with_what_holds_for_every_bill(theirs: Path) -> None:
    assert list_said(answer(theirs))["AT: Politics DA"] == ["Political capital isn’t key"]


def test_a_counterplan_that_is_answered_is_answered_by_a_permutation_as_well(theirs: Path, tmp_path: Path) -> None:
    file = VerbatimFile()
    file.pocket("1NC")
    file.block("Shrubs CP")
    add_card(file, "Text: The government should plant shrubs in every city", "Quist 22", "Shrubs were planted", 48)
    other = file.save(tmp_path / "shrubs.docx")
    own = VerbatimFile()
    own.pocket("2AC")
    own.block("2AC Shrubs CP")
    add_card(own, "Shrubs give no shade to any city", "Rask 21", "No shrub has cooled a street", 49)
    assert run("library", "add", own.save(tmp_path / "North-Shrubs-Aff-Open-R5.docx")).exit_code == 0
    said = list_said(answer(other))["AT: Shrubs CP"]
    assert sorted(said) == ["Permutation: do both.", "Shrubs give no shade to any city"]


def test_what_nothing_meets_is_named_and_nothing_of_the_other_side_is_read(theirs: Path) -> None:
    result = run("case", RESOLUTION, "--library", "--speech", "2AC", "--answering", theirs)
    assert result.exit_code == 0, result.output
    assert "Not answered on their own sheet, which a judge may take as granted: Pollen K" in " ".join(
        result.output.split()
    )
    assert "Costs of planting ruin budgets every year" not in str(list_said(answer(theirs)))


def test_each_kind_of_answer_comes_before_a_second_of_its_kind_when_time_is_short(theirs: Path) -> None:
    case = answer(theirs, "--words", "85")
    assert list_said(case)["AT: Costs DA"] == [
        *(card[0] for card in COSTS[:3]),
        "Perm do both solves the costs as well",
    ]
    cards = [slot["card"] for slot in case["slots"] if slot.get("card")]
    read_out = [
        *(f"{one['tag']} {one['cite']} {one['text']}" for one in cards),
        "Perm do both solves the costs as well",
    ]
    assert sum(len(one.split()) for one in read_out) <= 85


def test_a_word_file_of_answers_has_the_positions_as_hats_and_no_heading_of_other_files(
    theirs: Path, tmp_path: Path
) -> None:
    more = VerbatimFile()
    more.block("1AR Costs DA")
    add_card(more, "No impact, city budgets never caused a war", "Uhl 14", "No budget of a city ever led to war", 75)
    assert run("library", "add", more.save(tmp_path / "North-More-Aff-Open-R4.docx")).exit_code == 0
    out = tmp_path / "2AC.docx"
    arguments = ("case", RESOLUTION, "--library", "--speech", "2AC", "--answering", theirs, "--out", out)
    assert run(*arguments).exit_code == 0
    cards = [one.card for one in read_cards(out) if one.card and not one.card.analytic]
    assert "No impact, city budgets never caused a war" in {one.tag for one in cards if one.hat == "AT: Costs DA"}
    places = {(one.pocket, one.hat, one.block) for one in cards}
    assert places == {("2AC", f"AT: {name}", "") for name in ("Costs DA", "Politics DA", "Case")}


def test_a_layout_that_only_carries_the_first_speech_on_reads_nothing_of_the_library() -> None:
    place: dict[str, Any] = {"id": "a.1", "component": "warrant", "title": "Extension", "seek": "", "candidates": ()}
    carried = LaidCard(**place, says="Extend Abel 21 from our first speech: trees cool.", answers="x")
    part = LaidPart(id="a", title="AT: Case", syllogism="rebuttal", cards=(carried,))
    assert not Layout(plan="Trees.", parts=(part,)).reads_cards


def test_where_nothing_is_answered_each_position_is_named(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.pocket("1NC")
    for name, tag in (("Pollen K", "Their love of trees silences the sneezing"), ("Owls DA", "Owls need the dark")):
        file.block(name)
        add_card(file, tag, "Otto 22", f"It was said of {name} in every town", 80 + len(name))
    theirs = file.save(tmp_path / "others.docx")
    result = run("case", RESOLUTION, "--library", "--speech", "2AC", "--answering", theirs)
    assert result.exit_code == 2
    said = " ".join(result.output.split())
    assert "nothing in the library answers what was said: " in said
    assert all(name in said for name in ("Pollen", "Owls"))


@pytest.mark.parametrize("speech", ["1NC", "1AC"])
def test_a_search_takes_nothing_from_a_file_of_the_negative(theirs: Path, tmp_path: Path, speech: str) -> None:
    """Under a heading that names no side: the file's other headings do."""
    file = VerbatimFile()
    file.block(speech)
    add_card(file, "Harbours are deep in every season", "Rask 12", "Harbours were measured in every season", 70)
    file.block("Sneezing")
    tag = "Their love of trees does not silence the sneezing"
    add_card(file, tag, "Stolz 13", "Whoever loves trees does not forget who sneezes", 71)
    assert run("library", "add", file.save(tmp_path / "file_1.docx")).exit_code == 0
    said = list_said(answer(theirs))
    assert said.get("AT: Pollen K", []) == ([tag] if speech == "1AC" else [])


@pytest.mark.parametrize("is_first_long", [False, True])
def test_answers_are_counted_only_as_far_as_the_count_is_read(
    theirs: Path, tmp_path: Path, is_first_long: bool
) -> None:
    """A first answer for which there is no time takes the numbers of the others with it."""
    file = VerbatimFile()
    file.pocket("2AC")
    file.block("2AC Pollen K")
    tags = [
        "1) Perm do both: love trees and hear the sneezing",
        "2) No link, love of trees silences nobody",
        "3) No impact to sneezing",
        "4) Alternative fails, sneezing goes on without trees",
    ]
    for n, tag in enumerate(tags):
        long = 60 if is_first_long and not n else 1
        read = " ".join([f"Sneezing number {n} was counted beside the trees of all towns"] * long)
        add_card(file, tag, f"Quist {11 + n}", read, 60 + n)
    assert run("library", "add", file.save(tmp_path / "North-Pollen-Aff-Open-R3.docx")).exit_code == 0
    bare = ["No link, love of trees silences nobody", "No impact to sneezing"]
    bare += ["Alternative fails, sneezing goes on without trees"]
    assert list_said(answer(theirs))["AT: Pollen K"] == (bare if is_first_long else tags)


def test_each_answer_stands_on_the_sheet_of_what_it_meets(theirs: Path, tmp_path: Path) -> None:
    out = tmp_path / "2AC.flow.json"
    answer(theirs, "--out", out)
    pages = {page["title"]: page for page in json.loads(out.read_text())["pages"]}
    columns = {speech["speech"]: speech["arguments"] for speech in pages["Costs DA"]["speeches"]}
    met = {one["id"]: one["text"] for one in columns["1NC"]}
    assert [met[one["answers"]] for one in columns["2AC"]][:3] == list(met.values())


def test_no_text_that_the_first_speech_read_is_read_again(theirs: Path, tmp_path: Path) -> None:
    first = tmp_path / "1AC.json"
    assert run("case", RESOLUTION, "--library", "--words", "120", "--out", first).exit_code == 0
    result = run("case", "--library", "--speech", "2AC", "--answering", first, "--answering", theirs, "--json")
    assert result.exit_code == 0, result.output
    read_before = {slot["card"]["document"] for slot in json.loads(first.read_text())["slots"] if slot.get("card")}
    cards = [slot["card"]["document"] for slot in json.loads(result.stdout)["case"]["slots"] if slot.get("card")]
    assert len(cards) == len(set(cards)) > 0
    assert not read_before & set(cards)


def test_what_the_round_is_about_is_read_off_a_case_in_word_or_asked_for(theirs: Path, tmp_path: Path) -> None:
    first = tmp_path / "1AC.docx"
    assert run("case", RESOLUTION, "--library", "--words", "120", "--out", first).exit_code == 0
    result = run("case", "--library", "--speech", "2AC", "--answering", first, "--answering", theirs, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["case"]["resolution"] == RESOLUTION
    without = run("case", "--library", "--speech", "2AC", "--answering", theirs)
    assert (without.exit_code, "give the resolution" in without.output) == (2, True)


def test_a_dry_run_counts_the_cards_of_the_blocks(theirs: Path) -> None:
    result = run("case", RESOLUTION, "--library", "--speech", "2AC", "--answering", theirs, "--dry-run")
    assert result.exit_code == 0, result.output
    assert "6 cards of your own" in result.output


def test_blocks_are_told_by_their_headings(tmp_path: Path) -> None:
    documents = read_cards(write_blocks(tmp_path))
    blocks = list(list_frontlines([Standing("f", n, one) for n, one in enumerate(documents)], "2AC"))
    assert [(one.title, one.kind, one.answers) for one in blocks] == [
        ("Costs DA", "disadvantage", False),
        ("Harbour Politics", "disadvantage", False),
        ("Roots break pipes", "", True),
    ]


@pytest.mark.parametrize(
    ("said", "called"),
    [
        (["Painting piers serves the smugglers and their secret agenda", "Smugglers win"], {}),
        (["The plan ends the mayor’s agenda"], {"politics": "disadvantage"}),
        (["2AC Agenda"], {"politics": "disadvantage"}),
        (("The school bill will pass", "The plan costs capital"), {"politics": "disadvantage"}),
        (("The President should issue an executive order",), {"executive": "counterplan"}),
        (("The fifty states and all relevant territories should plant trees",), {"states": "counterplan"}),
        (("Trees are good", "Trees are green", "Trees are old", "Trees are tall", "No bill will pass"), {}),
    ],
)
def test_positions_that_every_topic_knows_are_told_by_their_words(
    said: tuple[str, ...], called: dict[str, str]
) -> None:
    assert find_called(*said) == called


def test_a_speech_that_only_heard_its_opponent_needs_no_first_speech_of_its_own(theirs: Path) -> None:
    flow = read_flow(read_cards(theirs), resolution=RESOLUTION, before="2AC", heard=None)
    assert {speech.speech for page in flow.pages for speech in page.speeches} == {"1NC"}
    assert answer(theirs)["heard"] == flow.json_value()


def test_copies_of_one_file_do_not_crowd_out_the_others() -> None:
    large: dict[tuple[str, ...], int] = {("2AC", "Costs"): 5, ("2AC", "Politics"): 4}
    worth = {f"copy {n}": large for n in range(9)} | {"small": {("2AC", "Pollen"): 4}, "least": {("2AC", "Roots"): 1}}
    assert choose_various(worth, 3) == ["copy 0", "copy 1", "small"]
    assert choose_various(worth, 4) == ["copy 0", "copy 1", "small", "copy 2"]
    assert sorted(choose_various(worth, 99)) == sorted(worth)
    assert choose_various({}, 3) == []


def test_a_first_negative_reads_whole_positions_of_its_own_files_and_meets_the_case(
    theirs: Path, tmp_path: Path
) -> None:
    assert run("library", "add", theirs).exit_code == 0
    first = tmp_path / "North-Trees-Aff-Open-R1.docx"
    result = run("case", RESOLUTION, "--library", "--speech", "1NC", "--answering", first, "--json")
    assert result.exit_code == 0, result.output
    case = json.loads(result.stdout)["case"]
    said = list_said(case)
    assert said["Costs DA"] == [
        "City budgets are healthy now",
        "The plan ruins city budgets with planting costs",
        "Ruined city budgets cause wars",
    ]
    assert [group["syllogism"] for group in case["groups"]] == ["disadvantage"], "the others do not speak of trees"
    assert [slot["component"] for slot in case["slots"] if slot["path"][-2] == "costs-da"] == [
        "uniqueness",
        "link",
        "impact",
    ]
    files = {slot["card"]["work"]["file"] for slot in case["slots"] if slot.get("card")}
    assert {Path(one).name for one in files} == {"theirs.docx"}, "nothing of the other side is read"


def test_only_positions_that_bear_on_the_plan_are_read(theirs: Path) -> None:
    standing = [Standing("f", n, one) for n, one in enumerate(read_cards(theirs))]
    near = choose_shells(standing, "1NC", PLAN, 2000, lambda tags: any("city" in tag for tag in tags))
    assert [one.heard.title for one in near] == ["Costs DA"]
    everything = choose_shells(standing, "1NC", PLAN, 2000, lambda tags: True)
    assert [one.heard.title for one in everything] == ["Pollen K", "Costs DA", "Politics DA"]
    few = choose_shells(standing, "1NC", PLAN, everything[1].words, lambda tags: True)
    assert [len(one.cards) for one in few] == [3], "a position is read whole or not at all"
    assert not choose_shells(standing, "1NC", PLAN, 2000, lambda tags: False)
    assert not choose_shells(standing, "2NC", PLAN, 2000, lambda tags: True)


def test_a_rebuttal_carries_on_what_was_said_and_says_what_they_dropped(theirs: Path, tmp_path: Path) -> None:
    before = answer(theirs, "--out", tmp_path / "2AC.json")
    file = VerbatimFile()
    file.pocket("2NC")
    file.block("Costs DA")
    add_card(file, "City budgets are healthy and not ruined now", "Sand 22", "Every budget of a city has a surplus", 50)
    block = file.save(tmp_path / "block.docx")
    heard = ("--answering", theirs, "--answering", tmp_path / "2AC.json", "--answering", block)
    result = run("case", "--library", "--speech", "1AR", *heard, "--json")
    assert result.exit_code == 0, result.output
    case = json.loads(result.stdout)["case"]
    carried = {slot["analytic"] for slot in case["slots"] if slot["extends"]}
    assert any("Extend Abel 21: Non-unique---city budgets are ruined now." in one for one in carried)
    (dropped,) = (one for one in carried if "Political capital isn’t key" in one)
    assert dropped.endswith("They say nothing against it.")
    read = {slot["card"]["document"] for slot in case["slots"] if slot.get("card")}
    assert not read & {slot["card"]["document"] for slot in before["slots"] if slot.get("card")}
    assert case["failures"] == []
