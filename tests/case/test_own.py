"""Cases of a debater's own cards, as their user meets them: from Word files to a speech, and edited again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.case import sample_file
from tests.case.debaters import (
    CITE,
    FLOODS,
    HEAT,
    PLAN,
    READ,
    RESOLUTION,
    SOLVES,
    add_card,
    read_cards,
    write_affirmative,
    write_negative,
)
from tests.case.writing import agreeable
from tests.evidence.imports.verbatim import VerbatimFile

from foam.argument.series import drop_ordinal, read_ordinal
from foam.case.own.layout import drop_counts, fit_words
from foam.case.own.shelf import shares_names
from foam.case.own.values import LaidCard, LaidPart, Layout
from foam.case.values import NOT_CHECKED, shorten_tag
from foam.cli.main import foam
from foam.evidence.casebook.sections import DebaterCase, PlacedCard
from foam.evidence.imports import read
from foam.evidence.search.against import rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.model.cast import ROLES
from foam.model.check import BEARING
from foam.model.question import Label, Labelled, Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel


def approve(call: Call) -> Said:
    """Finds every tag borne out and every card on topic; whatever else is asked takes the first answer there is."""
    question = call.question
    assert isinstance(question, Label), question
    return Labelled(label=question.labels[0])


def doubt(call: Call) -> Said:
    """Cannot tell anything of any tag."""
    question = call.question
    assert isinstance(question, Label)
    return Labelled(label=BEARING[1] if question.labels == BEARING else "unclear")


def write_or_doubt(call: Call) -> Said:
    """A writer with a tag of its own, before an evaluator that cannot tell anything."""
    if isinstance(call.question, Write):
        return Written(fields={"tag": "Streets without trees get hot."})
    return doubt(call)


def run(*arguments: object, script: Script = approve) -> Result:
    judge = ScriptedModel(script, writes=True)
    models = {**dict.fromkeys(ROLES, ScriptedModel(script)), "judge": judge}
    opened = {"models": models, "embedder": HashingEmbedder(), "stance": rate_by_words}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=opened)


def write(*arguments: object, script: Script = approve, exit_code: int = 0) -> Any:
    """The case that the command wrote, as data."""
    result = run("case", RESOLUTION, "--library", "--words", "120", *arguments, "--json", script=script)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)["case"]


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose library holds both sides' files; tests work on copies."""
    folder = tmp_path_factory.mktemp("added")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(folder / "home"))
        for path in (write_affirmative(folder), write_negative(folder)):
            assert run("library", "add", path).exit_code == 0
    return folder


