"""`foam debate`: play a debate, speak the next turn of one, judge one, take the debater apart. Decides nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from foam.case.job import longest_chain
from foam.cli.desk import Desk, configured, open_desk, run_options
from foam.cli.frame import Face, faced
from foam.cli.memory import recall_of
from foam.debate.floor import Floor, Wording
from foam.debate.flowing import flow
from foam.debate.memory.recall import Recall
from foam.debate.page import page
from foam.debate.rounds.format import PACE, format_named
from foam.debate.rounds.job import ATTEMPTS, QUESTIONS, DebateSpec, next_format, run_debate
from foam.debate.transcript import Kind, Side, Transcript, debatable, other
from foam.debate.transcripts import read_transcript
from foam.debate.transcripts.cleaning import cleaned
from foam.debate.values import DEBATERS, Debate, Turn, Without
from foam.debate.views import debate_json, debate_markdown, fates, flow_text, turn_text
from foam.deliberation.jobs import Ran
from foam.errors import InputError
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import Evaluated, EvaluateSpec, Method, run_evaluate
from foam.judging.debates.views import evaluated_text
from foam.model.cast import EMBEDDED
from foam.values import short

Command = TypeVar("Command", bound=Callable[..., Any])

_VARIANTS: tuple[Without, ...] = get_args(Without)
_DEFAULT = "play"


class _PlaysByDefault(click.Group):
    """`foam debate MOTION` plays; the other commands go by their names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = bool(args) and args[0] in {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if named else [_DEFAULT, *args])


@click.group(cls=_PlaysByDefault)
def debate() -> None:
    """Play a debate turn by turn, speak the next turn of one, and judge one.

    `foam debate MOTION` is `foam debate play MOTION`.
    """


_DEBATER_OPTIONS = (
    click.option("--memory", "own_memory", is_flag=True, help="Recall from your own memory instead of the sample."),
    click.option(
        "--without", type=click.Choice([one for one in _VARIANTS if one]), default=None,
        help="Take one part of the r-debater away.",
    ),
    click.option(
        "--wording", type=click.Choice(get_args(Wording)), default=None,
        help="Who words the speeches: the model, or the code around quotations [code for the embedded model].",
    ),
    click.option(
        "--attempts", type=click.IntRange(1, 10), default=ATTEMPTS, show_default=True, help="Drafts judged for a turn."
    ),
    click.option("--words", type=click.IntRange(min=20), help="The longest speech, in words [the format's minutes]."),
)  # fmt: skip


def _debater_options(command: Command) -> Command:
    for option in reversed(_DEBATER_OPTIONS):
        command = option(command)
    return command


