"""Which yardstick some words mean: how answers are measured, and by whom. Workers open theirs here, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import ValidationError

from foam.debatable.awareness import Prompts
from foam.debatable.diversity import Measure, Mode
from foam.debatable.readers.opening import HUB, open_reader
from foam.debatable.scoring import AsReleased, AwarenessJudge, ByAsking, Metric, Yardstick, by_likelihood, by_stance
from foam.errors import SettingError
from foam.model.port import WeighingJudge
from foam.settings import Config

AwarenessBy = Literal["auto", "likelihood", "stance", "asked"]
Overlong = Literal["refuse", "window"]
_OpenJudge = Callable[[], WeighingJudge]
"""Opens the judge that decides by stance, in whichever process measures."""


def make_measure(*, mode: Mode, prompt: int, overlong: Overlong, plain: bool) -> Measure:
    """How answers are measured."""
    try:
        return Measure(mode=mode, prompt=prompt, overlong=overlong, chat=not plain)
    except ValidationError as error:
        raise SettingError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


def make_yardstick(
    config: Config,
    metrics: tuple[Metric, ...],
    measure: Measure,
    *,
    model: str,
    da_by: AwarenessBy,
    open_judge: _OpenJudge,
    prompts: Prompts = "ours",
) -> Yardstick:
    """What is measured and by whom."""
    awareness = None
    if "da" in metrics:
        awareness = _choose_judge(config, measure, open_judge, model=model, da_by=da_by, prompts=prompts)
    reader = open_reader(model, config) if "pd" in metrics else None
    return Yardstick(metrics=metrics, measure=measure, reader=reader, decide=awareness)


def _choose_judge(
    config: Config, measure: Measure, open_judge: _OpenJudge, *, model: str, da_by: AwarenessBy, prompts: Prompts
) -> AwarenessJudge:
    if measure.mode == "as_released":
        return AsReleased()
    by = da_by
    if by == "auto":
        by = "stance" if model in ("embedded", "scripted") and prompts == "ours" else "likelihood"
    match by:
        case "stance" if prompts == "paper":
            raise SettingError("the judge of stances is asked no prompt", hint="--da-by likelihood, or asked")
        case "stance":
            return by_stance(open_judge())
        case "likelihood":
            return by_likelihood(open_reader(model, config), chat=measure.chat, prompts=prompts)
        case _:
            if model.startswith(HUB) or model == "embedded":
                raise SettingError(f"{model} cannot be asked for a digit", hint="--da-by likelihood")
            return ByAsking(model, prompts)
