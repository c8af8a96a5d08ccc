"""Calls about oversight: theory, simulation, estimates and experiments on weak judges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, assert_never

from foam.errors import InputError, NotFound, SettingError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.bulk import count_at_once
from foam.job.estimates import is_writer
from foam.job.job import RunResult, replay
from foam.job.orders.oversight import (
    Cluster,
    EstimateOrder,
    ExperimentOrder,
    GameOrder,
    LogOrder,
    PredictionOrder,
)
from foam.job.prices import read_prices
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.model.port import Model
from foam.oversight.curves import AccuracyCurve, JudgeAccuracy, compose_curves, rate_judges, trace_accuracy
from foam.oversight.equilibrium import Equilibria, play
from foam.oversight.estimation.nyu_report import NyuReport, nyu_report
from foam.oversight.estimation.nyu_report import lines as nyu_lines
from foam.oversight.estimation.prediction import Prediction, predict, prediction_blocks
from foam.oversight.estimation.shares import Resampling
from foam.oversight.estimation.summary import Summary, all_warnings, lines, summarise
from foam.oversight.experiment.estimate import Preview, preview, preview_blocks
from foam.oversight.experiment.gold import GoldCase, read_gold, read_wice
from foam.oversight.experiment.plan import ExperimentPlan, ModelJudge, RuleJudge, draw_cases, make_plan, read_choices
from foam.oversight.experiment.run import LOG_FILE, ExperimentLog, oversee, run_plan
from foam.oversight.explore import build_checked, explore, take_judge
from foam.oversight.jury import jury_bias
from foam.oversight.log import Log, build_log, csv_text, read_log
from foam.oversight.nyu import read_nyu
from foam.oversight.policy import RULES, Decision, Known, choose, known_from
from foam.oversight.report import chart, compose_estimates, nyu_chart
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Setting, TieBreak
from foam.oversight.show import equilibrium_blocks, flatten, rates_blocks, simulated_blocks, sweep_blocks
from foam.oversight.simulation import Simulated, simulate
from foam.oversight.statics import Slope, slopes
from foam.oversight.sweep import Steps, SweepPoint, sweep
from foam.oversight.sweep import draw_sweep as sweep_chart
from foam.oversight.synthetic import Design, log_rows, synthetic_log
from foam.oversight.theory import GameRates, compare, rates
from foam.oversight.welfare import Stakes, Welfare, weigh
from foam.paper import Paper, draw, render, to_terminal
from foam.private import write_public
from foam.record.graph import require_entry
from foam.record.runs import list_runs
from foam.values import Rows, Value, digest_bytes, short

if TYPE_CHECKING:
    from foam.home.fields import EstimateFields, ExperimentFields, GameFields, PredictionFields

_JUDGE = ("b", "default", "mu", "kappa", "lam")


@dataclass(frozen=True, slots=True)
class OversightReport:
    """Estimates from a log, what each risk tier should run, and the document that says so."""

    summary: Summary
    decisions: tuple[Decision, ...]
    paper: Paper


class KnownExperiment(Value):
    """A recorded experiment as a list shows it."""

    run: str
    opened: str
    closed: str | None
    cases: int
    judge: str
    """Who judges: `model`, or the rule that decides."""
    senders: str
    jury: int


@dataclass(frozen=True, slots=True)
class ShownExperiment:
    """A recorded experiment: its estimates, and how well its judges did."""

    run: str
    plan: str
    report: OversightReport
    judges: tuple[JudgeAccuracy, ...]
    curves: tuple[AccuracyCurve, ...]
    pictures: Paper

    def data(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "run": self.run,
            "plan": self.plan,
            "estimates": self.report.summary.json_value(),
            "decisions": [decision.json_value() for decision in self.report.decisions],
            "judges": [one.json_value() for one in self.judges],
            "curves": [one.json_value() for one in self.curves],
        }


class ExperimentCalls:
    """The calls of `home.oversee` about what is on record."""

    _desk: Desk

    @quick
    def list(self) -> Rows[KnownExperiment]:
        """Every experiment on record, oldest first."""
        return Rows(
            KnownExperiment(
                run=one.run,
                opened=one.opened,
                closed=one.closed,
                cases=one.spec["plan"]["cases"],
                judge=", ".join(judge.get("judge", judge)["type"] for judge in one.spec["plan"]["jury"]),
                senders=one.spec["plan"]["senders"],
                jury=max(map(len, one.spec["plan"]["factors"]["panel"])),
            )
            for one in list_runs(self._desk.reading, job=oversee.name)
        )

    @call
    async def show(self, run: Any) -> ShownExperiment:
        """A recorded experiment, off the record: estimates, accuracy by judge and protocol, and how it settled."""
        key = self._desk.find_run(run)
        if require_entry(self._desk.reading, key).draft.question["job"] != oversee.name:
            raise NotFound(f"{short(key)} is no experiment on oversight", hint="see: foam oversee list")

        async def compute() -> ShownExperiment:
            played: ExperimentLog = await replay(self._desk.reading, key)
            log, how = build_log(played.rows), Resampling()
            judges, curves = rate_judges(log, how), trace_accuracy(log)
            report = report_on(log, how, source=short(key))
            return ShownExperiment(key, played.plan, report, judges, curves, compose_curves(judges, curves))

        return await self._desk.remember(f"oversight {key}", compute)


def report_on(log: Log, how: Resampling, *, source: str, cited: str = "", window: int = 100) -> OversightReport:
    """Estimates from a log and what follows for each tier; `cited` is the log as an audit line names it."""
    found = summarise(log, how, window=window)
    known = known_from(found, cited or source)
    decisions = tuple(choose(tier, known) for tier in RULES)
    return OversightReport(found, decisions, compose_estimates(found, decisions, source=source))


@dataclass(frozen=True, slots=True)
class Game:
    """What is played: how often senders are right and evidence passes, and who judges."""

    setting: Setting
    judge: Judge

    def data(self) -> dict[str, Any]:
        """As plain JSON."""
        return {"setting": self.setting.json_value(), "judge": self.judge.json_value()}


@dataclass(frozen=True, slots=True)
class OversightTheory:
    """Consultancy and debate in closed form, and how the gap moves with each parameter."""

    rates: tuple[GameRates, GameRates]
    slopes: tuple[Slope, ...]

    @property
    def gap(self) -> float:
        """Amplification of consultancy less that of debate."""
        return self.rates[0].amplification - self.rates[1].amplification


@dataclass(frozen=True, slots=True)
class _Prepared:
    """An experiment ready to be played."""

    held: tuple[GoldCase, ...]
    plan: ExperimentPlan
    models: dict[str, Model]


class OversightCalls(ExperimentCalls):
    """`home.oversee`: consultancy against debate under weak judges."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def game(self, order: GameOrder | None = None, /, **fields: Unpack[GameFields]) -> Game:
        """A game from its parameters; `foam.orders.GameOrder` has them."""
        asked = GameOrder.read(order, **fields)
        given = {key: value for key, value in asked.json_value().items() if key in _JUDGE and value is not None}
        judge = take_judge(given)  # takes out what it uses
        if given:
            names = ", ".join(f"--{name}" for name in given)
            raise SettingError(
                f"{names} does not belong to the chosen judge",
                hint="give --kappa (with --mu, --lam) for a logit judge, or --b (with --default) for a tie-break judge",
            )
        return Game(build_checked(Setting, asked.model_dump(include=set(Setting.model_fields))), judge)

    @quick
    def theory(self, game: Game) -> OversightTheory:
        """Closed forms: amplification, follow, accuracy, and how they move with each parameter."""
        return OversightTheory(compare(game.setting, game.judge), tuple(slopes(game.setting, game.judge)))

    @quick
    def simulate(self, game: Game, *, cases: int = 100_000, seed: int = 0) -> tuple[Simulated, ...]:
        """Play cases at random under both protocols."""
        return tuple(simulate(protocol, game.setting, game.judge, cases=cases, seed=seed) for protocol in PROTOCOLS)

    @quick
    def sweep(
        self, game: Game, knob: str, low: float, high: float, count: int, *, cases: int = 100_000, seed: int = 0
    ) -> tuple[SweepPoint, ...]:
        """Play cases while one parameter moves."""
        steps = build_checked(Steps, {"knob": knob, "low": low, "high": high, "count": count})
        return tuple(sweep(game.setting, game.judge, steps, cases=cases, seed=seed))

    @quick
    def simulate_log(
        self, game: Game, path: Path | str, *, cases: int = 1000, judges: int = 20, likeness: float = 0.0, seed: int = 0
    ) -> tuple[Design, int]:
        """Write a simulated log for `estimate`; its design and how many rows it has."""
        design = build_checked(
            Design,
            {"setting": game.setting, "judge": game.judge, "cases": cases, "judges": judges, "likeness": likeness},
        )
        rows = log_rows(synthetic_log(design, seed=seed))
        write_text(Path(path), csv_text(rows))
        return design, len(rows)

    @quick
    def equilibrium(self, game: Game) -> Equilibria:
        """Who shows evidence when it costs something: thresholds and every equilibrium."""
        return play(game.setting, game.judge)

    @quick
    def jury(
        self, b: float, n: int, *, split: Literal["protagonist", "antagonist", "coin"], correlation: float = 0.0
    ) -> float:
        """What a panel of n makes of its members' bias."""
        return jury_bias(b, n, split=split, correlation=correlation)

    @quick
    def welfare(
        self,
        game: Game,
        *,
        alpha: float = 1.0,
        beta: float = 1.0,
        consultancy_cost: float = 0.0,
        debate_cost: float = 0.0,
    ) -> tuple[Stakes, Welfare]:
        """Whether debate is worth it, and from which beta on."""
        costs = {"consultancy_cost": consultancy_cost, "debate_cost": debate_cost}
        stated = build_checked(Stakes, {"alpha": alpha, "beta": beta, **costs})
        return stated, weigh(game.setting, game.judge, stated)

    @quick
    def explore(self, extension: str, parameters: dict[str, str]) -> dict[str, Any]:
        """Solve an extension: graded, portfolio, correlated, options, effort or dynamics."""
        return explore(extension, parameters)

    @call
    async def run(
        self,
        gold: ExperimentOrder | Path | str,
        out: Path | str,
        *,
        workers: int = 1,
        **fields: Unpack[ExperimentFields],
    ) -> RunResult[ExperimentLog]:
        """Play consultancy and debate over a gold set; `foam.orders.ExperimentOrder` has the fields.

        The plan is registered before the first call. As many cases are played at once as an endpoint is asked at once;
        with `workers`, so many processes answer for a model that computes on this machine. The log is the same.
        """
        order = ExperimentOrder.read(gold, **fields)
        made = await self._prepare(order, workers)
        desk = self._desk
        try:
            desk.embedder.embed([made.held[0].affirmed])  # missing vectors are found out before the plan is registered
            writes = any(is_writer(one.decider) for one in made.models.values())
            at_once = desk.configure(model=order.model).settings.concurrency if writes else 1
            tools = Tools(
                models=made.models, embedder=desk.embedder, cases_at_once=max(count_at_once(workers), at_once)
            )
            return await run_plan(
                made.plan, made.held, Path(out), tools, store=desk.store, clock=desk.clock, listener=desk.listener
            )
        finally:
            await dismiss(made.models)

    @call
    async def reckon(self, gold: ExperimentOrder | Path | str, **fields: Unpack[ExperimentFields]) -> Preview:
        """What `run` would take: cells, questions and cost. Nobody is asked."""
        made = await self._prepare(ExperimentOrder.read(gold, **fields))
        try:
            prices = read_prices(made.models.values())
            return preview(made.plan, made.held, made.plan.deciders, prices)
        finally:
            await dismiss(made.models)

    async def _prepare(self, order: ExperimentOrder, workers: int = 1) -> _Prepared:
        held = read_wice(order.gold) if order.adapter == "wice" else read_gold(order.gold)
        held = draw_cases(held, order.cases, seed=order.seed) if order.cases else held
        stated = read_choices(order.plan) if order.plan else {}
        models = self._desk.models_for(self._desk.configure(model=order.model), workers=workers)
        named = {juror.get("model") for juror in stated.get("jury", ())} - {None, ""}
        models |= self._desk.models_named(sorted(named), workers=workers)
        reads = order.judge == "model" and is_writer(models["judge"].decider)
        factors = {
            "verifier": [order.verifier or ("bearing" if reads else "stance")],
            "relevance": [order.relevance],
            "panel": [[1] * order.jury],
        }
        choices = {
            "senders": order.senders,
            "may_abstain": reads and not order.must_choose,
            "seed": order.seed,
            "jury": [_choose_judge(order)],
            "deciders": {role: one.decider for role, one in models.items()},
            **stated,
            "factors": {**factors, **stated.get("factors", {})},
        }
        return _Prepared(held, make_plan(held, **choices), models)

    def log_of(self, out: Path) -> Path:
        """Where an experiment in this folder writes its log."""
        return out / LOG_FILE

    @quick
    def estimate(self, source: EstimateOrder | Path | str, **fields: Unpack[EstimateFields]) -> Summary | NyuReport:
        """What a log of judged cases says: amplification, accuracy, rho, b, kappa, with intervals and warnings."""
        order = EstimateOrder.read(source, **fields)
        if order.adapter == "nyu":
            return nyu_report(read_nyu(order.source), _resampling(order, order.cluster))
        log = read_log(order.source, threshold=order.threshold)
        how = _resampling(order, order.cluster)
        return summarise(log, how, mislabelled=order.mislabelled, window=order.window)

    @quick
    def report(self, source: EstimateOrder | Path | str, **fields: Unpack[EstimateFields]) -> OversightReport:
        """Estimates, and the protocol that each risk tier should run."""
        order = EstimateOrder.read(source, **fields)
        file = order.source
        log = read_nyu(file) if order.adapter == "nyu" else read_log(file, threshold=order.threshold)
        how = _resampling(order, order.cluster)
        return report_on(log, how, source=file.name, cited=_name_source(file), window=order.window)

    @quick
    def predict(self, source: PredictionOrder | Path | str, **fields: Unpack[PredictionFields]) -> Prediction:
        """Rho, b and kappa from one half of a log, amplification on the other, and whether each prediction held."""
        order = PredictionOrder.read(source, **fields)
        is_nyu = order.adapter == "nyu"
        log = read_nyu(order.source).false_side() if is_nyu else read_log(order.source, threshold=order.threshold)
        return predict(log, _resampling(order, "rows"))

    @quick
    def save_report(self, report: OversightReport, folder: Path | str) -> list[Path]:
        """Write a report as Markdown, HTML and a picture."""
        into = Path(folder)
        files = {
            into / "report.md": render(report.paper, "md"),
            into / "report.html": render(report.paper, "html"),
            into / "report.svg": draw(chart(report.summary)),
        }
        for path, text in files.items():
            write_text(path, text)
        return list(files)

    @quick
    def save_chart(self, found: Any, path: Path, *, title: str = "") -> None:
        """Draw a sweep or estimates."""
        match found:
            case Summary():
                drawn = draw(chart(found))
            case NyuReport():
                drawn = draw(nyu_chart(found))
            case _:
                drawn = draw(sweep_chart(found, title=title))
        write_text(path, drawn)

    def describe(self, found: Any, game: Game | None = None) -> str:
        """Anything these calls give, as a terminal shows it."""
        match found:
            case OversightTheory():
                moves = ", ".join(f"{slope.knob} {slope.gap:+.4f}" for slope in found.slopes)
                table = to_terminal(rates_blocks(found.rates))
                return "\n".join([table, f"gap {found.gap:+.4f}", "", f"d gap by {moves}"])
            case Equilibria():
                assert game is not None
                return to_terminal(equilibrium_blocks(found, game.setting.cost))
            case Summary():
                return "\n".join(lines(found))
            case NyuReport():
                return "\n".join(nyu_lines(found))
            case Preview():
                return to_terminal(preview_blocks(found))
            case Prediction():
                return to_terminal(prediction_blocks(found))
            case OversightReport():
                return render(found.paper, "md")
            case dict():
                return "\n".join(flatten(found))
            case (SweepPoint(), *_):
                return to_terminal(sweep_blocks(found))
            case _:
                assert game is not None
                pairs = ((one, rates(one.protocol, game.setting, game.judge)) for one in found)
                return to_terminal(simulated_blocks(pairs))

    def warnings(self, found: Any) -> tuple[str, ...]:
        """Every warning of some estimates."""
        return tuple(all_warnings(found))


def read_known(log: Path) -> Known:
    """What a log of judged cases offers the policy."""
    return known_from(summarise(read_log(log), Resampling()), _name_source(log))


def write_text(path: Path, text: str) -> None:
    """Write a file and the folder it is in."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_public(path, text)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="choose another place") from error


def _choose_judge(order: ExperimentOrder) -> ModelJudge | RuleJudge:
    match order.judge:
        case "logit":
            return RuleJudge(judge=build_checked(Logit, {"mu": order.mu, "kappa": order.kappa}))
        case "tie-break":
            return RuleJudge(judge=build_checked(TieBreak, {"b": order.b}))
        case "model":
            return ModelJudge()
        case _ as never:
            assert_never(never)


def _resampling(order: LogOrder, cluster: Cluster) -> Resampling:
    how = order.model_dump(include={"replicates", "seed", "level"})
    return build_checked(Resampling, {**how, "cluster": {"auto": None, "judge": True, "rows": False}[cluster]})


def _name_source(source: Path) -> str:
    """The log by name and content, as an audit line cites it."""
    return f"{source.name} {short(digest_bytes(source.read_bytes()))}" if source.is_file() else source.name
