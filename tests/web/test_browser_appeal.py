"""A challenge as a ground of a case, walked in a real browser: the person at 320 px, clerk, decider, who answers, the
next level with another reviewer, and an ombudsman who opens the bundle in an empty home; axe looks at each page."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.behaviour.appeal import FORM
from tests.behaviour.cli import run_foam
from tests.behaviour.conftest import Held, hold
from tests.behaviour.homes import list_stand_ins, open_home
from tests.behaviour.office.test_browser import BONUS, NARROW, WIDE, Walk, browser, pytestmark
from tests.behaviour.served import serve
from tests.web.crowd import serve_crowd
from tests.web.serving import Desk
from tests.web.test_browser import AXE

import foam

__all__ = ["browser", "hold", "pytestmark"]
PEOPLE = {
    "ruth": ["affected_person"], "clerk": ["records_clerk"], "boss": ["supervisor"], "judge-3": ["decision_maker"],
    "judge-4": ["decision_maker"], "aside": ["decision_maker"], "ombud": ["auditor"],
}  # fmt: skip
PICTURES = os.environ.get("PICTURES_OF_PAGES", "")
"""A folder for pictures of the pages, for whoever wants to look at them."""
WHY = "The pay slip shows that the bonus is paid once a year only."
DONE = re.compile(r"/runs/[0-9a-f]+($|[#?])")


def find_wrong(page: Any) -> list[str]:
    """What axe complains of, and that something runs over at either width. The pages' own rules for scripts hold."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    wrong = [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 900})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append(f"something runs over at {width}")
    return wrong


class Guest(Walk):
    """Somebody with an account, whose pages are looked at."""

    def __init__(self, browser: Any, address: str, name: str, code: str) -> None:
        super().__init__(browser, address, NARROW if name == "ruth" else WIDE)
        self.name = name
        self.wrong: dict[str, Any] = {}
        self.enter(name, code)

    def see(self, name: str, path: str = "") -> str:
        """What the page says, which axe has nothing against at either width."""
        if path:
            self.go(path)
        if found := find_wrong(self.page):
            self.wrong[name] = found
        self.page.set_viewport_size({"width": self._width, "height": 900})
        if PICTURES:
            self.page.screenshot(path=Path(PICTURES) / f"{self.name}-{name}.png", full_page=True)
        return self.read()

    def take(self, case: str, act: str, fill: Callable[[Any], object] | None = None, *, button: str = "Do this") -> str:
        """Take a step by its form; gives what the page says then."""
        self.go(f"{case}/act/{act}")
        if fill:
            fill(self.page)
        self.page.get_by_role("button", name=button).click()
        self.page.wait_for_load_state("networkidle")
        return self.read()

    def challenge(self, run: str, part: str, kind: str) -> str:
        """Challenge a part of the answer on its page; gives the address of the challenge."""
        self.go(f"{run}/challenge/{quote(part)}")
        self.page.locator(f"input[value={kind}]").check()
        self.page.get_by_label("Why?").fill(WHY)
        if kind == "not_so":
            self.page.locator("details.of-at summary").click()
            self.page.locator("details.of-at p").filter(has_text="counted as pay of the month").first.locator(
                "input"
            ).check()
        self.see(f"challenge-{kind}")
        self.page.get_by_role("button", name="Make this challenge").click()
        self.page.wait_for_url(DONE)
        self.look()
        return str(re.findall(r"/runs/[0-9a-f]+", self.page.url)[0])

    def answer(self, challenge: str, because: str) -> str:
        self.go(f"{challenge}/answer")
        self.see("answer")
        self.page.locator("select[name=move]").select_option("rebut")
        self.page.locator("[name=because]").fill(because)
        self.page.locator("main form button[type=submit]").last.click()
        self.page.wait_for_url(DONE)
        self.look()
        return self.read()


def decide(outcome: str) -> Callable[[Any], None]:
    """Fills in a decision; what it rests on is ticked."""

    def fill(page: Any) -> None:
        page.locator("[name=finding]").first.select_option("rejected" if outcome == "upheld" else "sustained")
        page.locator("[name=reason]").first.fill(BONUS)
        page.locator("input[name=reason_cites]").first.check()
        page.locator("select[name=outcome]").select_option(outcome)
        wanted = "none" if outcome == "upheld" else "recalculate"
        for box in page.locator("input[name=remedies]").all():
            box.set_checked(box.get_attribute("value") == wanted)
        page.locator("[name=action]").fill("The grant is decided again.")
        page.locator("[name=effective]").fill("2026-12-01")

    return fill


def give_reason(page: Any) -> None:
    page.locator("[name=because]").fill("The pay slip was not looked at.")
    page.locator("input[name=cites]").first.check()


def name_reviewer(who: str) -> Callable[[Any], None]:
    return lambda page: page.locator("select[name=reviewer]").select_option(who)


