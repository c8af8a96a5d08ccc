"""A matter on file for the tests: opened, contested and decided by forms, in a store and a vault in memory."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from foam.appeal.chain import Matter
from foam.appeal.forms import ActForm, OpeningForm
from foam.appeal.parties import Party, Role
from foam.appeal.submit import begin_matter, submit_act
from foam.appeal.vault import MemoryVault
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.keys import SigningKey, make_key
from foam.model.judge import shipped_judge
from foam.record.memory import MemoryStore
from foam.record.store import Store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = date(2026, 6, 1)
FORM: dict[str, Any] = {
    "profile": "generic",
    "person": "Ada Example",
    "decider": "worker",
    "operator": "analyst",
    "items": [{"title": "Pay slip", "content": "The slip shows pay of 1,940 dollars in October."}],
    "decision": {
        "action": "We lower your benefits.",
        "effective": "2026-04-01",
        "reasons": [{"says": "Your pay was 1,940 dollars in October.", "cites": ["i1"]}],
        "rules": ["rule 1"],
        "how_to_contest": "Call us.",
        "ai_role": "It listed arguments.",
    },
}
STEPS: tuple[tuple[str, Role, str, dict[str, Any]], ...] = (
    ("issue_notice", "original_decider", "worker", {}),
    ("file", "affected_person", "ada", {"grounds": [{"kind": "factual_error", "says": "It was two months' pay."}]}),
    ("accept", "records_clerk", "clerk", {}),
    ("disclose_record", "records_clerk", "clerk", {"show": ["all"]}),
    ("open_evidence", "records_clerk", "clerk", {}),
    ("close_record", "records_clerk", "clerk", {}),
    ("assign", "supervisor", "boss", {"reviewer": "judge"}),
    (
        "decide",
        "decision_maker",
        "judge",
        {
            "outcome": "reversed",
            "remedies": ["recalculate"],
            "dispositions": [
                {
                    "ground": "g1",
                    "finding": "sustained",
                    "reasons": [{"says": "The slip shows pay of 1,940 dollars.", "cites": ["i1"]}],
                }
            ],
        },
    ),
)


class Office:
    """A store, a vault, a key, and a matter in them."""

    def __init__(self, store: Store | None = None, *, run: str = "", form: dict[str, Any] = FORM) -> None:
        self.store: Store = store or MemoryStore()
        self.vault = MemoryVault()
        self.key: SigningKey = make_key("The Office", today=date(2026, 1, 1), days=365)
        self._salts = iter(f"{n:032x}" for n in range(10_000))
        self.run = run
        self.matter: Matter = begin_matter(
            self.store, self.vault, OpeningForm.model_validate({**form, "run": run}), at=NOON, salter=self._salt
        )

    def do(self, act: str, role: Role, who: str, **given: Any) -> Matter:
        """An act, five days after the last."""
        form = ActForm.model_validate({"act": act, "by": Party(id=who, role=role), **given})
        at = self.matter.standing.last + timedelta(days=5)
        self.matter = submit_act(
            self.store, self.vault, self.matter.key, form, judge=shipped_judge(), at=at, salter=self._salt
        )
        return self.matter

    def decided(self) -> Office:
        for act, role, who, given in STEPS:
            self.do(act, role, who, **given)
        return self

    def bundle(self, **given: Any) -> bytes:
        contents = Contents(run=self.run, matter=self.matter, **given)
        return write_bundle(self.store, contents, self.vault, self.key, at=datetime(2026, 6, 1, tzinfo=UTC))

    def _salt(self) -> str:
        return next(self._salts)
