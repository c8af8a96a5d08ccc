"""Calls about stated rules: work out what they come to over a file; draft and approve them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foam.acts.rules import MOST_SENTENCES, RuleDraftSpec, draft_rules
from foam.deliberation.answer.stated import RulesCheck, check_rules
from foam.errors import InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.examinations import require_documents, require_writers
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.pack.approval import approve_rules, put_draft
from foam.pack.binding import number_documents, parse_given
from foam.pack.rules import APPROVE, RULES_FILE, Rules, load_rules
from foam.pack.writing import write_rules_toml


class RulesCalls:
    """`home.rules`: rules as data, which give the tree of a question without any model."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def check(self, *files: Path | str, pack: str | Path | None = None, inputs: Sequence[str] = ()) -> RulesCheck:
        """What a pack's rules come to over files, or over its sample library, and why.

        `inputs` are figures that a person read, each with its sentence: `limit=1,215@07#s1`. What does not stand in its
        sentence is refused.
        """
        found = self._desk.load_pack(None if pack is None else str(pack))
        if found.rules is None:
            stated = load_rules(found.folder)
            if stated is None:
                raise InputError(f"the pack {found.name} states no rules", hint="docs/packs.md, Stated rules")
            raise InputError(stated.unapproved, hint=APPROVE.format(path=found.folder / RULES_FILE))
        documents = number_documents(require_documents(map(Path, files)) if files else found.documents())
        if not documents:
            raise InputError("there are no documents", hint="name files, or a pack that has a library")
        given = [parse_given(one) for one in inputs]
        return check_rules(found.rules, documents, title=f"{found.title}: the stated rules", given=given)

    @call
    async def draft(
        self, file: Path | str, *, question: str, out: Path | str, model: str | None = None
    ) -> RunResult[Rules]:
        """Let a model draft stated rules from the rules' text in a file, written to `out` for a person to approve.

        Each provision is a sentence of the text, and the words of a condition stand in its provision; else the draft is
        refused.
        """
        path = Path(out)
        if path.exists():
            raise InputError(f"{path} is there already", hint="name another file")
        documents = require_documents([Path(file)])
        if len(documents) != 1 or len(documents[0].ends) > MOST_SENTENCES:
            raise InputError(
                f"{file} is not one text of at most {MOST_SENTENCES} sentences", hint="draft from the rules that decide"
            )
        config = self._desk.configure(model=model)
        models = self._desk.models_for(config)
        try:
            require_writers(models)
            tools = Tools(models=models, pack=self._desk.load_pack(), judge=self._desk.judge)
            described = tools.describe(config.settings.seed)
            spec = RuleDraftSpec(**described, question=question, document=documents[0])
            ran = await self._desk.run(draft_rules, spec, tools)
        finally:
            await dismiss(models)
        assert ran.view.draft
        path.write_text(put_draft(write_rules_toml(ran.view), ran.view.draft), "utf-8")
        return ran

    @quick
    def approve(self, file: Path | str, *, by: str) -> Rules:
        """Approve drafted rules as they stand in a file: who did, and a digest of what, is written into it."""
        return approve_rules(Path(file), by=by)
