"""Orders about oversight: a game of weak judges, an experiment, and what a log of judged cases is read by."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from foam.job.orders.order import Order, Shown
from foam.values import CleanLine

Cluster = Literal["auto", "judge", "rows"]
_READ = Shown(is_subject=True, is_file=False)
"""What the call opens: a file or a folder, and it says what is wrong with it."""


class GameOrder(Order):
    """How often senders are right and evidence passes, and who judges."""

    p: float = 0.8
    """How often the protagonist is right."""
    rho: float = 0.3
    """How often falsehood passes the evidence check."""
    tau: float = 1.0
    """How often truth does."""
    cost: float = 0.0
    """What evidence costs, in units of winning."""
    b: float | None = None
    """Tie-break judge: chance that a tie goes to the protagonist [0.5]."""
    default: float | None = None
    """Tie-break judge: endorses a consultant without evidence [0]."""
    mu: float | None = None
    """Logit judge: bias towards the protagonist [0]."""
    kappa: float | None = None
    """Logit judge: weight of evidence; giving it chooses this judge."""
    lam: float | None = None
    """Logit judge: sharpness [1]."""


class ExperimentOrder(Order):
    """Consultancy and debate over a gold set."""

    gold: Annotated[Path, _READ]
    """The cases with their answers."""
    adapter: Literal["gold", "wice"] = "gold"
    """What the file is."""
    model: CleanLine | None = None
    """Who answers: embedded, scripted, or an endpoint's name [the setting `model`]."""
    judge: Literal["model", "logit", "tie-break"] = "model"
    """Who judges: the model, or a rule."""
    kappa: float = 1.0
    """Of the logit judge: weight of evidence."""
    mu: float = 0.0
    """Of the logit judge: bias towards the protagonist."""
    b: float = 0.5
    """Of the tie-break judge: chance that a tie goes to the protagonist."""
    jury: Annotated[int, Field(ge=1)] = 1
    """Judges per case; an even panel may stay undecided."""
    senders: Literal["model", "machinery"] = "model"
    """Who picks quotations."""
    verifier: Literal["bearing", "stance", "relevance"] | None = None
    """Which quotations count [bearing, read by an evaluator, for a judge that can read; else stance]."""
    must_choose: bool = False
    """The judge may not say that it cannot tell where no quotation passed."""
    relevance: float = 0.3
    """Least relevance of an accepted quotation."""
    plan: Path | None = None
    """A TOML file of factors, jurors and design; what it says goes before the options."""
    cases: Annotated[int | None, Field(ge=1)] = None
    """Play only so many cases, drawn by the seed."""
    seed: int = 0
    """Same seed, same arms."""


class LogOrder(Order):
    """A log of judged cases, and how sure its figures are."""

    source: Annotated[Path, _READ]
    """The log."""
    adapter: Literal["log", "nyu"] = "log"
    """What the file is."""
    threshold: float = 1.0
    """Graded score from which evidence is accepted."""
    replicates: int = 2000
    """Bootstrap replicates."""
    seed: int = 0
    """Seed of the resampling."""
    level: float = 0.95
    """Confidence level."""


class EstimateOrder(LogOrder):
    """Amplification, accuracy, rho, b and kappa of a log."""

    cluster: Cluster = "auto"
    """Redraw whole judges, or rows within strata; auto: judges from 10 on."""
    mislabelled: tuple[float, ...] = (0.01, 0.05)
    """Share of wrong truths to allow."""
    window: int = 100
    """Debates per window of the tie alarms."""


class PredictionOrder(LogOrder):
    """The paper's predictions on a log: one half sets the parameters, the other tests them."""

    replicates: int = 200
    """Bootstrap replicates."""
