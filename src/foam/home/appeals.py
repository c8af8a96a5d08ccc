"""Calls about matters: an authority's file of a decision that is contested, from its notice to its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from foam.appeal.acts import Act, Mailing, Opening
from foam.appeal.chain import FiledAct, Matter, find_matter, list_matter_keys, read_matter
from foam.appeal.clocks import Clock, list_overdue
from foam.appeal.forms import ActForm, OpeningForm
from foam.appeal.grounds import Notice, Outcome, Remedy
from foam.appeal.kept import list_cited
from foam.appeal.notices.compose import WRITTEN_AFTER
from foam.appeal.notices.letter import MISSING, REMOVED
from foam.appeal.parties import Party, Role
from foam.appeal.profile import find_profile, read_profile, shipped_profiles
from foam.appeal.removal import Remaining, check_reason, choose_words, find_remaining
from foam.appeal.status import MatterStatus, describe_matter
from foam.appeal.submit import (
    Letter,
    WordsReader,
    begin_matter,
    check_opening,
    draft_letter,
    submit_act,
    write_letter,
)
from foam.appeal.table import find_only_role, find_transition
from foam.bundle.records import gather_entries
from foam.contest.docket import ListedChallenge
from foam.errors import ActRefused, FoamError, InputError, NotFound, RecordDamaged
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.files import recall_heard
from foam.home.grounds import admit_to, find_struck, list_challenges_of
from foam.home.mail import send_mail, write_mail
from foam.home.papers import check_form, parse_time, read_documents, read_example, read_values
from foam.home.people import PeopleCalls
from foam.home.personal import PersonalDetails, open_file
from foam.home.vault import drop_draft, find_draft, find_vault, keep_draft, recall_or_keep
from foam.pack.profile import Profile
from foam.people.access import gather_facts
from foam.record.acting import act_for, find_acting, look_as_house
from foam.record.clock import stamp
from foam.record.personal import Seal
from foam.record.proof import prove_moment
from foam.values import short

At = datetime | str | None
"""When something happened; a text is read as ISO 8601 and needs a time zone; None is now."""
Paths = Iterable[Path | str]
_ENDED_BY_THE_PERSON = frozenset({"offer", "settle", "withdraw"})
"""Acts by which a contest ends, or begins to end, in the person's name."""
_PAST_NO_CHALLENGE = frozenset({"issue_notice", "explain", "close_record", "decide", "notify_decision"})
"""Acts that send or settle something while nothing may be left unanswered."""
_SENT_BY: dict[str, Notice] = {act: letter for letter, acts in WRITTEN_AFTER.items() for act in acts if act != "decide"}
"""The letter that goes out with an act."""
_TRIES = 5
"""How often a note is put on file, where somebody acts at the same moment."""


@dataclass(frozen=True, slots=True)
class DatedAct:
    """An act on file, the local day it was done, and what it says."""

    filed: FiledAct
    day: date
    says: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened in a matter, and where it stands."""

    status: MatterStatus
    acts: tuple[DatedAct, ...]
    without_effect: tuple[str, ...]
    """Entries that lost a race for their place in the file."""
    opening: Opening
    """What the matter starts from, with what was corrected since."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The words of the file by their commitments, if they were asked for."""


@dataclass(frozen=True, slots=True)
class MatterList:
    """Every matter that can be read, and why others cannot."""

    matters: tuple[MatterStatus, ...]
    unreadable: Mapping[str, str]
    """By the key of the matter."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A deadline that the agency has missed, and whether the supervisor was told just now."""

    matter: str
    clock: Clock
    escalated: bool


@dataclass(frozen=True, slots=True)
class MissedList:
    """Every missed deadline, and the matters that cannot be read."""

    missed: tuple[Missed, ...]
    unreadable: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Removed:
    """Words that were removed from a matter, and where such words remain in the record."""

    commitments: tuple[str, ...]
    remaining: tuple[Remaining, ...]


