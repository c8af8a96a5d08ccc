"""Who reads sentences beside each other, by the settings."""

from __future__ import annotations

from pathlib import Path

from foam.home.desk import Desk
from foam.model.judge import shipped_judge
from foam.model.judge.endpoint import EndpointJudge
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge


def test_the_settings_name_an_endpoint_as_judge_and_the_caller_may_bring_another(tmp_path: Path) -> None:
    strong = {"strong": ScriptedModel()}
    asked = Desk(tmp_path, models=strong, environ={"FOAM_JUDGE": "strong"}).judge
    assert isinstance(asked, EndpointJudge)
    assert Desk(tmp_path, models=strong, environ={}, judge="strong").judge.name == asked.name
    silent = SilentJudge()
    assert Desk(tmp_path, models=strong, environ={"FOAM_JUDGE": "strong"}, judge=silent).judge is silent
    assert Desk(tmp_path, environ={}).judge is shipped_judge()
