"""Tags of cards that a model words: held against what is read, asked again once, else the source's own words."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.case.cuttings import (
    GOOD_TAG,
    LONG_TAG,
    LYING_TAG,
    OWN_TAG,
    QUOTING_TAG,
    TEMPLATE,
    make_cutting,
    write_tags,
)
from tests.model.remote.serving import ENDINGS, decline, serve

import foam
from foam.case.cutting.values import Cutting
from foam.case.values import COHERENT
from foam.cli.main import foam as command
from foam.errors import InputError
from foam.job.job import RunResult
from foam.model.check import CLAIMS_MORE
from foam.model.port import Model
from foam.model.question import Answer, Labelled
from foam.model.scripted import Call, Said, ScriptedModel

ARTICLE = Path(__file__).parent / "articles" / "mornings.txt"
CLAIM = "Later school start times increase attendance."


def word(folder: Path, model: Model) -> RunResult[Cutting]:
    with foam.open(folder, models=model) as home:
        found = home.cut.word(make_cutting())
    assert found is not None
    return found


def make_writer(*tags: str, verdicts: tuple[str, ...] = ()) -> ScriptedModel:
    return ScriptedModel(write_tags(*tags, verdicts=verdicts), writes=True)


def list_prompts(model: ScriptedModel) -> list[str]:
    return [call.question.prompt for call in model.calls if call.question.template == TEMPLATE]


def test_a_tag_that_is_borne_out_stands_and_the_card_says_whose_it_is(tmp_path: Path) -> None:
    model = make_writer(GOOD_TAG)
    card = word(tmp_path, model).view
    assert (card.tag, card.worded_by, card.refused_tag) == (GOOD_TAG, model.decider.id, "")
    assert f"worded by {model.decider.id}" in str(card)
    assert card.notes == ("sentence 3 is read whole",)
    assert card.document.text == make_cutting().document.text
    assert card.read == make_cutting().read


@pytest.mark.parametrize(
    ("tag", "fault"), [(LYING_TAG, "70"), (QUOTING_TAG, "end the plague"), (GOOD_TAG[:-1].lower(), "piece")]
)
def test_a_tag_that_says_more_is_asked_for_again_once_with_the_complaint(tmp_path: Path, tag: str, fault: str) -> None:
    model = make_writer(tag, GOOD_TAG)
    assert word(tmp_path, model).view.tag == GOOD_TAG
    first, second = list_prompts(model)
    assert "does not count" not in first
    told = second.split("does not count")[1]
    assert fault in told


@pytest.mark.parametrize("tag", [LYING_TAG, QUOTING_TAG, LONG_TAG])
def test_a_writer_that_goes_on_so_leaves_the_sources_own_words(tmp_path: Path, tag: str) -> None:
    card = word(tmp_path, make_writer(tag)).view
    assert (card.tag, card.worded_by) == (OWN_TAG, "")
    assert card.refused_tag
    assert "in the source's own words; that of the model was not taken:" in str(card)


def test_what_an_evaluator_finds_to_claim_more_is_worded_again_once(tmp_path: Path) -> None:
    more = "Painted hulls keep barnacles away everywhere."
    model = make_writer(more, GOOD_TAG, verdicts=(CLAIMS_MORE, COHERENT))
    assert word(tmp_path / "a", model).view.tag == GOOD_TAG
    assert "They speak of one harbour." in list_prompts(model)[1]
    card = word(tmp_path / "b", make_writer(more, verdicts=(CLAIMS_MORE, CLAIMS_MORE))).view
    assert card.tag == OWN_TAG
    assert "say less than it does" in card.refused_tag


@pytest.mark.parametrize("name", ENDINGS)
def test_a_tag_is_worded_through_every_kind_of_endpoint(tmp_path: Path, name: str) -> None:
    with serve(name, make_writer(LYING_TAG, GOOD_TAG)) as model:
        assert word(tmp_path, model).view.tag == GOOD_TAG


def test_a_model_that_declines_leaves_the_sources_own_words(tmp_path: Path) -> None:
    with serve("openai", make_writer(GOOD_TAG), declines=decline(TEMPLATE)) as model:
        card = word(tmp_path, model).view
    assert (card.tag, bool(card.refused_tag)) == (OWN_TAG, True)


def test_what_is_asked_falls_into_the_estimate_and_is_replayed(tmp_path: Path) -> None:
    for folder, model in (("a", make_writer(GOOD_TAG)), ("b", make_writer(LYING_TAG))):
        with foam.open(tmp_path / folder, models=model) as home:
            ran, likely = home.cut.word(make_cutting()), home.estimate.cut().questions
            assert ran is not None
            assert likely.least <= ran.asked <= likely.most
            assert home.replay(ran).ok
            again = home.cut.word(make_cutting())
            assert again is not None
            assert (again.asked, again.view) == (0, ran.view)


def test_a_model_that_only_chooses_is_not_asked_and_named_it_is_refused(tmp_path: Path) -> None:
    with foam.open(tmp_path, models=ScriptedModel()) as home:
        assert home.cut.word(make_cutting()) is None
        assert home.estimate.cut().questions.most == 0
        with pytest.raises(InputError, match="does not write"):
            home.cut.word(make_cutting(), model="scripted")


def test_the_command_words_the_tag_and_tells_the_run(tmp_path: Path) -> None:
    tag = "Later starts raise attendance."

    def say(call: Call) -> Said | None:
        if call.question.template == "case/alignment":
            return Answer(reply=Labelled(label=COHERENT), reasons="They say so.", method="scripted")
        return write_tags(tag)(call)

    model = ScriptedModel(say, writes=True)
    arguments = ["cut", str(ARTICLE), "--for", CLAIM, "--publication", "The Morning Paper", "--add"]
    done = CliRunner().invoke(command, arguments, obj={"folder": tmp_path, "models": model})
    assert (done.exit_code, tag in done.stdout, "\nrun " in done.stdout) == (0, True, True)
    with foam.open(tmp_path) as home:
        (line,) = home.search.cards("later starts").cards
        assert line.tag == tag
    asked = len(model.calls)
    planned = CliRunner().invoke(command, [*arguments, "--dry-run"], obj={"folder": tmp_path, "models": model})
    assert (planned.exit_code, len(model.calls)) == (0, asked)
    assert "tag of a card" in planned.stdout
