"""Reads transcript files of four shapes. `cleaning` leaves out what is not argument.

*.json        ORCHID's shape (`topic`, `positions`, `debate`: rows of `stance`, `debater`, `utterance`), a bare list of
              such rows, or a debate of this project as `foam debate --out` wrote it
*.yml *.yaml  Debatrix's shape: a list of `debater_name` and `content`; the motion file of the same name lies in a
              folder `motion` beside the folder of the speech file
*.txt *.md    plain text: `Motion: …` on top, then `Pro 1: …`, `CON: …`, `正方一辩：…` before each turn
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from foam.debate.transcript import Side, Transcript, Utterance
from foam.debate.transcripts.cleaning import UNSIDED, is_moderator
from foam.errors import InputError, NotFound
from foam.evidence.ingest import walk_files
from foam.evidence.reading import call_apart

LARGEST = 20_000_000
"""Bytes of a file that are read; a debate has some ten thousand words."""
ENDINGS = (".json", ".yml", ".yaml", ".txt", ".md")
_PRO = re.compile(r"(?:pro|aff|affirmative|proposition|for|government|P\d*|正方?.*)(?:[\s\-_]*\d+\w*)?", re.IGNORECASE)
_CON = re.compile(r"(?:con|neg|negative|opposition|against|C\d*|N\d*|反方?.*)(?:[\s\-_]*\d+\w*)?", re.IGNORECASE)
_MARKED = re.compile(r"^(?:\*\*|##? ?)?([^\s:：][^:：\n]{0,40}?)(?:\*\*)?\s*[:：]\s*", re.MULTILINE)
_MOTION = re.compile(r"\A(?:#\s*)?(?:motion|topic|resolution|辩题)\s*[:：]\s*(.+)$", re.IGNORECASE | re.MULTILINE)


def list_transcripts(paths: Iterable[Path]) -> list[Path]:
    """The transcripts that paths name, folders walked; Debatrix's motion files belong to their speeches."""
    files, skipped = walk_files(paths)
    if skipped:
        raise InputError(str(skipped[0]), hint="copy the file into the folder, or take the link out")
    found = [Path(name) for name in files]
    missing = [path for path in found if not path.is_file()]
    if missing:
        raise NotFound(f"no file {missing[0]}", hint="name transcripts or folders that hold them")
    return [path for path in found if path.suffix.lower() in ENDINGS and not _is_motion_file(path)]


def read_transcript(path: Path) -> Transcript:
    """The debate in a file, read apart, as it stands there: nothing is left out yet."""
    return call_apart(parse_transcript, path, returns=Transcript)


def parse_transcript(path: Path) -> Transcript:
    """The same, read in this process."""
    raw = _read_text(path)
    match path.suffix.lower():
        case ".json":
            found = _read_json(_parse(path, lambda: json.loads(raw)), path)
        case ".yml" | ".yaml":
            found = _read_debatrix(_parse(path, lambda: _load_yaml(raw)), path)
        case ".txt" | ".md":
            found = _read_plain(raw, path)
        case ending:
            raise InputError(f"cannot tell how to read {path}", hint=f"{ending!r} is none of {', '.join(ENDINGS)}")
    if not found.utterances:
        raise InputError(f"{path} holds no turns of a debate", hint="see docs/debate.md for the shapes that are read")
    return found


def parse_side(name: str) -> Side | None:
    """The side that a label speaks for: `PRO`, `P3`, `Con 2`, `正方一辩`, …"""
    label = name.strip().strip("*#_ ")
    if _PRO.fullmatch(label):
        return "pro"
    return "con" if _CON.fullmatch(label) else None


def _read_text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST // 1_000_000} MB", hint="cut it into debates")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFound(f"no file {path}", hint="name a transcript") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="transcripts are UTF-8 text") from error


def _parse(path: Path, parse: Any) -> Any:
    try:
        return parse()
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise InputError(f"{path} is not well formed: {str(error).splitlines()[0]}", hint="mend the file") from error


