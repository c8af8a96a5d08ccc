"""Everything that keeps a folder from being a pack, all at once. The loader stops at the first fault.

Each fault names its file, the field in it, and in words what is wrong and what to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from foam.errors import FoamError
from foam.evidence.imports import Rejected
from foam.evidence.reading import read_documents
from foam.pack.binding import bind_rules, number_documents
from foam.pack.files import SHARED, is_shipped, list_files, read_toml
from foam.pack.formats import FILE as FORMATS_FILE
from foam.pack.formats import StatedFormats
from foam.pack.pack import DeclaredFile, Pack
from foam.pack.profile import Profile
from foam.pack.prompts import overlay_prompts, shared_prompts
from foam.pack.rubric import Rubric, read_rubric
from foam.pack.rules import APPROVE, OLDER_FILE, RULES_FILE, Rules, load_rules
from foam.perspective.governance import find_seat_breaches
from foam.perspective.near import suggest_near
from foam.perspective.node import Perspective
from foam.semantics.bearing import find_unmoved
from foam.values import Value

PACK_FILE = "pack.toml"
_MADE = frozenset({"rules", "prompts", "rubric", "formats", "profiles", "folder", "reference", "content"})
"""Fields of a pack that its loader fills from other files."""
_NEEDED = ("name", "title", "summary", "sample_question")
_WORDS = {
    "missing": "it is missing",
    "string_type": "it must be a text in quotation marks",
    "bool_type": "it must be true or false",
    "bool_parsing": "it must be true or false",
    "float_type": "it must be a number",
    "float_parsing": "it must be a number",
    "int_type": "it must be a whole number",
    "int_parsing": "it must be a whole number",
    "tuple_type": "it must be a list in square brackets",
    "list_type": "it must be a list in square brackets",
    "dict_type": "it must be a table: { name = value }",
    "model_type": "it must be a table with fields of its own",
    "string_too_short": "it is empty",
    "too_short": "it needs at least one entry",
}


class PackComplaint(Value):
    """Something that keeps a pack from working."""

    file: str
    what: str
    remedy: str = ""
    field: str = ""
    """Which field of the file, as a person finds it: `perspective “auditor”: weighting`."""


def find_faults(folder: Path) -> tuple[PackComplaint, ...]:
    """Every fault of the files in a folder that a pack is loaded from."""
    try:
        files = list_files(folder, linked=is_shipped(folder))
    except FoamError as error:
        return (_tell(folder, folder, error),)
    return tuple(
        dict.fromkeys(
            (
                *_find_pack_faults(folder),
                *_find_rule_faults(folder),
                *_find_data_faults(folder, RULES_FILE, Rules),
                *_find_data_faults(folder, FORMATS_FILE, StatedFormats),
                *_find_data_faults(folder, "rubric.toml", Rubric),
                *(fault for path in sorted((folder / "profiles").glob("*.toml")) for fault in _check_profile(path)),
                *(fault for path in files for fault in _check_prompt(folder, path)),
                *_find_library_faults(folder, files),
            )
        )
    )


def _find_pack_faults(folder: Path) -> Iterator[PackComplaint]:
    path = folder / PACK_FILE
    try:
        about = read_toml(path)
    except FoamError as error:
        yield _tell(folder, path, error)
        return
    for name in sorted(about.keys() & _MADE):
        yield PackComplaint(file=PACK_FILE, field=name, what="it is no field of this file", remedy="see docs/packs.md")
    stated = {name: row for name, row in about.items() if name not in _MADE and name != "perspective"}
    filled = {
        "prompts": shared_prompts(),
        "rubric": read_rubric(SHARED / "rubric.toml"),
        "formats": (),
        "profiles": (),
        "folder": folder,
        "reference": str(folder),
        "content": "",
    }
    wrong: set[str] = set()
    try:
        pack = Pack.model_validate({**stated, **filled})
    except ValidationError as error:
        known = [field.alias or name for name, field in Pack.model_fields.items() if name not in _MADE]
        yield from _describe_faults(PACK_FILE, error, stated, known)
        wrong = {str(one["loc"][0]) for one in error.errors() if one["loc"]}
        sound = {name: row for name, row in stated.items() if name not in wrong}
        pack = Pack.model_validate({**dict.fromkeys(_NEEDED, "?"), **sound, **filled})
    seats: list[Perspective] = []
    rows = about.get("perspective", [])
    if not isinstance(rows, list):
        yield PackComplaint(file=PACK_FILE, field="perspective", what="write [[perspective]], with two brackets")
        rows = []
    for number, row in enumerate(rows, start=1):
        yield from _read_seat(row, number, seats)
    yield from _find_seat_faults(pack, seats)
    if "stakeholder" not in wrong:
        yield from _find_unknown_stakeholders(pack, seats)
    if pack.file is not None:
        yield from _find_unknown_documents(pack.file, folder)


def _read_seat(row: Any, number: int, seats: list[Perspective]) -> Iterator[PackComplaint]:
    """Read a seat into `seats`; whatever is wrong with it is told."""
    try:
        seats.append(Perspective.model_validate(row))
    except ValidationError as error:
        data = {"perspective": {number - 1: row}}
        known = list(Perspective.model_fields)
        yield from _describe_faults(PACK_FILE, error, data, known, ("perspective", number - 1))
    except FoamError as error:
        name = _name_entry("perspective", number - 1, row)
        yield PackComplaint(file=PACK_FILE, field=name, what=error.what, remedy=error.hint)


def _find_seat_faults(pack: Pack, seats: Sequence[Perspective]) -> Iterator[PackComplaint]:
    """What pack and seats say of each other, and names that are given twice."""
    for breach in find_seat_breaches(seats, pack.limits) if seats else ():
        field = f"perspective “{breach.perspective}”" if breach.perspective else "perspective"
        what = breach.what.removeprefix(f"{breach.perspective}: ")
        yield PackComplaint(file=PACK_FILE, field=field, what=what, remedy=breach.remedy)
    for table, ids in (("value", pack.values), ("stakeholder", pack.stakeholders), ("criterion", pack.criteria)):
        for name, count in Counter(one.id for one in ids).items():
            if count > 1:
                what = f"there are {count} of this id"
                yield PackComplaint(file=PACK_FILE, field=f"{table} “{name}”", what=what, remedy="rename or drop one")


def _find_unknown_stakeholders(pack: Pack, seats: Sequence[Perspective]) -> Iterator[PackComplaint]:
    known = {one.id for one in pack.stakeholders}
    for seat in seats:
        for name in seat.speaks_for:
            if name not in known:
                what = f"there is no stakeholder “{name}”"
                field = f"perspective “{seat.id}”: speaks_for"
                yield PackComplaint(file=PACK_FILE, field=field, what=what, remedy=suggest_near(name, known))


def _find_unknown_documents(file: DeclaredFile, folder: Path) -> Iterator[PackComplaint]:
    held = [path for path in sorted((folder / "library").rglob("*")) if path.is_file()]
    known = {name.casefold() for path in held for name in (path.name, path.stem)}
    for field, name in file.names:
        if name.casefold() not in known:
            what = f"there is no document “{name}” in library/"
            remedy = suggest_near(name, [path.name for path in held])
            yield PackComplaint(file=PACK_FILE, field=f"file: {field}", what=what, remedy=remedy)


def _find_data_faults(folder: Path, name: str, model: type[Value]) -> Iterator[PackComplaint]:
    path = folder / name
    if not path.is_file():
        return
    try:
        data = read_toml(path)
        model.model_validate(data)
    except FoamError as error:
        yield _tell(folder, path, error)
    except ValidationError as error:
        yield from _describe_faults(name, error, data, _list_fields(model))


def _find_rule_faults(folder: Path) -> Iterator[PackComplaint]:
    """An older form of the rules, and what their tree says that the sample library does not."""
    try:
        rules = load_rules(folder)
        files = sorted((folder / "library").rglob("*")) if rules else []
        documents = [one for one in read_documents(files) if not isinstance(one, Rejected)]
    except FoamError as error:
        if (folder / OLDER_FILE).is_file():
            yield _tell(folder, folder / OLDER_FILE, error)
        return
    if rules is None:
        return
    if rules.unapproved:
        remedy = APPROVE.format(path=folder / RULES_FILE)
        yield PackComplaint(file=RULES_FILE, what=f"{rules.unapproved}: they are not used", remedy=remedy)
    if not documents:
        return
    bound = bind_rules(rules, number_documents(documents))
    for one in (*bound.list_complaints(), *find_unmoved(bound.frame)):
        yield PackComplaint(file=RULES_FILE, field=one.part, what=one.what, remedy="hold it against the sample library")


def _check_profile(path: Path) -> Iterator[PackComplaint]:
    name = f"profiles/{path.name}"
    try:
        data = {"id": path.stem, **read_toml(path)}
        Profile.model_validate(data)
    except FoamError as error:
        yield _tell(path.parent.parent, path, error)
    except ValidationError as error:
        yield from _describe_faults(name, error, data, _list_fields(Profile))


def _find_library_faults(folder: Path, files: Sequence[Path]) -> Iterator[PackComplaint]:
    """Every document that cannot be read, and texts that are there twice."""
    held = [path for path in files if path.is_relative_to(folder / "library")]
    first: dict[str, str] = {}
    for found in read_documents(held) if held else ():
        if isinstance(found, Rejected):
            remedy = "leave it out, or give it in another format"
            yield PackComplaint(file=_shorten(folder, found.file), what=found.reason, remedy=remedy)
            continue
        name = _shorten(folder, found.origin.file)
        if found.id in first:
            yield PackComplaint(file=name, what=f"the same text as {first[found.id]}", remedy="drop one")
        first.setdefault(found.id, name)


def _check_prompt(folder: Path, path: Path) -> Iterator[PackComplaint]:
    try:
        overlay_prompts(folder, [path])
    except FoamError as error:
        yield _tell(folder, path, error)


def _describe_faults(
    file: str,
    error: ValidationError,
    data: Mapping[str, Any],
    known: Sequence[str],
    within: tuple[str | int, ...] = (),
) -> Iterator[PackComplaint]:
    """Each thing that a model refused: the field as a person finds it, the rule in words, and what may be meant."""
    for one in error.errors(include_url=False):
        where = (*within, *one["loc"])
        last = str(where[-1]) if where else ""
        if one["type"] == "extra_forbidden":
            top = len(where) == 1 + len(within)
            remedy = suggest_near(last, known) if top else "see docs/packs.md"
            what = "there is no such field"
        else:
            said = str(one["msg"]).removeprefix("Value error, ")
            what, remedy = _WORDS.get(one["type"], said[:1].lower() + said[1:]), ""
        yield PackComplaint(file=file, field=_name_field(where, data), what=what, remedy=remedy)


def _name_field(where: Sequence[str | int], data: Any) -> str:
    """A field as a person finds it: `value “care”: text`, `perspective 2: role`."""
    names: list[str] = []
    at = data
    for part in where:
        try:
            at = at[part]
        except (KeyError, IndexError, TypeError):
            at = None
        if isinstance(part, int) and names:
            names[-1] = _name_entry(names[-1], part, at)
        else:
            names.append(str(part))
    return ": ".join(names)


def _name_entry(table: str, number: int, row: Any) -> str:
    called = next((row[key] for key in ("id", "name") if isinstance(row.get(key), str)), "") if _is_table(row) else ""
    return f"{table} “{called}”" if called else f"{table} {number + 1}"


def _is_table(row: Any) -> bool:
    return isinstance(row, Mapping)


def _list_fields(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _tell(folder: Path, path: Path, error: FoamError) -> PackComplaint:
    name = _shorten(folder, str(path)) or "."
    return PackComplaint(file=name, what=error.what.removeprefix(f"{path}: "), remedy=error.hint)


def _shorten(folder: Path, file: str) -> str:
    path = Path(file)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else file