@pytest.fixture(autouse=True)
def library(added: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that home, beside the files."""
    shutil.copytree(added, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path


def list_cards(case: Any) -> dict[str, Any]:
    return {slot["id"]: slot["card"] for slot in case["slots"] if slot.get("card")}


def test_the_debaters_case_is_read_in_its_order_under_its_tags() -> None:
    case = write("--words", "400")
    cards = list_cards(case)
    assert case["plan"] == PLAN
    assert [card["tag"] for card in cards.values()] == [tag for tag, *_ in (*HEAT, *FLOODS, *SOLVES)]
    assert list(cards) == [
        *(f"heat.{n}" for n in (1, 2, 3, 4)), *(f"floods.{n}" for n in (1, 2, 3)), "solvency.1", "solvency.2"
    ]  # fmt: skip
    assert cards["heat.1"]["text"] == "Streets without trees reach forty degrees"
    assert cards["heat.1"]["cite"] == "Okafor 21"
    assert case["failures"] == []


def test_each_card_plays_the_part_that_its_tag_says() -> None:
    case = write("--words", "400")
    parts = {slot["id"]: slot["component"] for slot in case["slots"]}
    assert [parts[f"heat.{n}"] for n in (1, 2, 3, 4)] == ["uniqueness", "link", "internal_link", "impact"]
    assert [group["title"] for group in case["groups"]] == ["Plan text", "Heat", "Floods", "Solvency"]


def test_a_shorter_speech_keeps_both_advantages_and_their_ends() -> None:
    cards = list_cards(write("--words", "100"))
    assert {"heat.1", "heat.4", "floods.1", "floods.3", "solvency.1"} <= set(cards)


def lay(part: str, *cards: tuple[str, int]) -> LaidPart:
    """An advantage of cards that play these parts and have so many words."""
    laid = []
    for n, (component, words) in enumerate(cards, start=1):
        placed = PlacedCard(
            document=f"{part}{n}",
            family=n,
            tag=f"Boats {part} {n}",
            cite="",
            file="",
            place="",
            words=words,
            marked=True,
        )
        laid.append(LaidCard(id=f"{part}.{n}", component=component, title="", seek="", candidates=(placed,)))
    return LaidPart(id=part, title=part, syllogism="advantage", cards=tuple(laid))


@pytest.mark.parametrize(
    ("matter", "is_shared"),
    [
        ("Norway should trade more with Iceland.", False),
        ("Norway should trade more with Iceland or Estonia.", True),
        ("Norway should trade more with Estonians.", True),
        ("Norway should restrict the Royal court.", True),
    ],
)
def test_a_case_on_another_country_is_no_case_on_this_one(matter: str, is_shared: bool) -> None:
    plan = "Norway should buy Estonian timber that is shipped over the Sea of Iceland."
    assert shares_names(matter, DebaterCase(file="a.docx", plan=plan, parts=())) == is_shared


def test_a_speech_far_too_long_loses_inner_cards_and_never_its_only_link_first() -> None:
    first = lay("piers", ("uniqueness", 300), ("link", 500), ("internal_link", 300), ("impact", 300))
    second = lay("nets", ("uniqueness", 300), ("internal_link", 400), ("impact", 300))
    layout = Layout(plan="Boats should be painted.", parts=(first, second))
    assert [one.id for one in fit_words(layout, 1900, keep=set()).list_cards()] == [
        "piers.1", "piers.2", "piers.4", "nets.1", "nets.2", "nets.3"
    ]  # fmt: skip
    assert fit_words(layout, 2100, keep=set()) == layout  # close enough: nothing goes that nothing else plays
    assert fit_words(layout, 1900, keep={"piers"}) == layout  # three cards lead from the first to the last
    assert fit_words(layout, 1300, keep=set()).words == 2100


def test_what_the_evaluator_cannot_tell_is_said_and_not_refused() -> None:
    shown = run("case", RESOLUTION, "--library", "--words", "120", script=doubt)
    assert shown.exit_code == 0, shown.output
    assert NOT_CHECKED in " ".join(shown.stdout.split())
    assert "quotations verified" in shown.stdout


def test_a_writer_proposes_a_tag_where_the_debaters_is_not_borne_out() -> None:
    opened = {
        "models": ScriptedModel(write_or_doubt, writes=True),
        "embedder": HashingEmbedder(),
        "stance": rate_by_words,
    }
    arguments = ["case", RESOLUTION, "--library", "--words", "120", "--json"]
    result = CliRunner().invoke(foam, arguments, obj=opened)
    assert result.exit_code == 0, result.output
    card = list_cards(json.loads(result.stdout)["case"])["heat.1"]
    assert card["tag"] == HEAT[0][0]
    assert card["work"]["proposed"] == "Streets without trees get hot."


def test_plan_tag_pin_and_drop_are_obeyed(library: Path) -> None:
    found = json.loads(run("search", "roots", "--cards", "--json").stdout)
    named = found["cards"][0]["document"]
    case = write(
        "--plan", "Mayors should plant oaks.", "--tag", "heat.2=The plan cools streets at noon", "--pin",
        f"heat.3=d:{named[:12]}", "--drop", "floods", "--words", "400",
    )  # fmt: skip
    cards = list_cards(case)
    assert case["plan"] == "Mayors should plant oaks."
    assert cards["heat.2"]["tag"] == "The plan cools streets at noon"
    assert cards["heat.2"]["work"]["tag"] == HEAT[1][0]
    assert cards["heat.3"]["cite"] == "Gupta 16"
    assert not [slot for slot in cards if slot.startswith("floods")]


def test_an_advantage_in_steps_is_filled_from_single_cards_and_a_step_without_one_stays_open() -> None:
    case = write("--advantage", "Fever: drains overflow -> flood -> fever", "--words", "60", exit_code=1)
    group = next(group for group in case["groups"] if group["title"] == "Fever")
    own = [slot for slot in case["slots"] if slot["id"].startswith(group["id"])]
    cards = {slot["component"]: slot["card"]["cite"] for slot in own if slot["card"]}
    assert cards["uniqueness"] == "Adeyemi 21"
    assert cards["link"] == "Brandt 18"
    assert cards["impact"] == "Castro 20"
    assert [(one["slot"], one["rule"]) for one in case["failures"]] == [(f"{group['id']}.3", "unfilled")]
    dropped = write("--advantage", "Fever: drains overflow -> flood -> fever", "--words", "60", "--drop", "fever.3")
    assert dropped["failures"] == []


def test_an_advantage_by_its_heading_comes_first() -> None:
    case = write("--advantage", "floods", "--words", "60")
    assert [group["title"] for group in case["groups"]][1] == "Floods"


def test_a_card_that_a_search_found_must_bear_on_the_step() -> None:
    case = write("--advantage", "Fever: drains overflow → flood → fever", "--words", "60", script=doubt, exit_code=1)
    assert {failure["rule"] for failure in case["failures"]} == {"unfilled"}


def test_no_text_is_read_twice_and_nothing_uncited_is_read(library: Path) -> None:
    again = write_affirmative(library, name="East-Trees-Aff-Open-R2.docx")
    assert run("library", "add", again).exit_code == 0
    cards = list_cards(write("--words", "2000"))
    read = [card["text"] for card in cards.values()]
    assert len(set(read)) == len(read)
    assert not [card for card in cards.values() if card["tag"].startswith("Trees are simply good")]
    assert "Holm 22" not in {card["cite"] for card in cards.values()}


def test_a_card_without_marks_is_read_in_sentences(library: Path) -> None:
    file = VerbatimFile()
    file.pocket("1AC")
    file.block("Plan")
    file.tag("Plan: Village councils should plant hedges along every path.")
    file.block("Advantage 1: Hedges")
    add_card(
        file, "Paths without hedges are windy now", "Ito 15", "Wind blows along bare paths all day", 11, marked=False
    )
    add_card(file, "Hedges end the wind, which kills farms", "Jansen 14", "Farms behind hedges lose no soil", 12)
    assert run("library", "add", file.save(library / "hedges.docx")).exit_code == 0
    case = json.loads(run("case", "Villages should plant hedges along paths", "--library", "--json").stdout)["case"]
    card = list_cards(case)["hedges.1"]
    assert card["work"]["marked"] == "sentences"
    assert "Wind blows along bare paths all day" in card["text"]


def test_the_edited_case_is_what_the_lines_say(library: Path) -> None:
    file = library / "case.json"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", file).exit_code == 0
    assert run("case", "edit", file).exit_code == 0
    lines = (library / "case.edit.md").read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if HEAT[0][0] in line)
    lines[at], lines[at + 1] = lines[at + 1].replace(HEAT[1][0], "The plan cools streets"), lines[at]
    changed = library / "changed.md"
    changed.write_text("\n".join(line for line in lines if FLOODS[1][0] not in line), encoding="utf-8")
    edited = run("case", "edit", file, "--with", changed)
    assert edited.exit_code == 0, edited.output
    cards = list_cards(json.loads(file.read_text(encoding="utf-8")))
    assert [cards["heat.1"]["tag"], cards["heat.2"]["tag"]] == ["The plan cools streets", HEAT[0][0]]
    assert len(cards) == len((*HEAT, *FLOODS, *SOLVES)) - 1
    assert run("case", "verify", file).exit_code == 0


def test_edited_lines_that_say_nothing_are_refused_by_their_number(library: Path) -> None:
    file, changed = library / "case.json", library / "changed.md"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", file).exit_code == 0
    changed.write_text(f"Plan: {PLAN}\n## heat: Heat\nnonsense\n", encoding="utf-8")
    result = run("case", "edit", file, "--with", changed)
    assert result.exit_code == 2
    assert "line 3" in result.output


@pytest.mark.parametrize("ending", ["docx", "pdf", "html", "md", "txt", "xlsx", "json", "flow.json"])
def test_every_format_takes_a_case_of_own_cards(library: Path, ending: str) -> None:
    out = library / f"case.{ending}"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", out).exit_code == 0
    assert out.stat().st_size > 0


@pytest.mark.parametrize("ending", ["md", "txt"])
def test_plain_files_show_the_words_that_are_read_with_marks_of_omission_and_say_so(library: Path, ending: str) -> None:
    file = VerbatimFile()
    file.pocket("1AC")
    file.block("Plan")
    file.tag("Plan: Village councils should plant hedges along every path.")
    file.block("Advantage 1: Hedges")
    add_card(file, "Paths without hedges are windy now", "Ito 15", "Wind blows along bare paths all day", 11)
    file.tag("Hedges along paths end the wind, which kills farms")
    file.paragraph(("Jansen 14", CITE), " (Jansen, forester, 2014, “Winds”, Journal of Paths)")
    body = (("Farms behind hedges", READ), " as was told in the valley ", ("lose no soil at all", READ))
    file.paragraph(*body, " in the long winter of that year, and the next.")
    assert run("library", "add", file.save(library / "hedges.docx")).exit_code == 0
    out = library / f"hedged.{ending}"
    assert run("case", "Villages should plant hedges along paths", "--library", "--out", out).exit_code == 0
    shown = " ".join(out.read_text(encoding="utf-8").split())
    assert "Farms behind hedges … lose no soil at all" in shown
    assert "/.../" not in shown
    assert "the marked words, with … for others that are left out" in shown
    assert run("audit", out, "--sources", library / "hedges.docx").exit_code == 0


def test_the_word_file_files_each_card_under_speech_advantage_and_tag(library: Path) -> None:
    out, wiki = library / "case.docx", library / "case.wiki.txt"
    for file in (out, wiki):
        assert run("case", RESOLUTION, "--library", "--words", "400", "--out", file).exit_code == 0
    places = {one.card.tag: (one.card.pocket, one.card.hat, one.card.block) for one in read_cards(out) if one.card}
    assert places[PLAN] == ("1AC", "Plan text", "")
    for part, hat in ((HEAT, "Advantage 1: Heat"), (FLOODS, "Advantage 2: Floods"), (SOLVES, "Solvency")):
        assert {places[tag] for tag, *_ in part} == {("1AC", hat, "")}
    lines = wiki.read_text(encoding="utf-8").splitlines()
    assert [line.strip("#= ") for line in lines if "Advantage 1: Heat" in line] == ["Advantage 1: Heat"]


def test_blocks_that_divide_an_advantage_come_back_under_its_hat(library: Path) -> None:
    file = VerbatimFile()
    file.pocket("1AC")
    file.hat("Plan")
    file.tag("Plan: Village councils should plant hedges along every path.")
    file.hat("Advantage 1: Hedges")
    file.block("Wind")
    add_card(file, "Paths without hedges are windy now", "Ito 15", "Wind blows along bare paths all day", 11)
    add_card(file, "Hedges along paths end the wind", "Jansen 14", "Farms behind hedges lose no soil", 12)
    file.block("Birds")
    add_card(file, "Hedges along paths bring birds back", "Kovacs 16", "Nine kinds of bird nest in each hedge", 13)
    add_card(file, "Without birds farms starve", "Larsen 17", "Insects took the whole harvest of that year", 14)
    assert run("library", "add", file.save(library / "hedges.docx")).exit_code == 0
    out = library / "hedged.docx"
    assert run("case", "Villages should plant hedges along paths", "--library", "--out", out).exit_code == 0
    hats = [one.card for one in read_cards(out) if one.card and "Hedges" in one.card.hat and not one.card.analytic]
    assert [(one.pocket, one.hat, one.block) for one in hats] == [
        *[("1AC", "Advantage 1: Hedges", "Wind")] * 2,
        *[("1AC", "Advantage 1: Hedges", "Birds")] * 2,
    ]


def test_the_word_file_read_again_has_the_same_tags_and_the_same_highlighting(library: Path) -> None:
    out = library / "case.docx"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", out).exit_code == 0
    cards = [one for one in read(out) if getattr(one, "card", None) and not one.card.analytic]  # type: ignore[union-attr]
    shown = {one.card.tag: one.extract("highlight") for one in cards}  # type: ignore[union-attr]
    assert shown == {tag: text for tag, _, text, _ in (*HEAT, *FLOODS, *SOLVES)}
    underlined = cards[0].extract("underline")  # type: ignore[union-attr]
    assert underlined == f"{HEAT[0][2]} as the council was told on that day."
    assert [one.extract("emphasis") for one in cards] == ["on that day."] * len(cards)  # type: ignore[union-attr]
    sent = library / "case.wiki.txt"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", sent).exit_code == 0


def test_a_forged_verdict_on_a_tag_is_found(library: Path) -> None:
    file = library / "case.json"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", file, script=doubt).exit_code == 0
    case = json.loads(file.read_text(encoding="utf-8"))
    for slot in case["slots"]:
        if slot.get("card"):
            slot["card"]["work"]["fits"]["label"] = "agrees"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert run("case", "verify", file).exit_code == 1


def _find_around(call: Call) -> Said | None:
    """An evaluator who finds that what stands around a sentence takes away from it."""
    if call.question.template != "contest/weigh":
        return agreeable(call)
    assert isinstance(call.question, Write)
    told = next(one.id for one in call.question.material if "as the council was told on that day" in one.text)
    return Written(fields={"why": "It was told so.", "challenge": "sustained", "at": (told,)})


def test_a_card_that_a_challenge_widens_is_no_longer_read_as_it_was_marked(library: Path) -> None:
    written = json.loads(run("case", RESOLUTION, "--library", "--words", "400", "--json").stdout)
    because = "It was measured on one day only."
    opened = run(
        "contest", "open", written["run"], "heat.1", "--kind", "context", "--because", because, script=_find_around
    )
    assert opened.exit_code == 0, opened.output
    said = " ".join(opened.output.split())
    assert "it is narrowed to what its card says" in said
    assert "Streets without trees reach forty degrees as the council was told on that day." in said
    assert "the quotation stands elsewhere" not in opened.output


def test_words_that_are_not_highlighted_are_no_quotation_of_the_card(library: Path) -> None:
    file = library / "case.json"
    assert run("case", RESOLUTION, "--library", "--words", "400", "--out", file).exit_code == 0
    text = file.read_text(encoding="utf-8").replace(
        "Streets without trees reach forty", "Streets with trees reach forty"
    )
    file.write_text(text, encoding="utf-8")
    result = run("case", "verify", file, "--json")
    assert result.exit_code == 1
    assert "quotation" in {failure["rule"] for failure in json.loads(result.stdout)["failures"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["florp wibble quux zant", "--library"], "library bears on"),
        (["Museums should lend their paintings to schools", "--library"], "foam library add PATH"),
        ([RESOLUTION, "--library", "--advantage", "Dragons"], "no block of the library is headed"),
        ([RESOLUTION, "--library", "--drop", "nowhere"], "no slot or part"),
        ([RESOLUTION, "--library", "--pin", "heat.1=ffff00"], "no document"),
        ([RESOLUTION, "--plan", "Plant."], "--library"),
        ([RESOLUTION, "--library", "--pin", "heat.1"], "write SLOT=CARD"),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_way_on(arguments: list[str], said: str) -> None:
    result = run("case", *arguments)
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())


def test_a_speech_cut_to_time_counts_nothing_whose_first_is_gone() -> None:
    tags = ["Norms spread", "First, rules are copied", "Second – they last", "Third, they bind", "They end the race"]
    part = lay("solvency", *[("mechanism", 10)] * len(tags))
    placed = [card.candidates[0].model_copy(update={"tag": tag}) for card, tag in zip(part.cards, tags, strict=True)]
    laid = (card.model_copy(update={"candidates": (one,)}) for card, one in zip(part.cards, placed, strict=True))
    whole = Layout(plan="Plan.", parts=(part.model_copy(update={"cards": tuple(laid)}),))

    def read_kept(*kept: int) -> list[str]:
        cards = tuple(whole.parts[0].cards[n] for n in kept)
        left = whole.model_copy(update={"parts": (whole.parts[0].model_copy(update={"cards": cards}),)})
        return [card.own_tag for card in drop_counts(whole, left).list_cards() if card.uncounted]

    assert read_kept(0, 1, 2, 3, 4) == []
    assert read_kept(0, 1, 2, 4) == []  # what is left of the count is whole
    assert read_kept(0, 1, 3, 4) == [tags[1], tags[3]]
    assert read_kept(0, 3, 4) == [tags[3]]
    assert read_kept(0, 1, 4) == [tags[1]]
    assert read_kept(0, 4) == []


def test_a_tag_that_lost_its_count_is_read_to_the_letter_and_that_is_said(library: Path) -> None:
    file = VerbatimFile()
    file.pocket("1AC")
    file.block("Plan")
    file.tag("Plan: Village councils should plant hedges along every path.")
    file.block("Solvency")
    tags = ("First, hedges grow fast", "Second it is cheap – villages pay", "Third, farmers join in", "Hedges last")
    for n, tag in enumerate(tags):
        add_card(file, tag, f"Ito {15 + n}", f"Hedge number {n} was counted in the survey of all the villages", 20 + n)
    assert run("library", "add", file.save(library / "hedges.docx")).exit_code == 0
    out = library / "hedged.json"
    arguments = ("Villages should plant hedges along paths", "--library", "--drop", "solvency.1", "--out", out)
    assert run("case", *arguments).exit_code == 0
    case = json.loads(out.read_text(encoding="utf-8"))
    cards = list_cards(case)
    assert [cards[f"solvency.{n}"]["tag"] for n in (2, 3, 4)] == [
        "It is cheap – villages pay",
        "Farmers join in",
        "Hedges last",
    ]
    assert cards["solvency.2"]["work"]["tag"] == tags[1]


@pytest.mark.parametrize(
    ("tag", "number", "rest"),
    [
        ("First, ships sink", 1, "Ships sink"),
        ("2) Ships sink", 2, "Ships sink"),
        ("Third—ships sink", 3, "Ships sink"),
        ("Second it floats", 2, "It floats"),
        ("Second Amendment rights hold", 0, ""),
        ("First-strike fears end", 0, ""),
        ("First strikes end it", 0, ""),
        ("3.5 percent sink", 0, ""),
        ("2014 was the worst year", 0, ""),
    ],
)
def test_only_what_counts_is_a_number(tag: str, number: int, rest: str) -> None:
    assert read_ordinal(tag) == number
    assert drop_ordinal(tag) == (rest or tag)


def test_asterisks_before_a_tag_are_not_read() -> None:
    assert shorten_tag("***Silt is deadly now", 25) == "Silt is deadly now"
    assert shorten_tag("***", 25) == "***"


def test_a_long_tag_is_shortened_by_whole_clauses() -> None:
    tag = "The plan cools streets—trees give shade, and their leaves give off water that cools the air around them"
    assert shorten_tag(tag, 5) == "The plan cools streets"
    assert shorten_tag(tag, 40) == tag
    assert shorten_tag("one two three four", 2) == "one two three four"


def test_the_fictional_sample_is_what_its_text_says_and_a_case_is_written_from_it(library: Path) -> None:
    assert sample_file.FILE.read_bytes() == sample_file.render()
    assert run("library", "add", sample_file.FILE).exit_code == 0
    result = run("case", sample_file.RESOLUTION, "--library", "--words", "400", "--json")
    assert result.exit_code == 0, result.output
    case = json.loads(result.stdout)["case"]
    assert case["plan"] == sample_file.PLAN.removeprefix("Plan: ")
    assert {card["work"]["file"].rpartition("/")[2] for card in list_cards(case).values()} == {sample_file.FILE.name}
    assert [group["title"] for group in case["groups"]] == ["Plan text", "Air", "Grid", "Solvency"]


def test_a_dry_run_counts_what_the_cards_will_ask() -> None:
    told = json.loads(run("case", RESOLUTION, "--library", "--words", "400", "--dry-run", "--json").stdout)
    steps = {step["step"]: step["questions"] for step in told["steps"]}
    cards = len(HEAT) + len(FLOODS) + len(SOLVES)
    assert steps["alignment"]["likely"] == cards
    assert (steps["bearing"]["least"], steps["bearing"]["most"]) == (cards, 2 * cards)
    asked = json.loads(run("case", RESOLUTION, "--library", "--words", "400", "--json").stdout)["asked"]
    assert sum(step["least"] for step in steps.values()) <= asked <= sum(step["most"] for step in steps.values())
    fewer = run("case", RESOLUTION, "--library", "--words", "400", "--drop", "floods", "--dry-run", "--json")
    assert {step["step"]: step for step in json.loads(fewer.stdout)["steps"]}["alignment"]["questions"]["most"] == 6
