"""Systems side by side: answers from files and models, figures, reports, people's preferences."""

from __future__ import annotations

import asyncio
import math
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.debatable import calling
from tests.debatable.calling import lines, replayed, run
from tests.deliberation.table import Table
from tests.deliberation.test_ask import weigh
from tests.job.sessions import session_with

from foam.acts.tell import ToldSentence
from foam.debatable.controls import check_reader, control_questions, correct, find_own_words
from foam.debatable.diversity import DiversityScore, Recovered, perspective_diversity
from foam.debatable.harness.answering import answer_question, parse_system, tell_views
from foam.debatable.harness.baselines import baselines, bleu, rouge_l
from foam.debatable.harness.evaluation import cut_to
from foam.debatable.item import DebatableQuestion, PartialAnswer
from foam.debatable.reader import WordCountReader
from foam.errors import SettingError
from foam.evidence.search.fake import HashingEmbedder
from foam.job.spec import Spec
from foam.model.question import Write
from foam.model.scripted import ScriptedModel

HOSTILE = "<script>alert(1) | pipe"
PARTIALS = [
    {"point_of_view": "Uniforms reduce bullying.", "explanation": "Nobody is mocked for cheap clothes."},
    {"point_of_view": f"Uniforms limit expression {HOSTILE}", "explanation": "Clothes show who a pupil is."},
]
SET = [{"id": n, "question": f"Should uniforms be worn in year {n}?", "partial_answers": PARTIALS} for n in (1, 2)]
FULL = " ".join(f"{p['point_of_view']} {p['explanation']}" for p in PARTIALS)
GIVEN = {"full": FULL, "half": "Uniforms reduce bullying. Nobody is mocked.", "none": "The herring is a fish."}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))


def data(*words: object, code: int = 0) -> Any:
    """Run a command with a scripted model, the shipped fake vectors, and no counter-evidence."""
    fakes = {"embedder": HashingEmbedder(512), "stance": lambda claim, texts: [0.0] * len(texts)}
    return calling.data(*words, code=code, models=ScriptedModel(), **fakes)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return lines(tmp_path / "set.jsonl", SET)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    named = []
    for name, answer in GIVEN.items():
        path = lines(tmp_path / f"{name}.jsonl", [{"id": row["id"], "answer": answer} for row in SET])
        named += ["--answers", f"{name}={path}"]
    return named


@pytest.fixture
def figures(tmp_path: Path, dataset: Path, files: list[str]) -> tuple[Path, Any]:
    out = tmp_path / "figures.json"
    return out, data("evaluate", dataset, *files, "--model", "scripted", "--out", out)


def test_the_fuller_answer_stands_first_and_misses_nothing(figures: tuple[Path, Any]) -> None:
    _, told = figures
    assert [one["system"] for one in sorted(told["standings"], key=lambda one: one["pd"])] == ["full", "half", "none"]
    assert {one["system"]: one["pd_corrected"] for one in told["standings"]}["full"] == 1.0, "all of it is copied"
    assert all("pd" in one["errors"] for one in told["standings"])
    assert told["pd_length"] < 0
    by_system = {row["system"]: row for row in told["rows"]}
    assert by_system["full"]["missing"] == []
    assert [view["point_of_view"] for view in by_system["half"]["missing"]] == [PARTIALS[1]["point_of_view"]]
    assert by_system["none"]["views"] == 0
    assert all(one["pd_matched"] is not None for one in told["standings"])


def test_comparing_twice_gives_the_same_run_and_so_does_the_record_alone(
    figures: tuple[Path, Any], dataset: Path, files: list[str], tmp_path: Path
) -> None:
    path, told = figures
    assert data("evaluate", dataset, *files, "--model", "scripted", "--out", path) == told
    assert replayed(tmp_path / "home", told["run"])


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


def test_the_report_is_a_page_without_scripts_or_markdown(figures: tuple[Path, Any], tmp_path: Path) -> None:
    path, _ = figures
    page = tmp_path / "report.html"
    assert run("report", path, "--out", page).exit_code == 0
    tags = _Tags()
    tags.feed(page.read_text("utf-8"))
    assert "script" not in tags.seen
    assert tags.seen.count("svg") == 2
    assert "default-src 'none'" in page.read_text("utf-8")
    shown = run("report", path).stdout
    assert "length-matched" in shown
    assert "\\| pipe" in shown