class _NoAliases(yaml.SafeLoader):
    """Plain data only: an alias could make a small file unfold without end."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def _load_yaml(raw: str) -> Any:
    return yaml.load(raw, Loader=_NoAliases)


def _read_json(data: Any, path: Path) -> Transcript:
    if isinstance(data, dict) and "turns" in data:
        return _read_own(data, path)
    about = data if isinstance(data, dict) else {}
    rows = about.get("debate") if about else data
    if not isinstance(rows, list):
        raise InputError(f"{path} has no list of turns", hint="ORCHID's shape has them under `debate`")
    positions: Any = about.get("positions")
    positions = positions if isinstance(positions, dict) else {}
    return Transcript(
        motion=_to_text(about.get("topic")) or path.stem,
        pro=_to_text(positions.get("PRO")),
        con=_to_text(positions.get("CON")),
        utterances=tuple(_read_rows(rows, path, name="debater", side="stance", text="utterance")),
        source=str(path),
    )


def _read_own(data: dict[str, Any], path: Path) -> Transcript:
    """A debate of this project: its turns, and nothing that was computed from them."""
    rows = data["turns"] if isinstance(data["turns"], list) else []
    utterances = [
        one.model_copy(
            update={
                "speech": _to_text(row.get("speech")),
                "kind": row.get("kind", "speech"),
                "cited": tuple(_read_cited(row)),
            }
        )
        for one, row in zip(_read_rows(rows, path, name="debater", side="side", text="text"), rows, strict=True)
    ]
    return Transcript(motion=_to_text(data.get("motion")) or path.stem, utterances=tuple(utterances), source=str(path))


def _read_cited(row: dict[str, Any]) -> Iterator[str]:
    """The sentences that a turn's points rest on, each after its source."""
    for point in _list_records(row.get("points")):
        for passage in _list_records(point.get("evidence")):
            if text := _to_text(passage.get("text")):
                yield f"{_to_text(passage.get('cite')) or 'source unnamed'}: {text}"


def _list_records(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _read_rows(rows: list[Any], path: Path, *, name: str, side: str, text: str) -> Iterator[Utterance]:
    """The rows as utterances. Whoever speaks for nobody is marked as such and left out by the cleaning rules."""
    sides = [_find_side(row, name=name, side=side) for row in rows]
    if rows and not any(sides):
        raise InputError(f"{path}: no turn says whose side it is on", hint=f"give each {side!r}: PRO or CON")
    for number, (row, taken) in enumerate(zip(rows, sides, strict=True), start=1):
        if not isinstance(row, dict) or text not in row:
            raise InputError(f"{path}: turn {number} has no {text!r}", hint="see docs/debate.md for the shapes")
        speaker = _to_text(row.get(name)) or taken or "somebody"
        yield Utterance(
            speaker=speaker if taken else f"{UNSIDED} {speaker}", side=taken or "pro", text=_to_text(row[text])
        )


def _find_side(row: Any, *, name: str, side: str) -> Side | None:
    if not isinstance(row, dict):
        return None
    return parse_side(_to_text(row.get(side))) or parse_side(_to_text(row.get(name)))


def _read_debatrix(data: Any, path: Path) -> Transcript:
    about = _read_motion(path)
    if not isinstance(data, list):
        raise InputError(f"{path} is no list of speeches", hint="Debatrix's shape: rows of debater_name and content")
    sides = {_to_text(one.get("name")): side for side in ("pro", "con") for one in about.get(f"{side}_side") or []}
    order = list(dict.fromkeys(_to_text(row.get("debater_name")) for row in data if isinstance(row, dict)))
    if not sides:
        sides = {name: ("pro", "con")[place % 2] for place, name in enumerate(order)}
    utterances = [
        {"debater": _to_text(row.get("debater_name")), "side": sides.get(_to_text(row.get("debater_name")), ""), **row}
        for row in data
        if isinstance(row, dict)
    ]
    rows = tuple(_read_rows(utterances, path, name="debater", side="side", text="content"))
    return Transcript(motion=_to_text(about.get("motion")) or path.stem, utterances=rows, source=str(path))


def _read_motion(path: Path) -> dict[str, Any]:
    """What the motion file beside a Debatrix speech file says; nothing when there is none."""
    beside = path.parent.parent / "motion" / path.name
    if not beside.is_file():
        return {}
    found = _parse(beside, lambda: _load_yaml(_read_text(beside)))
    return found if isinstance(found, dict) else {}


def _is_motion_file(path: Path) -> bool:
    return path.parent.name == "motion" and (path.parent.parent / "speech").is_dir()


def _read_plain(raw: str, path: Path) -> Transcript:
    """Turns begin where a line opens with a speaker and a colon; what stands before the first one is the head."""
    marks = [mark for mark in _MARKED.finditer(raw) if _opens_turn(mark[1])]
    if not marks:
        raise InputError(f"{path} has no speaker marks", hint="begin each turn with `Pro 1:` or `Con 1:` on a new line")
    head = raw[: marks[0].start()].strip()
    named = _MOTION.search(head)
    ends = [*(mark.start() for mark in marks[1:]), len(raw)]
    utterances = tuple(
        Utterance(speaker=mark[1].strip(), side=parse_side(mark[1]) or "pro", text=raw[mark.end() : end].strip())
        for mark, end in zip(marks, ends, strict=True)
    )
    motion = named[1].strip() if named else (head.splitlines() or [path.stem])[0].lstrip("# ")
    return Transcript(motion=motion, utterances=utterances, source=str(path))


def _opens_turn(name: str) -> bool:
    return parse_side(name) is not None or is_moderator(name)


def _to_text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else "" if value is None else str(value)
