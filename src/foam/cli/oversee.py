"""`foam oversee`: consultancy against debate under weak judges. Parses, calls `foam.oversight`, shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from foam.cli.frame import Face, faced

if TYPE_CHECKING:
    from foam.oversight.estimation.shares import Resampling
    from foam.oversight.log import Log
    from foam.oversight.setting import Judge, Setting
    from foam.oversight.theory import Rates

C = TypeVar("C", bound=Callable[..., Any])

_GAME = (
    click.option("--p", default=0.8, show_default=True, help="How often the protagonist is right."),
    click.option("--rho", default=0.3, show_default=True, help="How often falsehood passes the evidence check."),
    click.option("--tau", default=1.0, show_default=True, help="How often truth does."),
    click.option("--cost", default=0.0, show_default=True, help="What evidence costs, in units of winning."),
    click.option("--b", type=float, help="Tie-break judge: chance that a tie goes to the protagonist [0.5]."),
    click.option("--default", type=float, help="Tie-break judge: endorses a consultant without evidence [0]."),
    click.option("--mu", type=float, help="Logit judge: bias towards the protagonist [0]."),
    click.option("--kappa", type=float, help="Logit judge: weight of evidence; giving it chooses this judge."),
    click.option("--lam", type=float, help="Logit judge: sharpness [1]."),
)

_INTERVALS = (
    click.option("--replicates", default=2000, show_default=True, help="Bootstrap replicates."),
    click.option("--seed", default=0, show_default=True, help="Seed of the resampling."),
    click.option("--level", default=0.95, show_default=True, help="Confidence level."),
    click.option(
        "--cluster",
        type=click.Choice(["auto", "judge", "rows"]),
        default="auto",
        show_default=True,
        help="Redraw whole judges, or rows within strata; auto: judges from 10 on.",
    ),
)

_LOG = (
    click.option("--threshold", default=1.0, show_default=True, help="Graded score from which evidence is accepted."),
    click.option("--window", default=100, show_default=True, help="Debates per window of the tie alarms."),
)


def _with(options: Iterable[Callable[[C], C]]) -> Callable[[C], C]:
    def add(command: C) -> C:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return add


@click.group()
def oversee() -> None:
    """Can weak judges be trusted with it? Consultancy against debate."""


@oversee.command()
@_with(_GAME)
@faced
def theory(face: Face, **game: Any) -> None:
    """Closed forms: amplification, follow, accuracy, and how they move with each parameter."""
    from foam.oversight.show import rates_table
    from foam.oversight.statics import slopes
    from foam.oversight.theory import compare

    setting, judge = _game(game)
    found = compare(setting, judge)
    moves = slopes(setting, judge)
    text = [*rates_table(found), f"gap {_gap(found):+.4f}", ""]
    text += ["d gap by " + ", ".join(f"{s.knob} {s.gap:+.4f}" for s in moves)]
    data: dict[str, Any] = {
        **_game_data(setting, judge),
        **{str(r.protocol): r.json_value() for r in found},
        "gap": _gap(found),
        "slopes": [s.json_value() for s in moves],
    }
    face.show("\n".join(text), data)


@oversee.command()
@_with(_GAME)
@click.option("--cases", default=100_000, show_default=True, help="Cases per protocol.")
@click.option("--seed", default=0, show_default=True, help="Same seed, same draws.")
@click.option("--sweep", type=(str, float, float, int), metavar="KNOB LOW HIGH COUNT", help="Move one parameter.")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write the sweep's chart here.")
@click.option("--log", "log_file", type=click.Path(path_type=Path, dir_okay=False), help="Write a simulated log here.")
@click.option("--judges", default=20, show_default=True, help="Judges of the simulated log.")
@click.option("--likeness", default=0.0, show_default=True, help="How far a simulated judge's labels go together.")
@faced
def simulate(
    face: Face,
    cases: int,
    seed: int,
    sweep: tuple[str, float, float, int] | None,
    svg: Path | None,
    log_file: Path | None,
    judges: int,
    likeness: float,
    **game: Any,
) -> None:
    """Play cases at random; with --sweep along a parameter; with --log write a log for `estimate`."""
    setting, judge = _game(game)
    if log_file is not None:
        _write_log(face, log_file, setting, judge, cases=cases, seed=seed, judges=judges, likeness=likeness)
    elif sweep is not None:
        _sweep(face, setting, judge, sweep, cases=cases, seed=seed, svg=svg)
    else:
        _simulate_once(face, setting, judge, cases=cases, seed=seed)


@oversee.command()
@_with(_GAME)
@faced
def equilibrium(face: Face, **game: Any) -> None:
    """Who shows evidence when it costs something: thresholds and every equilibrium."""
    from foam.oversight.equilibrium import play
    from foam.oversight.show import equilibrium_lines

    setting, judge = _game(game)
    found = play(setting, judge)
    text = equilibrium_lines(found, setting.cost)
    face.show("\n".join(text), {**_game_data(setting, judge), **found.json_value()})


@oversee.command()
@click.option("--b", default=0.4, show_default=True, help="Each member's chance to favour the protagonist in a tie.")
@click.option("--n", default=5, show_default=True, help="Panel size.")
@click.option(
    "--split",
    type=click.Choice(["protagonist", "antagonist", "coin"]),
    default="protagonist",
    show_default=True,
    help="Who gets an even split; the printed sum gives it to the protagonist.",
)
@click.option("--correlation", default=0.0, show_default=True, help="Correlation between two members' votes.")
@click.option("--rho", default=0.3, show_default=True, help="For amplification rho b_n.")
@faced
def jury(face: Face, b: float, n: int, split: Any, correlation: float, rho: float) -> None:
    """What a panel makes of its members' bias: b_n for each panel size up to n."""
    from foam.oversight.jury import jury_bias

    last = jury_bias(b, n, split=split, correlation=correlation)
    sizes = range(1, n + 1) if n <= 25 else (*range(1, 26), n)
    table = {k: jury_bias(b, k, split=split, correlation=correlation) for k in sizes}
    text = "\n".join(f"b_{k:<3} {value:.6f}   amplification {rho * value:.6f}" for k, value in table.items())
    sizes_data = [{"n": k, "b_n": v, "amplification": rho * v} for k, v in table.items()]
    face.show(text, {"b": b, "n": n, "split": split, "b_n": last, "amplification": rho * last, "sizes": sizes_data})


