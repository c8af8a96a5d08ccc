"""`foam oversee`: consultancy against debate under weak judges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import foam
from foam import InputError, short_id
from foam.cli.frame import DRY_RUN, WORKERS, Face, faced, tell_cost, tell_missing
from foam.cli.options import take_order


@click.group()
def oversee() -> None:
    """Can weak judges be trusted with it? Consultancy against debate."""


@oversee.command()
@take_order(foam.orders.GameOrder)
@faced
def theory(face: Face, order: foam.orders.GameOrder) -> None:
    """Closed forms: amplification, follow, accuracy, and how they move with each parameter."""
    with face.home() as home:
        game = home.oversee.game(order)
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
@take_order(foam.orders.GameOrder)
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
    order: foam.orders.GameOrder,
) -> None:
    """Play cases at random; with --sweep along a parameter; with --log write a log for `estimate`."""
    with face.home() as home:
        game = home.oversee.game(order)
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
@take_order(foam.orders.GameOrder)
@faced
def equilibrium(face: Face, order: foam.orders.GameOrder) -> None:
    """Who shows evidence when it costs something: thresholds and every equilibrium."""
    with face.home() as home:
        game = home.oversee.game(order)
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
@take_order(foam.orders.GameOrder)
@click.option("--alpha", default=1.0, show_default=True, help="Cost of any error.")
@click.option("--beta", default=1.0, show_default=True, help="Further cost of a ratified error.")
@click.option("--consultancy-cost", default=0.0, show_default=True)
@click.option("--debate-cost", default=0.0, show_default=True)
@faced
def welfare(
    face: Face, alpha: float, beta: float, consultancy_cost: float, debate_cost: float, order: foam.orders.GameOrder
) -> None:
    """Whether debate is worth it, and from which beta on."""
    costs = {"consultancy_cost": consultancy_cost, "debate_cost": debate_cost}
    with face.home() as home:
        game = home.oversee.game(order)
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
@take_order(foam.orders.ExperimentOrder)
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder of plan and log.")
@WORKERS
@DRY_RUN
@faced
def run(face: Face, order: foam.orders.ExperimentOrder, out: Path, workers: int, dry_run: bool) -> None:
    """Play consultancy and debate over a gold set; the plan is registered before the first call."""
    if dry_run:
        with face.home() as home:
            found = home.oversee.reckon(order)
            tell_missing(face, home, model=order.model)
            face.show(home.oversee.describe(found), found.json_value())
        return
    with face.home() as home:
        ran = home.oversee.run(order, out, workers=workers)
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
@take_order(foam.orders.EstimateOrder)
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write a chart of the intervals here.")
@faced
def estimate(face: Face, order: foam.orders.EstimateOrder, svg: Path | None) -> None:
    """What a log of judged cases says: amplification, accuracy, rho, b, kappa, with intervals and warnings."""
    with face.home() as home:
        found = home.oversee.estimate(order)
        if svg:
            home.oversee.save_chart(found, svg)
            face.note(f"wrote {svg}")
        text = home.oversee.describe(found)
        if order.adapter == "nyu":
            face.show(text, {"adapter": "nyu", **found.json_value()})
        else:
            warnings = list(home.oversee.warnings(found))
            face.show(text, {"source": order.source.name, **found.json_value(), "all_warnings": warnings})


@oversee.command()
@take_order(foam.orders.PredictionOrder)
@faced
def predict(face: Face, order: foam.orders.PredictionOrder) -> None:
    """Rho, b and kappa from one half of a log, amplification on the other, and whether each prediction held."""
    with face.home() as home:
        found = home.oversee.predict(order)
        face.show(home.oversee.describe(found), found.json_value())


@oversee.command()
@take_order(foam.orders.EstimateOrder, except_for=("mislabelled",))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write report.md, .html and .svg here.")
@faced
def report(face: Face, order: foam.orders.EstimateOrder, out: Path | None) -> None:
    """Estimates, a chart, and the protocol that each risk tier should run."""
    with face.home() as home:
        found = home.oversee.report(order)
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
