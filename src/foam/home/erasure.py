"""Erasure: the words of a person, a document or a challenge leave the home, and the record says that they did.

Everything is looked through: entries of the record, documents and their index, the memory of debates, words of matters,
kept views, files that wait to be imported. A string that holds erased words is replaced by a stub; what depended on
what stays readable, and the log still verifies. At the end every byte of the home is read again: what is left is named,
never passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from foam.appeal.chain import Matter, list_matter_keys, read_matter
from foam.appeal.forms import ActForm
from foam.appeal.kept import KeptView, forget_view, keep_view, list_kept
from foam.appeal.parties import Party
from foam.appeal.standing import list_commitments
from foam.appeal.submit import submit_act
from foam.debate.memory.store import DebateMemory
from foam.deliberation.answer.answer import Answer
from foam.errors import InputError, NotFound, RecordDamaged
from foam.evidence.library import Library
from foam.evidence.search.opening import drop_indexes, drop_shared_index, reach_shared
from foam.home.desk import Desk
from foam.home.files import CHALLENGES
from foam.home.imports import HeldImport, find_held, refuse_unsure
from foam.home.name_forms import NameForms, list_name_forms
from foam.home.vault import KEPT, find_vault
from foam.judging.tournament.people import KIND as PERSON_BALLOT
from foam.record.acting import look_as_house
from foam.record.clock import stamp
from foam.record.entry import Decider, Draft
from foam.record.graph import require_entry
from foam.record.opening import is_database
from foam.record.store import ERASURE
from foam.text.cut import Cutter, cut_strings, list_strings, list_words
from foam.values import Value, short

CLERK = "records-clerk"
PAGES = "dossiers"
"""The folder of pages that somebody opened in a browser."""
MODELS = "models"
"""The folder that holds nobody's words."""


class Erasure(Value):
    """What an erasure removed, or would remove."""

    what: str
    because: str
    entry: str = ""
    """The entry that says so; empty when it was only planned."""
    entries: int = 0
    """Recorded decisions that held such words."""
    documents: tuple[str, ...] = ()
    words: int = 0
    """Texts of matters."""
    views: int = 0
    """Kept answers, cases and examinations."""
    utterances: int = 0
    """Of the memory of debates."""
    queued: int = 0
    """Files that waited in the queue to be imported."""
    left: tuple[str, ...] = ()
    """Files of the home, and works of the queue, that still hold such words: nothing here knows how to take them out,
    or they came while it was at work."""

    doubtful: tuple[str, ...] = ()
    """Where a surname, a first name or initials like theirs still stand: they may be somebody else's. Given as an
    alias, such a form goes too."""

    @property
    def ok(self) -> bool:
        return not self.left


@dataclass
class _Plan:
    """What is to be erased: the texts themselves, names, and where they come from."""

    what: str
    texts: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    forms: NameForms = field(default_factory=NameForms)
    documents: list[str] = field(default_factory=list)
    words: list[tuple[Matter, tuple[str, ...]]] = field(default_factory=list)
    """Matters, and the commitments of their words that go."""
    goes_whole: Callable[[str], bool] = lambda text: False
    """Whether a document that holds this string goes whole, be it in the library or in a file that waits."""
    imports: tuple[HeldImport, ...] = ()
    """Imports that have not ended, and the files of theirs that go."""
    searched: frozenset[str] | None = None
    """Imports that were looked into; None where none need be."""


