"""`foam oversee`: consultancy against debate under weak judges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam import InputError, short_id
from foam.cli.frame import BUDGET, DRY_RUN, WORKERS, Face, faced, join_options, tell_cost, tell_missing

_game_options = join_options(
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

_interval_options = join_options(
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

_log_options = join_options(
    click.option("--threshold", default=1.0, show_default=True, help="Graded score from which evidence is accepted."),
    click.option("--window", default=100, show_default=True, help="Debates per window of the tie alarms."),
)


@click.group()
def oversee() -> None:
    """Can weak judges be trusted with it? Consultancy against debate."""


@oversee.command()
@_game_options
@faced
def theory(face: Face, **knobs: Any) -> None:
    """Closed forms: amplification, follow, accuracy, and how they move with each parameter."""
    with face.home() as home:
        game = home.oversee.game(**knobs)
        found = home.oversee.theory(game)
        text = home.oversee.describe(found)
    data: dict[str, Any] = {
        **game.data(),
        **{str(one.protocol): one.json_value() for one in found.rates},
        "gap": found.gap,
        "slopes": [slope.json_value() for slope in found.slopes],
    }
    face.show(text, data)


@oversee.command()
@_game_options
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
    **knobs: Any,
) -> None:
    """Play cases at random; with --sweep along a parameter; with --log write a log for `estimate`."""
    with face.home() as home:
        game = home.oversee.game(**knobs)
        if log_file is not None:
            design, rows = home.oversee.simulate_log(
                game, log_file, cases=cases, judges=judges, likeness=likeness, seed=seed
            )
            data = {"log": str(log_file), "rows": rows, "design": design.json_value()}
            face.show(f"wrote {rows} cases to {log_file}", data)
        elif sweep is not None:
            points = home.oversee.sweep(game, *sweep, cases=cases, seed=seed)
            if svg:
                home.oversee.save_chart(points, svg, title=f"Amplification by {sweep[0]}")
                face.note(f"wrote {svg}")
            face.show(home.oversee.describe(points), {"points": [point.json_value() for point in points]})
        else:
            played = home.oversee.simulate(game, cases=cases, seed=seed)
            data = {**game.data(), **{str(one.protocol): one.json_value() for one in played}}
            face.show(home.oversee.describe(played, game), data)


@oversee.command()
@_game_options
@faced
def equilibrium(face: Face, **knobs: Any) -> None:
    """Who shows evidence when it costs something: thresholds and every equilibrium."""
    with face.home() as home:
        game = home.oversee.game(**knobs)
        found = home.oversee.equilibrium(game)
        text = home.oversee.describe(found, game)
    face.show(text, {**game.data(), **found.json_value()})


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
    with face.home() as home:
        last = home.oversee.jury(b, n, split=split, correlation=correlation)
        sizes = range(1, n + 1) if n <= 25 else (*range(1, 26), n)
        table = {k: home.oversee.jury(b, k, split=split, correlation=correlation) for k in sizes}
    text = "\n".join(f"b_{k:<3} {value:.6f}   amplification {rho * value:.6f}" for k, value in table.items())
    sizes_data = [{"n": k, "b_n": v, "amplification": rho * v} for k, v in table.items()]
    face.show(text, {"b": b, "n": n, "split": split, "b_n": last, "amplification": rho * last, "sizes": sizes_data})


@oversee.command()
@_game_options
@click.option("--alpha", default=1.0, show_default=True, help="Cost of any error.")
@click.option("--beta", default=1.0, show_default=True, help="Further cost of a ratified error.")
@click.option("--consultancy-cost", default=0.0, show_default=True)
@click.option("--debate-cost", default=0.0, show_default=True)
@faced
def welfare(face: Face, alpha: float, beta: float, consultancy_cost: float, debate_cost: float, **knobs: Any) -> None:
    """Whether debate is worth it, and from which beta on."""
    costs = {"consultancy_cost": consultancy_cost, "debate_cost": debate_cost}
    with face.home() as home:
        game = home.oversee.game(**knobs)
        stakes, found = home.oversee.welfare(game, alpha=alpha, beta=beta, **costs)
    threshold = found.beta_threshold
    pays = "spares no ratified error" if threshold is None else f"is worth it when beta > {threshold:.4f}"
    text = f"{found.better} (debate gains {found.gain:+.4f}); debate {pays}"
    face.show(text, {**game.data(), "stakes": stakes.json_value(), **found.json_value()})


@oversee.command()
@click.argument("extension")
@click.argument("parameters", nargs=-1, metavar="[KEY=VALUE]...")
@faced
def explore(face: Face, extension: str, parameters: tuple[str, ...]) -> None:
    """Solve an extension: graded, portfolio, correlated, options, effort or dynamics."""
    loose = [text for text in parameters if "=" not in text]
    if loose:
        raise InputError(f"{loose[0]!r} is not KEY=VALUE", hint="for example: p=0.8 rho=0.3 k=4")
    with face.home() as home:
        found = home.oversee.explore(extension, dict(text.split("=", 1) for text in parameters))
        text = home.oversee.describe(found)
    face.show(text, {"extension": extension, **found})


@oversee.command()
@click.argument("gold", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder of plan and log.")
@click.option("--adapter", type=click.Choice(["gold", "wice"]), default="gold", show_default=True, help="What GOLD is.")
@BUDGET
@click.option("--model", help="Who answers: embedded, scripted, or an endpoint's name [the setting `model`].")
@click.option("--judge", type=click.Choice(["model", "logit", "tie-break"]), default="model", show_default=True)
@click.option("--kappa", default=1.0, show_default=True, help="Of the logit judge.")
@click.option("--mu", default=0.0, show_default=True, help="Of the logit judge.")
@click.option("--b", default=0.5, show_default=True, help="Of the tie-break judge.")
@click.option("--jury", default=1, show_default=True, help="Judges per case; an even panel may stay undecided.")
@click.option("--senders", type=click.Choice(["model", "machinery"]), default="model", show_default=True)
@click.option(
    "--verifier",
    type=click.Choice(["bearing", "stance", "relevance"]),
    help="Which quotations count [bearing for a judge that can read, else stance].",
)
@click.option(
    "--must-choose", is_flag=True, help="The judge may not say that it cannot tell where no quotation passed."
)
@click.option("--relevance", default=0.3, show_default=True, help="Least relevance of an accepted quotation.")
@click.option("--plan", type=click.Path(path_type=Path), help="A TOML file of factors, jurors and design.")
@click.option("--cases", type=int, help="Play only so many cases, drawn by the seed.")
@click.option("--seed", default=0, show_default=True, help="Same seed, same arms.")
@WORKERS
@DRY_RUN
@faced
def run(face: Face, gold: Path, out: Path, dry_run: bool, **options: Any) -> None:
    """Play consultancy and debate over a gold set; the plan is registered before the first call."""
    if dry_run:
        with face.home() as home:
            found = home.oversee.reckon(gold, **options)
            tell_missing(face, home, model=options["model"])
            face.show(home.oversee.describe(found), found.json_value())
        return
    with face.home() as home:
        ran = home.oversee.run(gold, out, **options)
        log = home.oversee.log_of(out)
        cost, spent = tell_cost(home, ran)
    rows = len(ran.view.rows)
    text = f"{rows} cases, {ran.asked} questions asked, {ran.reused} reused\nplan {ran.view.plan}\n"
    data = {"run": ran.run, "plan": ran.view.plan, "rows": rows, "asked": ran.asked, "reused": ran.reused}
    data["warnings"] = list(ran.view.warnings)
    for warning in ran.view.warnings:
        face.note(f"warning: {warning}")
    last = "\n".join([f"log {log}; next: foam oversee report {log}", *cost])
    face.show(f"{text}{last}", {**data, **spent, "log": str(log)})


@oversee.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--adapter", type=click.Choice(["log", "nyu"]), default="log", show_default=True, help="What SOURCE is.")
@click.option("--mislabelled", multiple=True, type=float, default=(0.01, 0.05), help="Share of wrong truths to allow.")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write a chart of the intervals here.")
@_log_options
@_interval_options
@faced
def estimate(face: Face, source: Path, adapter: Any, svg: Path | None, **options: Any) -> None:
    """What a log of judged cases says: amplification, accuracy, rho, b, kappa, with intervals and warnings."""
    with face.home() as home:
        found = home.oversee.estimate(source, adapter=adapter, **options)
        if svg:
            home.oversee.save_chart(found, svg)
            face.note(f"wrote {svg}")
        text = home.oversee.describe(found)
        if adapter == "nyu":
            face.show(text, {"adapter": "nyu", **found.json_value()})
        else:
            warnings = list(home.oversee.warnings(found))
            face.show(text, {"source": source.name, **found.json_value(), "all_warnings": warnings})


@oversee.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--adapter", type=click.Choice(["log", "nyu"]), default="log", show_default=True, help="What SOURCE is.")
@click.option("--threshold", default=1.0, show_default=True, help="Graded score from which evidence is accepted.")
@click.option("--replicates", default=200, show_default=True, help="Bootstrap replicates.")
@click.option("--seed", default=0, show_default=True, help="Seed of the halves and the resampling.")
@click.option("--level", default=0.95, show_default=True, help="Confidence level.")
@faced
def predict(face: Face, source: Path, **options: Any) -> None:
    """Rho, b and kappa from one half of a log, amplification on the other, and whether each prediction held."""
    with face.home() as home:
        found = home.oversee.predict(source, **options)
        face.show(home.oversee.describe(found), found.json_value())


@oversee.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--adapter", type=click.Choice(["log", "nyu"]), default="log", show_default=True, help="What SOURCE is.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write report.md, .html and .svg here.")
@_log_options
@_interval_options
@faced
def report(face: Face, source: Path, out: Path | None, **options: Any) -> None:
    """Estimates, a chart, and the protocol that each risk tier should run."""
    with face.home() as home:
        found = home.oversee.report(source, **options)
        for path in home.oversee.save_report(found, out) if out else ():
            face.note(f"wrote {path}")
        text = home.oversee.describe(found)
    decisions = [decision.json_value() for decision in found.decisions]
    face.show(text, {"estimates": found.summary.json_value(), "decisions": decisions})


@oversee.command("list")
@faced
def list_all(face: Face) -> None:
    """List the experiments on record."""
    with face.home() as home:
        found = home.oversee.list()
    lines = [f"{short_id(one.run)}  {one.opened[:10]}  {one.cases} cases, judge {one.judge}" for one in found]
    face.show("\n".join(lines) or "none yet", {"experiments": [one.json_value() for one in found]})


@oversee.command()
@click.argument("run")
@faced
def show(face: Face, run: str) -> None:
    """Show a recorded experiment: accuracy by judge and protocol, how it settled, and the estimates."""
    with face.home() as home:
        found = home.oversee.show(run)
        text = home.oversee.describe(found.report)
    judges = [f"{one.judge}: {one.protocol}: accuracy {one.accuracy.line()}" for one in found.judges]
    face.show("\n".join([*judges, "", text]), found.data())