def test_a_challenge_is_a_ground_of_the_case_up_to_the_bundle(
    browser: Any, hold: Callable[[str], Held], tmp_path: Path
) -> None:
    held = hold("heating-grant")
    folder, begun = held.copy(tmp_path / "home"), datetime.now(UTC) - timedelta(hours=1)
    with open_home(folder, held.file.facts, clock=lambda: datetime.now(UTC)) as home:
        matter = home.appeal.begin(FORM, run=held.run, at=begun).matter
        home.appeal.step(matter, "issue_notice", by="caseworker-17", at=begun)
        codes = {name: home.people.add(name, roles=roles).code for name, roles in PEOPLE.items()}
        home.people.grant("ruth", matter, role="affected_person")
        grounds = [{"kind": "factual_error", "says": "The bonus comes once a year."}]
        home.appeal.file(matter, by="ruth", role="affected_person", grounds=grounds)
        clerk_does: dict[str, Any] = {"by": "clerk", "role": "records_clerk"}
        home.appeal.step(matter, "accept", **clerk_does)
        home.appeal.step(matter, "disclose_record", show=["all"], **clerk_does)
        home.appeal.step(matter, "open_evidence", **clerk_does)
        home.appeal.step(matter, "waive_days", by="ruth", role="affected_person")
        parts = home.contest.parts(held.run)
        sentence = next(one.id for one in parts if one.text == BONUS and one.kind == "evidence")
        reason = next(one.id for one in parts if one.kind == "consideration" and "does_not_follow" in one.kinds)
    case, run = f"/appeals/{matter[3:27]}", f"/runs/{held.run[3:27]}"

    fakes = {**list_stand_ins(), "models": foam.ScriptedModel(), "environ": {}}
    with serve_crowd(Desk(folder=folder, run=held.run, answer=None, fakes=fakes)) as (address, _):  # type: ignore[arg-type]
        guests = {name: Guest(browser, address, name, code) for name, code in codes.items()}
        ruth, clerk, boss, aside = (guests[name] for name in ("ruth", "clerk", "boss", "aside"))
        judge, second, ombud = (guests[name] for name in ("judge-3", "judge-4", "ombud"))

        first = ruth.challenge(run, sentence, "not_so")
        ruth.see("challenged")
        mine = ruth.see("case-with-challenge", f"{case}/person")
        assert WHY in mine
        assert "not answered" in mine.lower()
        theirs = clerk.see("case-with-challenge", case)
        assert BONUS in theirs
        assert WHY in theirs
        refused = clerk.take(case, "close_record")
        clerk.see("close-refused")
        assert "“Close the file for papers” cannot be done: a challenge" in refused
        assert "The letter of the employer says it." in aside.answer(first, "The letter of the employer says it.")
        assert "The letter of the employer says it." in ruth.see("answered", f"{case}/person")
        clerk.take(case, "close_record")

        boss.take(case, "assign", name_reviewer("judge-3"))
        later = ruth.challenge(run, reason, "does_not_follow")
        judge.go(f"{case}/act/decide")
        assert WHY in judge.see("decide"), "beside the reason it strikes"
        refused = judge.take(case, "decide", decide("upheld"), button="Decide")
        judge.see("decision-refused")
        assert "“Decide” cannot be done: a challenge" in refused
        judge.answer(later, "Nobody said that it comes each month.")
        judge.take(case, "decide", decide("upheld"), button="Decide")
        clerk.take(case, "notify_decision")
        assert "The grant is decided again." in ruth.see("decided", f"{case}/letters/outcome")

        ruth.take(case, "appeal", give_reason)
        ruth.see("next-level", f"{case}/person")
        boss.take(case, "reopen", give_reason)
        for act in ("disclose_record", "open_evidence"):
            clerk.take(case, act)
        ruth.take(case, "waive_days")
        clerk.take(case, "close_record")
        refused = boss.take(case, "assign", name_reviewer("judge-3"))
        boss.see("same-judge-refused")
        assert "took part in the matter otherwise and may not decide it" in refused
        boss.take(case, "assign", name_reviewer("judge-4"))
        second.take(case, "decide", decide("reversed"), button="Decide")
        clerk.take(case, "notify_decision")
        assert "rests on" in second.see("decided", case)

        ombud.go(f"/runs/{matter[3:27]}/bundle")
        ombud.page.locator("main form button[type=submit]").last.click()
        ombud.page.wait_for_load_state("networkidle")
        ombud.see("bundle")
        link = ombud.page.locator("main a[href*='/bundle/']").first.get_attribute("href")
        bundle = tmp_path / "file.zip"
        bundle.write_bytes(ombud.page.context.request.get(address + link).body())
        wrong = {name: one.wrong for name, one in guests.items() if one.wrong}
        for one in guests.values():
            one.leave()
    assert wrong == {}

    empty, key = tmp_path / "empty", tmp_path / "key.json"
    with open_home(folder) as home:
        home.bundle.key(key)
    told = run_foam(empty, "bundle", "verify", bundle, "--key", key).stdout
    assert "whole" in told.lower()
    with serve(empty) as address:
        stranger = Walk(browser, address.partition("/?")[0], WIDE)
        stranger.page.goto(address, wait_until="networkidle")
        sound = bundle.read_bytes()
        half = len(sound) // 2
        changed = sound[:half] + bytes([sound[half] ^ 1]) + sound[half + 1 :]
        for data, said in ((sound, "It is whole, but you do not know who signed it."), (changed, "It is damaged.")):
            stranger.go("/verify")
            bundle.write_bytes(data)
            stranger.page.locator("#bundle").set_input_files(bundle)
            stranger.page.get_by_role("button", name="Check it").click()
            stranger.page.wait_for_load_state("networkidle")
            stranger.look()
            assert said in stranger.read()
            assert find_wrong(stranger.page) == []