def test_people_agree_with_the_metrics_they_order_alike(figures: tuple[Path, Any], tmp_path: Path) -> None:
    path, _ = figures
    votes = tmp_path / "votes.csv"
    pairs = [("full", "half"), ("half", "none"), ("none", "full"), ("full", "half")]
    rows = [f"{who},{a},{b},{'b' if a == 'none' else 'a'}" for who in ("ann", "bob") for a, b in pairs]
    votes.write_text("\n".join(["annotator,a,b,preferred", *rows, "bob,full,none,tie"]), "utf-8")
    people = data("report", path, "--preferences", votes)["people"]
    assert sorted(people["ratings"]) == ["ann", "bob"]
    agreed = {one["metric"]: one for one in people["metrics"]}
    assert agreed["pd"] == {"metric": "pd", "spearman": 1.0, "kendall": 1.0}
    votes.write_text("annotator,a,b,preferred\nann,full,nobody,a\n", "utf-8")
    assert "'nobody'" in data("report", path, "--preferences", votes, code=2)["error"]
    votes.write_text("annotator,a,b,preferred\nann,full,half,left\n", "utf-8")
    assert "row 1" in data("report", path, "--preferences", votes, code=2)["error"]
    assert votes.name in data("report", votes, code=2)["error"]


def test_models_answer_by_every_prompt_and_retrieval(dataset: Path, tmp_path: Path) -> None:
    names = [
        "scripted/plain/none",
        "scripted/comprehensive/vanilla",
        "scripted/detailed/react",
        "scripted/plain/deliberation",
    ]
    asked = [word for name in names for word in ("--system", name)]
    told = data(
        "evaluate", dataset, *asked, "--limit", "1", "--model", "scripted", "--pack", "benefits-appeal",
        "--out", tmp_path / "f.json", "--no-matched",
    )  # fmt: skip
    assert sorted(one["system"] for one in told["standings"]) == sorted(names)
    assert all(one["pd_matched"] is None for one in told["standings"])