class AppealCalls:
    """`home.appeal`: who may do what next in a matter, by which day, and what has to be said."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def example(self) -> str:
        """A form to fill in, with which `begin` opens a matter."""
        return read_example()

    @quick
    def read_form(self, form: Path | str) -> Mapping[str, Any]:
        """What a form in a .toml or .json file says, as `begin` takes it."""
        return read_values(Path(form))

    @call
    async def begin(
        self,
        form: Path | str | Mapping[str, Any],
        *,
        run: Any = None,
        profile: str | None = None,
        rules: Path | str | Profile | None = None,
        at: At = None,
    ) -> MatterStatus:
        """Open a matter from a decision: a form as plain values, or the .toml or .json file that holds it.

        `run` is the deliberation or case that the decision rests on; `profile` names the law that holds, and `rules`
        brings rules of one's own instead.
        """
        values = dict(form) if isinstance(form, Mapping) else read_values(Path(form))
        own = read_profile(Path(rules)) if isinstance(rules, Path | str) else rules
        given = {"run": self._desk.find_run(run) if run else "", "profile": own.id if own else profile, "rules": own}
        office = self._desk.configure().settings.office
        told = {"office": office.name, "address": office.address, **values}
        told |= {name: value for name, value in given.items() if value}
        filled = check_form(OpeningForm, told, "the form" if isinstance(form, Mapping) else str(form))
        if filled.run:
            await recall_or_keep(self._desk, filled.run)
        at_time = parse_time(at, self._desk.clock)
        seal = self._desk.find_seal(filled.run) or self._open_file(filled, at_time)
        vault = find_vault(self._desk, seal.person)
        with look_as_house():  # a case that was just opened is shown to nobody until it is said to whom
            begun = begin_matter(self._desk.store, vault, filled, at=at_time, seal=seal)
        return self._describe(admit_to(self._desk, begun, PeopleCalls(self._desk).trace))

    @call
    async def file(
        self,
        matter: Any,
        *,
        by: str,
        grounds: Sequence[Mapping[str, str]],
        remedies: Sequence[Remedy] = (),
        hearing: bool = False,
        track: str = "",
        continue_benefits: bool = False,
        late_because: str = "",
        with_documents: Paths = (),
        role: Role | None = None,
        software: bool = False,
        at: At = None,
    ) -> MatterStatus:
        """File a contest. A ground is `{"kind": "factual_error", "says": "…"}`, with a `target` to aim at a part."""
        return await self._act(
            matter,
            "file",
            by=by,
            role=role,
            software=software,
            at=at,
            with_documents=with_documents,
            grounds=grounds,
            remedies=remedies,
            hearing=hearing,
            track=track,
            continue_benefits=continue_benefits,
            late_because=late_because,
        )

    @call
    async def step(
        self,
        /,
        matter: Any,
        act: str,
        *,
        by: str,
        role: Role | None = None,
        software: bool = False,
        at: At = None,
        with_documents: Paths = (),
        run: Any = None,
        **brought: Any,
    ) -> MatterStatus:
        """Take any step of the procedure. What an act brings is given by the names of `ActForm` (`on`, `show`, …)."""
        return await self._act(
            matter,
            act,
            by=by,
            role=role,
            software=software,
            at=at,
            with_documents=with_documents,
            run=self._desk.find_run(run) if run else "",
            **brought,
        )

    @call
    async def decide(
        self,
        matter: Any,
        *,
        by: str,
        outcome: Outcome,
        findings: Sequence[Mapping[str, Any]] = (),
        remedies: Sequence[Remedy] = (),
        action: str = "",
        effective: date | None = None,
        facts: str = "",
        rules: Sequence[str] = (),
        signed: str = "",
        role: Role | None = None,
        software: bool = False,
        at: At = None,
    ) -> MatterStatus:
        """Decide, as the person who was named to and had no part in it before.

        A finding is `{"ground": "g1", "finding": "sustained", "reasons": [{"says": "…", "cites": ["i1"]}]}`. The
        letter tells the person what holds now (`action`), from which day on (`effective`), and who says so by name and
        title (`signed`).
        """
        return await self._act(
            matter,
            "decide",
            by=by,
            role=role,
            software=software,
            at=at,
            outcome=outcome,
            dispositions=findings,
            remedies=remedies,
            action=action,
            effective=effective,
            facts=facts,
            rules=rules,
            signed=signed,
        )

    @quick
    def preview(
        self, /, matter: Any, *, by: str, findings: Sequence[Mapping[str, Any]] = (), **decision: Any
    ) -> Letter:
        """The letter that a decision would become, and what stands against it (`refusals`); nothing is kept.

        It takes what `decide` takes.
        """
        held = self._find(matter)
        form = _fill("decide", by=by, dispositions=findings, **decision)
        at = max(self._desk.clock(), held.standing.last)
        return draft_letter(held, find_vault(self._desk), form, judge=self._desk.judge, at=at)

    @quick
    def keep_draft(self, matter: Any, *, by: str, values: Mapping[str, Any]) -> None:
        """Keep what the one who was named to decide has written so far. It is on no record, and no decision."""
        held = self._find(matter)
        if held.standing.state != "human_review" or by != held.standing.reviewer:
            raise InputError(
                "a draft is kept by the one who was named to decide, until they do", hint="name them first"
            )
        keep_draft(self._desk, held.key, by, values)

    @quick
    def draft(self, matter: Any, *, by: str) -> Mapping[str, Any]:
        """What somebody has kept and not decided yet; empty where there is nothing."""
        held = self._find(matter)
        mine = held.standing.state == "human_review" and by == held.standing.reviewer
        return find_draft(self._desk, held.key, by) if mine else {}

    @quick
    def redact(
        self,
        matter: Any,
        *,
        by: str,
        because: str,
        items: Iterable[str] = (),
        grounds: Iterable[str] = (),
        person: bool = False,
        words: Iterable[str] = (),
        role: Role = "records_clerk",
        at: At = None,
    ) -> Removed:
        """Remove personal words from the file of a matter for good; a stub stays that still verifies.

        Words are named by an item, a ground, the person, or the start of their commitment. What entries of the record
        say, such as the question of a deliberation, is not reached; the result tells where such words remain.
        """
        held = self._find(matter)
        chosen = choose_words(held.standing, items=items, grounds=grounds, person=person, words=words)
        vault = find_vault(self._desk)
        texts = [secret.text for one in chosen if (secret := vault.get(one)) is not None]
        check_reason(because, texts)
        form = ActForm(act="redact", by=Party(id=by, role=role), remove=chosen, remove_because=because)
        self._submit(held, form, at)
        concerned = gather_entries(self._desk.reading, held.standing.opening.run, held.key)
        return Removed(commitments=chosen, remaining=find_remaining(concerned, texts))

    @quick
    def status(self, matter: Any) -> MatterStatus:
        """Where a matter stands today."""
        return self._describe(self._find(matter))

    @quick
    def challenges(self, matter: Any) -> tuple[ListedChallenge, ...]:
        """The challenges to what the decision rests on that concern this matter, each with what came of it last."""
        return self._list_challenges(self._find(matter))

    @call
    async def resting_on(self, challenge: Any) -> tuple[str, ...]:
        """The matters, other than those that the challenge is a ground of, that rest on a sentence which fell by it."""
        heard = await recall_heard(self._desk, self._desk.find_run(challenge))
        struck = find_struck(heard)
        found: list[str] = []
        for matter in self._read_all({}) if struck else ():
            about = matter.standing.opening.run
            if not about or any(one.challenge == heard.outcome.challenge for one in self._list_challenges(matter)):
                continue
            with suppress(FoamError):
                cited = list_cited((await recall_or_keep(self._desk, about)).view)
                if any(one.sentence in cited.get(one.document, ()) for one in struck):
                    found.append(matter.key)
        return tuple(found)

    @quick
    def timeline(self, matter: Any, *, words: bool = False) -> Timeline:
        """What happened in a matter, what is due, and who may do what next; with `words`, what the file says too."""
        held = self._find(matter)
        day = held.standing.calendar.day
        read = WordsReader(held, find_vault(self._desk))
        acts = (DatedAct(one, day(one.act.at), _say_act(one.act)) for one in held.acts)
        said = {one: read.read(one) for one in held.standing.words} if words else {}
        return Timeline(self._describe(held), tuple(acts), held.without_effect, held.standing.opening, said)

    @quick
    def notice(self, matter: Any, kind: Notice, *, draft: bool = False) -> Letter:
        """A letter in plain language; it can be rendered and saved, and says how hard it is to read and what it lacks.

        It is issued only if no reason in it goes beyond what it cites; a `draft` is shown in any case, of the
        decision also before its notice is sent.
        """
        held, store = self._find(matter), self._desk.reading
        now = store.head()
        heads = {act.key: str(prove_moment(store, act.key, now).earlier) for act in held.acts}
        letter = write_letter(held, find_vault(self._desk), kind, judge=self._desk.judge, heads=heads, draft=draft)
        if not draft:
            letter.require_sources()
        return letter

    @quick
    def matters(self) -> MatterList:
        """Every matter and where it stands."""
        unreadable: dict[str, str] = {}
        return MatterList(tuple(self._describe(one) for one in self._read_all(unreadable)), unreadable)

    @quick
    def overdue(self, *, escalate: bool = False, by: str = "clock") -> MissedList:
        """What agencies owe and have not done in time. With `escalate`, each supervisor is told, on record."""
        missed: list[Missed] = []
        unreadable: dict[str, str] = {}
        for matter in self._read_all(unreadable):
            late = list_overdue(matter.standing, self._today(matter))
            tell = escalate and matter.standing.state in find_transition("escalate").starts
            if late and tell:
                party = Party(id=by, role="records_clerk", nature="software")
                self._submit(matter, ActForm(act="escalate", by=party), None)
            missed += [Missed(matter.key, clock, tell) for clock in late]
        return MissedList(tuple(missed), unreadable)

    @quick
    def profiles(self) -> tuple[Profile, ...]:
        """The bodies of law that a contest can be heard under."""
        return tuple(shipped_profiles().values())

    @quick
    def profile(self, name: str) -> Profile:
        """One body of law."""
        return find_profile(name)

    def _open_file(self, form: OpeningForm, at: datetime) -> Seal:
        """A personal file for a matter that belongs to none: it can be erased whole."""
        check_opening(form, at=at)
        details = PersonalDetails(names=(form.person,), kind="appeal")
        now = stamp(self._desk.clock)
        return open_file(self._desk.store, self._desk.keys, details, by=form.decider, at=now)

    async def _act(
        self,
        matter: Any,
        act: str,
        *,
        by: str,
        role: Role | None,
        software: bool,
        at: At,
        with_documents: Paths = (),
        run: str = "",
        **brought: Any,
    ) -> MatterStatus:
        items = read_documents(Path(path) for path in with_documents)
        if act == "deliberate" and run and not items:
            items = (await recall_or_keep(self._desk, run)).advice
        form = _fill(act, by=by, role=role, software=software, items=items, run=run, **brought)
        held = self._find(matter)
        await self._check_targets(held, form)
        return self._describe(self._submit(held, form, at))

    async def _check_targets(self, matter: Matter, form: ActForm) -> None:
        """Refuse a ground about a part that is not there."""
        run = matter.standing.opening.run
        wanted = {ground.target for ground in form.grounds if ground.target}
        if not wanted or not run:
            return
        if missing := sorted(wanted - (await recall_or_keep(self._desk, run)).parts):
            hint = f"foam contest parts {short(run)} lists them"
            raise NotFound(f"{', '.join(missing)} is no part of what the decision rests on", hint=hint)

    def _submit(self, matter: Matter, form: ActForm, at: At) -> Matter:
        self._require_account(form)
        if form.act in _PAST_NO_CHALLENGE:
            self._require_answered(matter, form.act)
        time = parse_time(at, self._desk.clock)
        vault = find_vault(self._desk, self._desk.find_owner(matter.key))
        done = submit_act(self._desk.store, vault, matter.key, form, judge=self._desk.judge, at=time)
        if form.act == "decide":
            drop_draft(self._desk, done.key, form.by.id)
        if (letter := _SENT_BY.get(form.act)) and done.standing.opening.mail:
            self._desk.run_aside(partial(self._mail, done, letter))  # no step waits for a mail server
        return admit_to(self._desk, done, PeopleCalls(self._desk).trace)

    def _mail(self, matter: Matter, letter: Notice) -> None:
        """Announce a letter where mail is set up and the matter names an address; the file notes what came of it."""
        with act_for(""), suppress(FoamError):
            server, opening = self._desk.configure().settings.mail, matter.standing.opening
            vault = find_vault(self._desk)
            address = WordsReader(matter, vault)(opening.mail) if opening.mail else ""
            if not server.host or address in ("", MISSING, REMOVED):
                return
            written = write_letter(matter, vault, letter, judge=self._desk.judge)
            number, office = opening.file_number or short(matter.key), f"{opening.office}, {opening.address}"
            try:
                mail = write_mail(server, address, written, number=number, office=office.strip(", "))
                failed = send_mail(server, mail)
            except FoamError as error:
                failed = error.what
            self._note_mail(matter, letter, failed)

    def _note_mail(self, matter: Matter, letter: Notice, failed: str) -> None:
        party = Party(id="mail", role="records_clerk", nature="software")
        form = ActForm(act="note_mail", by=party, letter=letter, failed=failed)
        for _ in range(_TRIES):
            with suppress(InputError):
                self._submit(matter, form, None)
                return

    def _list_challenges(self, matter: Matter) -> tuple[ListedChallenge, ...]:
        own, store = gather_facts(matter), self._desk.reading
        if not own.runs:
            return ()
        with look_as_house():
            cases = {own.matter: own}
            for key in (key for run in own.runs for key in list_matter_keys(store, run)):
                with suppress(RecordDamaged):
                    cases.setdefault(key, gather_facts(read_matter(store, key)))
            return list_challenges_of(store, matter.key, cases.values(), self._desk.people.list_places())

    def _require_answered(self, matter: Matter, act: str) -> None:
        """A challenge to what the decision rests on is a ground of the case: nothing goes out past it."""
        waiting = [one for one in self._list_challenges(matter) if not one.is_answered]
        if waiting:
            runs = ", ".join(short(one.run) for one in waiting)
            why = "a challenge to what the decision rests on is not answered"
            raise ActRefused(
                act,
                f"“{find_transition(act).label}” cannot be done: {why}",
                against={"unanswered": why},
                hint=f"answer it on its page, or: foam contest answer {runs} --move … --by NAME --because …",
            )

    def _require_account(self, form: ActForm) -> None:
        """Where people have accounts, only the person's own can end a contest: nobody does it in their name."""
        ends = form.act in _ENDED_BY_THE_PERSON and form.by.side == "affected"
        if ends and find_acting().writer != form.by.id and self._desk.people.list_accounts():
            label = find_transition(form.act).label
            raise InputError(
                f"“{label}” counts when {form.by.id} does it, logged in with their own account",
                hint="or put their signed paper on file, and a second official confirms it",
            )

    def _find(self, matter: Any) -> Matter:
        return find_matter(self._desk.reading, str(getattr(matter, "matter", matter)))

    def _read_all(self, unreadable: dict[str, str]) -> Iterator[Matter]:
        """Every matter that can be read; of others it is noted why they cannot, and the rest goes on."""
        for key in list_matter_keys(self._desk.reading):
            try:
                yield read_matter(self._desk.reading, key)
            except RecordDamaged as error:
                unreadable[key] = error.what

    def _today(self, matter: Matter) -> date:
        """The day it is where the matter is heard."""
        return matter.standing.calendar.day(self._desk.clock())

    def _describe(self, matter: Matter) -> MatterStatus:
        return describe_matter(matter, self._desk.clock())


def _say_act(act: Act) -> str:
    """What happened; of a mail, which letter it was about and why it was not taken."""
    says = find_transition(act.name).says
    mailed = act.brought
    return f"{says} ({mailed.letter}): {mailed.failed or 'sent'}" if isinstance(mailed, Mailing) else says


def _fill(
    act: str, *, by: str, role: Role | None = None, software: bool = False, run: str = "", items: Any = (), **given: Any
) -> ActForm:
    """The form of an act; what was left empty is left out."""
    party = {"id": by, "role": role or find_only_role(act), "nature": "software" if software else "person"}
    filled = {name: value for name, value in given.items() if value not in (None, "", (), [])}
    return check_form(ActForm, {"act": act, "by": party, "items": items, "run": run, **filled}, act)