@debate.command()
@click.argument("motion", required=False)
@run_options
@_debater_options
@click.option("--pro", type=click.Choice(DEBATERS), default="r-debater", show_default=True, help="Who speaks for it.")
@click.option("--con", type=click.Choice(DEBATERS), default="r-debater", show_default=True, help="Who speaks against.")
@click.option("--format", "format_name", default="free", show_default=True, help="The pack's format: free, policy, …")
@click.option("--wpm", type=click.FloatRange(min=1), default=PACE, show_default=True, help="Words a minute.")
@click.option(
    "--questions", type=click.IntRange(0, 10), default=QUESTIONS, show_default=True, help="Questions after a speech."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write it to FILE.json, .md or .html.")
@faced
def play(
    face: Face, motion: str | None, format_name: str, wpm: float, words: int | None, out: Path | None, **wanted: Any
) -> None:
    """Play a whole debate on MOTION; without one, on the pack's sample question."""
    _check_ending(out)
    started = time.monotonic()
    with _opened(wanted) as (desk, recall):
        format = format_named(desk.pack, format_name)
        transcript = Transcript(motion=debatable(motion or desk.pack.sample_question), utterances=())
        spec = _spec(desk, recall, transcript, **wanted, format=format, pace=_pace(format.speeches, wpm, words))
        ran = desk.run(_job(desk, spec, recall, None if face.as_json or face.quiet else face))
        chain = longest_chain(desk.store, ran.run)
    _write(ran.view, out)
    told = f"asked {ran.asked}, reused {ran.reused}; longest chain {chain}; {time.monotonic() - started:.1f} s"
    face.show(_played_text(ran, told, out), {**_data(ran), "longest_chain": chain, "debate": ran.view.json_value()})
    sys.exit(1 if ran.view.unverified else 0)


@debate.command(name="next")
@click.argument("transcript", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--side", type=click.Choice(["pro", "con"]), required=True, help="Whose turn it is.")
@run_options
@_debater_options
@click.option(
    "--as", "debater", type=click.Choice(DEBATERS[:-1]), default="r-debater", show_default=True, help="Who speaks."
)
@faced
def next_utterance(face: Face, transcript: Path, side: Side, debater: str, words: int | None, **wanted: Any) -> None:
    """Speak the next utterance of one side in TRANSCRIPT, alone."""
    heard = _heard(transcript, face)
    with _opened(wanted) as (desk, recall):
        wanted |= {"pro": debater, "con": debater, "format": next_format(heard, side, minutes=1.0)}
        spec = _spec(desk, recall, heard, **wanted, pace=float(words or 2 * PACE))
        ran = desk.run(_job(desk, spec, recall, None))
    turn = ran.view.turns[-1]
    face.show("\n".join([turn_text(turn), *_prepared_lines(turn)]), {**_data(ran), "turn": turn.json_value()})


@debate.command()
@click.argument("transcript", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@run_options
@click.option(
    "--by", "methods", type=click.Choice(get_args(Method)), multiple=True, help="The method [both]; may be repeated."
)
@faced
def evaluate(
    face: Face,
    transcript: Path,
    model: str | None,
    seed: int | None,
    pack: str | None,
    own_library: bool,
    methods: tuple[Method, ...],
) -> None:
    """Judge TRANSCRIPT by InspireScore and by Debatrix, each comparison in both orders."""
    heard = _heard(transcript, face)
    with open_desk(configured(model=model, seed=seed, pack=pack), own_library=own_library) as desk:
        judge = desk.models["judge"].decider.id
        face.note(f"{len(heard.utterances)} turns; {judge} judges")
        ran = desk.run(_evaluation(desk, heard, methods or get_args(Method)))
    winner = ran.view.debatrix.winner if ran.view.debatrix else None
    told = {"judge": judge, "winner": winner, "inspire": _means(ran.view), "evaluation": ran.view.json_value()}
    face.show(f"{evaluated_text(ran.view)}\n\njudged by {judge}; run {short(ran.run)}", _run_data(ran) | told)


@debate.command()
@click.argument("transcript", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--side", type=click.Choice(["pro", "con"]), default="con", show_default=True, help="Whose turn it is.")
@run_options
@_debater_options
@faced
def ablate(
    face: Face, transcript: Path | None, side: Side, words: int | None, without: str | None, **wanted: Any
) -> None:
    """Speak the next utterance with each part of the r-debater taken away, and mark what comes of it.

    Without TRANSCRIPT the debate opens with a speech of the other side on the pack's sample question."""
    started = time.monotonic()
    heard = _heard(transcript, face) if transcript else None
    chosen = (without,) if without else _VARIANTS
    with _opened(wanted) as (desk, recall):
        wanted |= {"pro": "r-debater", "con": "r-debater", "pace": float(words or 2 * PACE)}
        rows = desk.run(_ablations(desk, recall, side, heard, chosen, face, **wanted))
    data = {"side": side, "variants": rows, "seconds": round(time.monotonic() - started, 1)}
    face.show(_ablation_text(rows), data)


@contextmanager
def _opened(wanted: dict[str, Any]) -> Iterator[tuple[Desk, Recall]]:
    """The desk and the memory that the options ask for; those options are taken out of `wanted`."""
    own_library, own_memory = wanted.pop("own_library"), wanted.pop("own_memory")
    config = configured(**{name: wanted.pop(name) for name in ("model", "seed", "pack")})
    with open_desk(config, own_library=own_library) as desk, recall_of(config, own=own_memory) as recall:
        yield desk, recall


def _spec(desk: Desk, recall: Recall, transcript: Transcript, **wanted: Any) -> DebateSpec:
    by_code = desk.models["proposer"].decider.id == EMBEDDED
    wording = wanted.pop("wording", None) or ("code" if by_code else "model")
    human = "human" in (wanted.get("pro"), wanted.get("con"))
    return DebateSpec(
        **desk.setting(),
        transcript=transcript,
        memory=recall.version,
        memory_engine=recall.engine,
        wording=wording,
        without=wanted.pop("without", None) or "",
        person=desk.config.settings.operator if human else "",
        **wanted,
    )


async def _job(desk: Desk, spec: DebateSpec, recall: Recall, shown: Face | None) -> Ran[Debate]:
    return await run_debate(
        spec,
        store=desk.store,
        models=desk.models,
        corpus=desk.corpus,
        memory=recall,
        pack=desk.pack,
        say=_at_the_terminal if spec.person else None,
        heard=_Listener(shown).heard,
    )


async def _evaluation(desk: Desk, heard: Transcript, methods: tuple[Method, ...], turns: tuple[int, ...] = ()) -> Any:
    spec = EvaluateSpec(**desk.setting(), transcript=heard, methods=methods, turns=turns)
    return await run_evaluate(spec, store=desk.store, models=desk.models, corpus=desk.corpus, pack=desk.pack)


async def _ablations(
    desk: Desk, recall: Recall, side: Side, heard: Transcript | None, variants: Any, face: Face, **wanted: Any
) -> list[dict[str, Any]]:
    """Every variant's utterance in the same debate, and its marks."""
    said = heard or await _opening(desk, recall, other(side), **wanted)
    rows = []
    for variant in variants:
        face.note(f"without {variant or 'nothing'}")
        format = next_format(said, side, minutes=1.0)
        spec = _spec(desk, recall, said, **wanted, without=variant, format=format)
        rows.append(await _ablated(desk, recall, spec, said))
    return rows


async def _opening(desk: Desk, recall: Recall, side: Side, **wanted: Any) -> Transcript:
    """A first speech of the other side, so that there is something to answer."""
    empty = Transcript(motion=desk.pack.sample_question, utterances=())
    format = next_format(empty, side, minutes=1.0)
    spec = _spec(desk, recall, empty, **wanted | {"pro": "four-roles", "con": "four-roles", "format": format})
    return (await _job(desk, spec, recall, None)).view.transcript


async def _ablated(desk: Desk, recall: Recall, spec: DebateSpec, heard: Transcript) -> dict[str, Any]:
    """One variant's utterance and its marks."""
    ran = await _job(desk, spec, recall, None)
    place = len(heard.utterances)
    marked = await _evaluation(desk, ran.view.transcript, ("inspire",), (place,))
    subjective, logic, fact = marked.view.inspire[0].dimensions
    turn = ran.view.turns[place]
    return {
        "without": spec.without,
        "subjective": round(subjective, 4),
        "logic": round(logic, 4),
        "fact": round(fact, 4),
        "score": round(marked.view.inspire[0].score, 4),
        "accepted": turn.accepted,
        "drafts": len(turn.attempts),
        "text": turn.text,
    }


class _Listener:
    """Shows every turn as it is spoken, and the flow as it fills."""

    def __init__(self, face: Face | None) -> None:
        self._face = face
        self._turns: list[Turn] = []

    def heard(self, turn: Turn) -> None:
        self._turns.append(turn)
        if self._face:
            self._face.note(f"{turn_text(turn)}\n  flow: {fates(flow(self._turns))}\n")


def _at_the_terminal(floor: Floor, kind: Kind) -> str:
    """Ask the person for their words."""
    if floor.turns:
        click.echo(turn_text(floor.turns[-1]) + "\n", err=True)
    what = {"speech": "Your speech", "question": "Your question", "answer": "Your answer"}[kind]
    said: str = click.prompt(f"{what} for: {floor.position} (at most {floor.limit} words)", err=True)
    return said


def _heard(path: Path, face: Face) -> Transcript:
    """The transcript, cleaned; what was left out is told."""
    found = read_transcript(path)
    kept = cleaned(found.utterances)
    if kept.dropped:
        face.note("left out: " + ", ".join(f"{n} {rule}" for rule, n in kept.dropped.items()))
    if not kept.utterances:
        raise InputError(f"{path} holds no argument", hint="every turn was a moderator's, or meta talk, or empty")
    if len({said.side for said in kept.utterances}) < 2:
        face.note(f"only one side speaks in {path}")
    return found.model_copy(update={"utterances": kept.utterances, "source": path.name})


def _pace(speeches: Any, wpm: float, words: int | None) -> float:
    """Words a minute, slowed where the longest speech would pass the limit."""
    longest = max(slot.minutes for slot in speeches)
    return min(wpm, words / longest) if words else wpm


_WRITERS: dict[str, Callable[[Debate], str]] = {".json": debate_json, ".md": debate_markdown, ".html": page}


def _check_ending(out: Path | None) -> None:
    if out and out.suffix.lower() not in _WRITERS:
        raise InputError(f"cannot tell what to write to {out}", hint=f"end its name in {', '.join(_WRITERS)}")


def _write(view: Debate, out: Path | None) -> None:
    if out is None:
        return
    try:
        out.write_text(_WRITERS[out.suffix.lower()](view), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {out}: {error.strerror}", hint="name a folder that is there") from error


def _played_text(ran: Ran[Debate], told: str, out: Path | None) -> str:
    view = ran.view
    lines = [view.motion, "", "flow:", flow_text(view.flow), ""]
    lines.append(f"{len(view.turns)} turns, {len(view.flow)} points, {len(view.dropped)} dropped")
    lines += [f"NOT VERIFIED: {pointer}" for pointer in view.unverified]
    lines += [view.notice] if view.notice else []
    lines += ["", f"run {short(ran.run)}  digest {short(ran.digest)}", told]
    return "\n".join([*lines, f"debate: {out}"] if out else lines)


def _prepared_lines(turn: Turn) -> list[str]:
    if turn.prepared is None:
        return []
    schemes = ", ".join(f"{name} {mean:.1f}" for name, mean in turn.prepared.priors.schemes.items()) or "none"
    lines = [f"keywords: {', '.join(turn.prepared.keywords) or 'none'}", f"schemes that worked before: {schemes}"]
    lines += [f"flaw found by {flaw.by}: {flaw.signal}" for flaw in turn.prepared.loopholes]
    return [*lines, *turn.notes]


def _run_data(ran: Ran[Any]) -> dict[str, Any]:
    return {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}


def _data(ran: Ran[Debate]) -> dict[str, Any]:
    return {**_run_data(ran), "dropped": [one.point.id for one in ran.view.dropped]}


def _means(view: Evaluated) -> dict[str, Any]:
    names = ("subjective", "logic", "fact", "score")
    sides: tuple[Side, Side] = ("pro", "con")
    found = {side: side_means(view.inspire, side) for side in sides}
    return {side: dict(zip(names, means, strict=True)) for side, means in found.items() if means}


def _ablation_text(rows: list[dict[str, Any]]) -> str:
    head = f"{'without':<12} subjective   logic    fact   score  drafts accepted"
    return "\n".join(
        [
            head,
            *(
                f"{row['without'] or 'nothing':<12} {row['subjective']:10.3f} {row['logic']:7.3f} {row['fact']:7.3f} "
                f"{row['score']:7.3f} {row['drafts']:7} {'yes' if row['accepted'] else 'no'}"
                for row in rows
            ),
        ]
    )