def test_what_is_no_system_or_answers_nothing_is_refused(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "f.json"
    data("evaluate", dataset, "--out", out, code=2)
    assert "m/loud" in data("evaluate", dataset, "--system", "m/loud", "--out", out, code=2)["error"]
    assert "not NAME=FILE" in data("evaluate", dataset, "--answers", "x", "--out", out, code=2)["error"]
    other = lines(tmp_path / "other.jsonl", [{"id": 9, "answer": "x"}])
    data("evaluate", dataset, "--answers", f"x={other}", "--model", "scripted", "--out", out, code=2)
    with pytest.raises(SettingError):
        parse_system("/plain")
    assert parse_system("embedded").name == "embedded/plain/none"


def test_retrieval_by_turns_looks_three_times_for_three_passages() -> None:
    table = Table()
    session = session_with(table.tools, table.store)
    item = DebatableQuestion(id=1, question=table.pack.sample_question, partial_answers=(_VIEW,))
    answer = asyncio.run(answer_question(item, parse_system("scripted/plain/react"), session, Spec()))
    assert isinstance(table.model, ScriptedModel)
    last = table.model.calls[-1].question
    assert [call.question.template for call in table.model.calls] == [
        "debatable/search",
        "debatable/search",
        "debatable/answer_plain",
    ]
    assert isinstance(last, Write)
    assert 3 < len(last.material) <= 9
    assert answer.partial_answers == (_VIEW,)


def test_a_deliberation_answers_with_what_it_comes_to_and_its_reasons() -> None:
    found = weigh()
    text = tell_views(found)
    assert found.tree is not None
    assert text.startswith(found.lead)
    reasons = found.tree.frame.considerations
    assert {one.option for one in reasons} == {"for", "against"}
    assert all(one.says in text and found.quote(one.at[0]) in text for one in reasons)


def test_a_deliberation_tells_each_reason_once() -> None:
    found = weigh()
    assert found.tree is not None
    first, *_ = found.tree.frame.considerations
    sentence = found.quote(first.at[0])
    same = found.tree.frame.considerations[-1].model_copy(update={"says": sentence, "at": first.at})
    frame = found.tree.frame.model_copy(update={"considerations": (first, same)})
    told = (
        ToldSentence(text="The first says it again.", nodes=(first.id,)),
        ToldSentence(text="Both.", nodes=(first.id, same.id)),
    )
    text = tell_views(found.model_copy(update={"tree": found.tree.model_copy(update={"frame": frame}), "told": told}))
    assert (text.count(first.says), text.count(sentence)) == (1, 1)
    assert "The first says it again." not in text
    assert "Both." in text


_VIEW = PartialAnswer(point_of_view="Pay it.")


def test_baselines_are_one_for_the_same_words_and_nothing_for_none() -> None:
    words = ["uniforms", "reduce", "bullying", "because", "nobody", "is", "mocked"]
    assert bleu(words, words) == pytest.approx(1)
    assert rouge_l(words, words) == 1
    assert bleu([], words) == rouge_l([], words) == bleu(["x"], words) == 0
    assert rouge_l(["a", "b", "c", "d"], ["a", "c", "e"]) == pytest.approx(4 / 7)
    assert bleu(["a", "b", "c", "d"], ["a", "b", "c", "d", "e", "f", "g", "h"]) == pytest.approx(0.36788, abs=1e-4)
    empty = baselines("", (_VIEW,), HashingEmbedder())
    assert empty.bleu == 0


def test_answers_are_cut_at_the_end_of_a_sentence() -> None:
    text = "One two three. Four five six. Seven."
    assert cut_to(text, 6) == "One two three. Four five six."
    assert cut_to(text, 5) == "One two three."
    assert cut_to(text, 2) == "One two"
    assert cut_to(text, 99) == text
    assert cut_to("", 3) == ""


class _Knowing:
    """A reader that goes by the views' words, and counts one in every four of the other side's as said."""

    def __init__(self, *, blind: bool) -> None:
        self.blind = blind

    async def __call__(self, text: str, partials: Any) -> DiversityScore:
        """In a control question a balanced answer holds the one-sided one, which stands for the first view."""
        known = {one.partial_answers: one for one in control_questions()}.get(tuple(partials))
        said = {word.strip(".,") for word in text.lower().split()}
        parts = [known.one_sided, known.balanced.replace(known.one_sided, "")] if known else [p.text for p in partials]
        found = []
        for part, partial in zip(parts, partials, strict=True):
            words = {word.strip(".,") for word in part.lower().split()}
            share = 0.0 if self.blind else len(words & said) / len(words)
            found.append(
                Recovered(
                    point_of_view=partial.point_of_view,
                    perplexity=math.exp(4 - 3 * share),
                    log_probability=-1.0,
                    tokens=1,
                    context=1,
                )
            )
        total = sum(one.perplexity for one in found)
        return DiversityScore(pd=total, pd_mean=total / len(found), partial_answers=tuple(found))


def test_a_reader_that_cannot_order_the_controls_ranks_nothing() -> None:
    knowing = asyncio.run(check_reader(_Knowing(blind=False)))
    blind = asyncio.run(check_reader(_Knowing(blind=True)))
    assert knowing.ranks_plain
    assert "P.D." in knowing.tell()
    assert (blind.plain, blind.ranks_plain, blind.ranks_corrected) == (0, False, False)
    assert "no ranking is shown" in blind.tell()


def test_without_a_reader_that_can_rank_nobody_is_ranked(figures: tuple[Path, Any]) -> None:
    path, told = figures
    assert not told["controls"]["plain"] >= 0.9 * told["controls"]["comparisons"]
    assert told["weighted"] == {}
    assert all(one["pd_rank"] is None and one["pd_corrected_rank"] is None for one in told["standings"])
    assert [one["system"] for one in told["standings"]] == list(GIVEN), "as they were given"
    assert "no ranking is shown" in run("report", path).stdout


def test_what_is_copied_is_not_an_answers_own() -> None:
    partials = [PartialAnswer(**one) for one in PARTIALS]
    own = "Some say so because"
    assert find_own_words(FULL, partials) == []
    assert find_own_words(f"{own} nobody is mocked for cheap clothes.", partials) == own.split()
    assert find_own_words(GIVEN["none"], partials) == GIVEN["none"].split()


def test_length_alone_gains_nothing() -> None:
    """Words on other matters stand where the corrected figure is about 1, however many there are."""
    reader, partials = WordCountReader(), tuple(PartialAnswer(**one) for one in PARTIALS)

    async def measure(text: str, views: Any) -> DiversityScore:
        return perspective_diversity(text, views, reader)

    short, long = (asyncio.run(correct("The herring is a fish. " * n, partials, measure)) for n in (4, 40))
    own = asyncio.run(
        correct("Uniforms end bullying and mocked clothes, yet limit pupil expression", partials, measure)
    )
    assert own < short
    assert own < long