@oversee.command()
@_with(_GAME)
@click.option("--alpha", default=1.0, show_default=True, help="Cost of any error.")
@click.option("--beta", default=1.0, show_default=True, help="Further cost of a ratified error.")
@click.option("--consultancy-cost", default=0.0, show_default=True)
@click.option("--debate-cost", default=0.0, show_default=True)
@faced
def welfare(face: Face, alpha: float, beta: float, consultancy_cost: float, debate_cost: float, **game: Any) -> None:
    """Whether debate is worth it, and from which beta on."""
    from foam.oversight.explore import checked
    from foam.oversight.welfare import Stakes, weigh

    setting, judge = _game(game)
    costs = {"consultancy_cost": consultancy_cost, "debate_cost": debate_cost}
    stakes = checked(Stakes, {"alpha": alpha, "beta": beta, **costs})
    found = weigh(setting, judge, stakes)
    threshold = found.beta_threshold
    pays = "spares no ratified error" if threshold is None else f"is worth it when beta > {threshold:.4f}"
    text = f"{found.better} (debate gains {found.gain:+.4f}); debate {pays}"
    face.show(text, {**_game_data(setting, judge), "stakes": stakes.json_value(), **found.json_value()})


@oversee.command()
@click.argument("extension")
@click.argument("parameters", nargs=-1, metavar="[KEY=VALUE]...")
@faced
def explore(face: Face, extension: str, parameters: tuple[str, ...]) -> None:
    """Solve an extension: graded, portfolio, correlated, options, effort or dynamics."""
    from foam.errors import SettingError
    from foam.oversight.explore import explore as solve
    from foam.oversight.show import flat

    loose = [text for text in parameters if "=" not in text]
    if loose:
        raise SettingError(f"{loose[0]!r} is not KEY=VALUE", hint="for example: p=0.8 rho=0.3 k=4")
    found = solve(extension, dict(text.split("=", 1) for text in parameters))
    face.show("\n".join(flat(found)), {"extension": extension, **found})