class Eraser:
    """Erases from one home."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._vault = find_vault(desk)

    def erase(
        self,
        *,
        person: str,
        aliases: Sequence[str] = (),
        document: Sequence[str],
        challenge: str,
        because: str,
        by: str,
        plan: bool,
    ) -> Erasure:
        """Erase what is named, or with `plan` only say what that would be."""
        if aliases and not person.strip():
            raise InputError("an alias without a person", hint="name the person too: --person NAME --alias OTHER")
        if not because.strip():
            raise InputError("no reason is given", hint="say on whose request and under which rule: --because")
        if sum(map(bool, (person.strip(), document, challenge))) != 1:
            raise InputError("name one thing to erase", hint="--person NAME, --document ID or --challenge RUN")
        if self._desk.library_url or self._desk.record_url:
            _ = self._desk.store  # it says what was erased; beside a library in the home's file it is there already
        with self._desk.open_library() as library:
            if person.strip():
                wanted = self._plan_person(list_name_forms(person, aliases), library)
            elif challenge:
                wanted = self._plan_challenge(challenge)
            else:
                wanted = self._plan_documents(document, library)
            cut = self._make_cutter(wanted, library)
            if cut.finds(because) or cut.finds(by):
                raise InputError("the reason holds words that are to be erased", hint="give it without them")
            self._add_matching_words(wanted, cut)
            if plan:
                return self._describe(wanted, cut, because)
            return self._carry_out(wanted, cut, library, because, by)

    # What is meant

    def _plan_person(self, forms: NameForms, library: Library) -> _Plan:
        for name in forms.sure:
            if len("".join(list_words(name))) < 3:
                raise InputError(f"{name!r} is too short to tell a person by", hint="give the whole name")
        named = Cutter((), names=forms.sure)
        plan = _Plan("a person", names=[*forms.sure], forms=forms, goes_whole=named.finds)
        self._search_imports(plan)  # first: what ends meanwhile is in the library then
        plan.documents = [one for one in library.list_all() if any(map(named.finds, _list_held(library, one)))]
        plan.texts += library.gather_words(plan.documents)
        for matter in self._matters():
            about = self._read_words(matter.standing.opening.person.commitment)
            if named.finds(about):
                theirs = {matter.standing.opening.person.commitment, *_list_brought(matter)}
                plan.texts += [text for one in theirs if (text := self._read_words(one))]
                plan.words.append((matter, tuple(theirs)))
        plan.texts += [
            entry.answer["because"]
            for entry in self._desk.reading.entries(kind=PERSON_BALLOT)
            if entry.answer["because"] and named.finds(entry.draft.decider.id)
        ]
        return plan

    def _plan_documents(self, ids: Sequence[str], library: Library) -> _Plan:
        full = [library.full_id(one) for one in dict.fromkeys(ids)]
        names = ", ".join(f"d:{one[:8]}" for one in full)
        plan = _Plan(f"document {names}", texts=[*library.gather_words(full)], documents=full)
        self._search_imports(plan)
        return plan

    def _plan_challenge(self, key: str) -> _Plan:
        run = self._desk.find_run(key)
        question = require_entry(self._desk.reading, run).draft.question
        if question.get("job") not in CHALLENGES:
            raise NotFound(f"{short(run)} is no challenge", hint="foam contest list shows them")
        challenge = question["spec"]["challenge"]
        brought = [
            text
            for member in self._desk.reading.members(run)
            if (entry := require_entry(self._desk.reading, member)).draft.kind == "brought"
            for text in list_strings(entry.answer)
        ]
        names = [] if challenge["challenger"] == "anyone" else [challenge["challenger"]]
        return _Plan(f"challenge {short(run)}", texts=[challenge["because"], *brought], names=names)

    def _search_imports(self, plan: _Plan) -> None:
        """Files that wait to be imported go whole where they hold what a document of the library would go for."""
        if is_database(self._desk.record_url):
            with look_as_house():
                plan.searched = frozenset(one.id for one in self._desk.queue.list_imports())
                plan.imports = tuple(find_held(self._desk.queue, plan.goes_whole, documents=plan.documents))
            refuse_unsure(plan.imports)

    def _add_matching_words(self, plan: _Plan, cut: Cutter) -> None:
        """Words of any matter that hold what is to be erased go too."""
        chosen = {matter.key: set(words) for matter, words in plan.words}
        for matter in self._matters():
            standing = matter.standing
            more = {one for one in standing.words if cut.finds(self._read_words(one))}
            wanted = (chosen.get(matter.key, set()) | more) - set(standing.redacted)
            plan.words = [one for one in plan.words if one[0].key != matter.key]
            if wanted:
                plan.words.append((matter, tuple(sorted(wanted))))

    def _make_cutter(self, plan: _Plan, library: Library) -> Cutter:
        """What other documents say, too, tells nothing of those that go."""
        cut = Cutter(plan.texts, names=plan.names)
        gone = set(plan.documents)
        for one in library.list_all() if plan.texts else ():
            if one not in gone:
                for text in _list_held(library, one):
                    cut.spare(text)
        return cut

    # Doing it

    def _carry_out(self, plan: _Plan, cut: Cutter, library: Library, because: str, by: str) -> Erasure:
        """In this order, so that whatever is cut short can be begun again: the words are still known until the end."""
        desk, at = self._desk, stamp(self._desk.clock)
        if plan.documents:
            reach_shared(desk.shared_index)
        self._empty_imports(plan)
        advance = desk.progress("erasing", 4)
        views = list(self._cut_views(cut))
        draft = Draft(
            kind=ERASURE,
            question={"what": plan.what, "because": because, "by": by, "at": at},
            decider=Decider(type="person", id=by, version=""),
        )
        also = {
            "documents": plan.documents,
            "views": {
                run: {"before": before, "after": kept.view.digest if kept else ""} for run, before, kept in views
            },
            "words": sorted(one for _, words in plan.words for one in words),
            "imports": {one.work.id: len(one.numbers) for one in plan.imports},
        }
        entry = desk.store.erase(draft, cut, at=at, also=also)
        advance(1)
        for run, _, kept in views:
            forget_view(desk.folder / KEPT, run)
            if kept is not None:
                keep_view(desk.folder / KEPT, run, kept, desk.keys, desk.find_owner(run))
        for page in self._find_holding(cut, desk.folder / PAGES):
            page.unlink()  # made anew when somebody opens it
        utterances = self._erase_memory(cut, at, because)
        words = self._redact(plan, because)
        advance(1)
        if plan.documents:
            library.erase(plan.documents, at=at, because=because)
            desk.indexes.forget()
            drop_indexes(desk.folder)
        desk.store.scrub()
        if desk.library_url or desk.record_url:  # else the record's file is the library's, too
            self._scrub_library()
        if plan.documents:
            drop_shared_index(desk.shared_index)
        advance(1)
        left = tuple(self._find_left(plan, cut))
        doubtful = tuple(self._find_doubtful(plan.forms, library))
        advance(1)
        return Erasure(
            what=plan.what,
            because=because,
            entry=entry.key,
            entries=len(entry.answer["entries"]),
            documents=tuple(plan.documents),
            words=words,
            views=len(views),
            utterances=utterances,
            queued=sum(len(one.numbers) for one in plan.imports),
            left=left,
            doubtful=doubtful,
        )

    def _describe(self, plan: _Plan, cut: Cutter, because: str) -> Erasure:
        held = sum(any(map(cut.finds, list_strings(one.json_value()))) for one in self._desk.reading.entries())
        return Erasure(
            what=plan.what,
            because=because,
            entries=held,
            documents=tuple(plan.documents),
            words=sum(len(words) for _, words in plan.words),
            views=len(list(self._cut_views(cut))),
            queued=sum(len(one.numbers) for one in plan.imports),
        )

    def _empty_imports(self, plan: _Plan) -> None:
        """Take what goes out of imports that wait, before anything else: of one that was begun since, it is refused."""
        with look_as_house():
            for one in plan.imports:
                if not self._desk.queue.take_out(one.work.id, one.numbers, plan.goes_whole):
                    raise InputError(f"work {one.work.id} was begun just now", hint="do this again")

    def _cut_views(self, cut: Cutter) -> Iterator[tuple[str, str, KeptView | None]]:
        """Every kept view that holds such words: its run, its digest, and what is left of it, if that is still one."""
        for run, data in list_kept(self._desk.folder / KEPT, self._desk.keys):
            try:
                content = json.loads(data)
                digest = KeptView.model_validate(content).view.digest
            except ValueError:
                continue  # damaged; if it holds such words, it is named at the end
            if any(map(cut.finds, list_strings(content))):
                yield run, digest, _cut_view(content, cut)

    def _erase_memory(self, cut: Cutter, at: str, because: str) -> int:
        with self._desk.open_shared_library() as shared:
            return DebateMemory(shared.tables).erase(cut.finds, at=at, because=because)

    def _scrub_library(self) -> None:
        with self._desk.open_shared_library() as shared:
            shared.scrub()

    def _redact(self, plan: _Plan, because: str) -> int:
        """Words of matters go by an act of the matter, as every removal does."""
        count = 0
        for matter, words in plan.words:
            party = Party(id=CLERK, role="records_clerk")
            form = ActForm(act="redact", by=party, remove=words, remove_because=because)
            vault = find_vault(self._desk, self._desk.find_owner(matter.key))
            submit_act(self._desk.store, vault, matter.key, form, judge=self._desk.judge, at=self._desk.clock())
            count += len(words)
        return count

    def _find_left(self, plan: _Plan, cut: Cutter) -> Iterator[str]:
        """Files that still hold such words, and works that came since it was begun."""
        if plan.searched is not None:
            with look_as_house():
                come = find_held(self._desk.queue, plan.goes_whole, documents=plan.documents, known=plan.searched)
                yield from (one.place for one in come)
        for path in self._find_holding(cut, self._desk.folder):
            yield str(path.relative_to(self._desk.folder))

    def _find_doubtful(self, forms: NameForms, library: Library) -> Iterator[str]:
        """Where forms of a name stand that may be another person's; nothing where no person was named."""
        if not forms.doubtful:
            return
        desk = self._desk
        places = [(f"entry {short(one.key)}", list_strings(one.json_value())) for one in desk.reading.entries()]
        places += [(f"document d:{one[:8]}", _list_held(library, one)) for one in library.list_all()]
        places += [
            (f"matter {short(matter.key)}", map(self._read_words, matter.standing.words)) for matter in self._matters()
        ]
        for run, data in list_kept(desk.folder / KEPT, desk.keys):
            places.append((f"kept view {short(run)}", iter([data.decode("utf-8", "replace")])))
        for place, texts in places:
            for form in forms.find_doubtful(texts):
                yield f"{form}: {place}"

    def _find_holding(self, cut: Cutter, folder: Path) -> Iterator[Path]:
        """Files that hold such words, read as bytes."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_relative_to(self._desk.folder / MODELS):
                text = path.read_bytes().decode("utf-8", "replace").replace("\0", "\n")
                if any(map(cut.finds, text.splitlines())):
                    yield path

    def _matters(self) -> Iterator[Matter]:
        for key in list_matter_keys(self._desk.reading):
            try:
                yield read_matter(self._desk.reading, key)
            except RecordDamaged:
                continue  # verify names it; words that nobody can reach are named at the end

    def _read_words(self, commitment: str) -> str:
        secret = self._vault.get(commitment)
        return secret.text if secret else ""


def _list_held(library: Library, document: str) -> Iterator[str]:
    """Every string of a document, as each place showed it."""
    for one in library.appearances(document):
        yield from list_strings(one.json_value())


def _list_brought(matter: Matter) -> Iterator[str]:
    """The commitments of all that the affected side brought."""
    for filed in matter.acts:
        if filed.act.by.side == "affected":
            yield from list_commitments(filed.act.json_value())


def _cut_view(content: Any, cut: Cutter) -> KeptView | None:
    """What is left of a kept view: documents that are erased go whole, a case has no card that is cut, and an answer
    shows no sentence of a document that is gone.
    """
    documents = [one for one in content["documents"] if not any(map(cut.finds, list_strings(one)))]
    view = content["view"]
    for slot in view.get("slots", ()):
        if slot.get("card") and any(map(cut.finds, list_strings(slot["card"]))):
            slot["card"] = None
    try:
        kept = KeptView.model_validate({"view": cut_strings(view, cut), "documents": documents})
    except ValueError:
        return None  # so much is gone that it is no view any more
    if isinstance(kept.view, Answer):
        left, file = {one.id for one in kept.documents}, kept.view.file
        file = file.keep(at for at, one in file.sentence_by_id.items() if one.pointer.document in left)
        kept = kept.model_copy(update={"view": kept.view.model_copy(update={"file": file})})
    return kept