@oversee.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder of plan and log.")
@click.option("--adapter", type=click.Choice(["gold", "wice"]), default="gold", show_default=True, help="What GOLD is.")
@click.option("--model", help="Who answers: embedded, scripted, or an endpoint's name [the setting `model`].")
@click.option("--judge", type=click.Choice(["model", "logit", "tie-break"]), default="model", show_default=True)
@click.option("--kappa", default=1.0, show_default=True, help="Of the logit judge.")
@click.option("--mu", default=0.0, show_default=True, help="Of the logit judge.")
@click.option("--b", default=0.5, show_default=True, help="Of the tie-break judge.")
@click.option("--jury", default=1, show_default=True, help="Judges per case; an even panel may stay undecided.")
@click.option("--senders", type=click.Choice(["model", "machinery"]), default="model", show_default=True)
@click.option("--verifier", type=click.Choice(["stance", "relevance"]), default="stance", show_default=True)
@click.option("--relevance", default=0.3, show_default=True, help="Least relevance of an accepted quotation.")
@click.option("--forced-false", default=0.5, show_default=True, help="Share of protagonists made to argue falsehood.")
@click.option("--cases", type=int, help="Play only so many cases, drawn by the seed.")
@click.option("--seed", default=0, show_default=True, help="Same seed, same arms.")
@faced
def run(face: Face, gold: Path, out: Path, **choices: Any) -> None:
    """Play consultancy and debate over a gold set; the plan is registered before the first call."""
    from foam.cli.oversee_run import play_gold

    played = play_gold(face, gold, out, choices)
    text = f"{played.rows} cases, {played.asked} questions asked, {played.reused} reused\nplan {played.plan}\n"
    face.show(f"{text}log {played.log}; next: foam oversee report {played.log}", played.json_value())


@oversee.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--adapter", type=click.Choice(["log", "nyu"]), default="log", show_default=True, help="What SOURCE is.")
@click.option("--mislabelled", multiple=True, type=float, default=(0.01, 0.05), help="Share of wrong truths to allow.")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write a chart of the intervals here.")
@_with(_LOG)
@_with(_INTERVALS)
@faced
def estimate(
    face: Face,
    source: Path,
    adapter: str,
    mislabelled: tuple[float, ...],
    svg: Path | None,
    threshold: float,
    window: int,
    **how: Any,
) -> None:
    """What a log of judged cases says: amplification, accuracy, rho, b, kappa, with intervals and warnings."""
    if adapter == "nyu":
        return _estimate_nyu(face, source, _resampling(how), svg)
    from foam.oversight.estimation.summary import all_warnings, lines, summarise
    from foam.oversight.log import read_log
    from foam.oversight.report import chart

    log = read_log(source, threshold=threshold)
    found = summarise(log, _resampling(how), mislabelled=mislabelled, window=window)
    data = {"source": source.name, **found.json_value(), "all_warnings": list(all_warnings(found))}
    _draw(face, svg, lambda: chart(found))
    return face.show("\n".join(lines(found)), data)


@oversee.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--adapter", type=click.Choice(["log", "nyu"]), default="log", show_default=True, help="What SOURCE is.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write report.md and report.svg here.")
@_with(_LOG)
@_with(_INTERVALS)
@faced
def report(face: Face, source: Path, adapter: str, out: Path | None, threshold: float, window: int, **how: Any) -> None:
    """Estimates, a chart, and the protocol that each risk tier should run."""
    from foam.oversight.estimation.summary import summarise
    from foam.oversight.policy import RULES, choose, known_from
    from foam.oversight.report import chart, markdown

    log = _read(source, adapter, threshold)
    found = summarise(log, _resampling(how), window=window)
    known = known_from(found, _named(source))
    decisions = [choose(tier, known) for tier in RULES]
    text = markdown(found, decisions, source=source.name)
    if out is not None:
        _write(face, out / "report.md", text)
        _write(face, out / "report.svg", chart(found))
    face.show(text, {"estimates": found.json_value(), "decisions": [d.json_value() for d in decisions]})


def _game(game: dict[str, Any]) -> tuple[Setting, Judge]:
    from foam.oversight.explore import checked, judge_of
    from foam.oversight.setting import Setting

    given = {key: str(game[key]) for key in ("b", "default", "mu", "kappa", "lam") if game[key] is not None}
    judge = judge_of(given)
    if given:
        _mixed(given)
    return checked(Setting, {key: game[key] for key in ("p", "rho", "tau", "cost")}), judge


def _mixed(left: dict[str, str]) -> None:
    from foam.errors import SettingError

    names = ", ".join(f"--{name}" for name in left)
    raise SettingError(
        f"{names} does not belong to the chosen judge",
        hint="give --kappa (with --mu, --lam) for a logit judge, or --b (with --default) for a tie-break judge",
    )


def _game_data(setting: Setting, judge: Judge) -> dict[str, Any]:
    return {"setting": setting.json_value(), "judge": judge.json_value()}


def _gap(found: tuple[Rates, Rates]) -> float:
    return found[0].amplification - found[1].amplification


def _simulate_once(face: Face, setting: Setting, judge: Judge, *, cases: int, seed: int) -> None:
    from foam.oversight.setting import PROTOCOLS
    from foam.oversight.show import simulated_lines
    from foam.oversight.simulation import simulate as run
    from foam.oversight.theory import rates

    played = [run(protocol, setting, judge, cases=cases, seed=seed) for protocol in PROTOCOLS]
    text = [line for one in played for line in simulated_lines(one, rates(one.protocol, setting, judge))]
    face.show("\n".join(text), {**_game_data(setting, judge), **{str(s.protocol): s.json_value() for s in played}})


def _sweep(
    face: Face,
    setting: Setting,
    judge: Judge,
    asked: tuple[str, float, float, int],
    *,
    cases: int,
    seed: int,
    svg: Path | None,
) -> None:
    from foam.oversight.explore import checked
    from foam.oversight.show import sweep_lines
    from foam.oversight.sweep import Steps, chart, sweep

    knob, low, high, count = asked
    steps = checked(Steps, {"knob": knob, "low": low, "high": high, "count": count})
    points = sweep(setting, judge, steps, cases=cases, seed=seed)
    _draw(face, svg, lambda: chart(points, title=f"Amplification by {knob}"))
    face.show("\n".join(sweep_lines(points)), {"points": [p.json_value() for p in points]})


def _write_log(face: Face, path: Path, setting: Setting, judge: Judge, *, seed: int, **layout: Any) -> None:
    from foam.oversight.explore import checked
    from foam.oversight.log import csv_text
    from foam.oversight.synthetic import Design, log_rows, synthetic_log

    design = checked(Design, {"setting": setting, "judge": judge, **layout})
    rows = log_rows(synthetic_log(design, seed=seed))
    _write(face, path, csv_text(rows))
    face.show(
        f"wrote {len(rows)} cases to {path}", {"log": str(path), "rows": len(rows), "design": design.json_value()}
    )


def _resampling(how: dict[str, Any]) -> Resampling:
    from foam.oversight.estimation.shares import Resampling
    from foam.oversight.explore import checked

    cluster = {"auto": None, "judge": True, "rows": False}[how.pop("cluster")]
    return checked(Resampling, {**how, "cluster": cluster})


def _named(source: Path) -> str:
    """The log by name and content, as an audit line cites it."""
    from foam.values import digest_bytes, short

    return f"{source.name} {short(digest_bytes(source.read_bytes()))}" if source.is_file() else source.name


def _draw(face: Face, svg: Path | None, draw: Callable[[], str]) -> None:
    if svg is not None:
        _write(face, svg, draw())


def _write(face: Face, path: Path, text: str) -> None:
    from foam.errors import InputError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="choose another place") from error
    face.note(f"wrote {path}")


def _read(source: Path, adapter: str, threshold: float) -> Log:
    from foam.oversight.log import read_log
    from foam.oversight.nyu import read_nyu

    return read_nyu(source) if adapter == "nyu" else read_log(source, threshold=threshold)


def _estimate_nyu(face: Face, source: Path, how: Resampling, svg: Path | None) -> None:
    from foam.oversight.estimation.nyu_report import lines, nyu_report
    from foam.oversight.nyu import read_nyu
    from foam.oversight.report import nyu_chart

    found = nyu_report(read_nyu(source), how)
    _draw(face, svg, lambda: nyu_chart(found))
    face.show("\n".join(lines(found)), {"adapter": "nyu", **found.json_value()})
