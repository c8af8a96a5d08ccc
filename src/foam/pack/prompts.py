"""The prompt templates: shared ones, and a pack's own in their place.

A template is named after its folder and file: `debate/reply` is `prompts/debate/reply.txt`. A pack replaces a shared
template by a file of the same name. It may not add one, since nothing would ask with it, and its template must use the
same variables, since code fills them.

The templates of MEASURES are never a pack's: a measure must mean the same in every domain.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from foam.errors import PackError
from foam.model.template import Prompts, Template, build_prompts
from foam.pack.files import SHARED, read_text

MEASURES = frozenset({"debatable", "oversight"})
"""The namespaces that no pack overlays."""

_FOLDER = "prompts"


def overlay_prompts(folder: Path, files: Iterable[Path]) -> Prompts:
    """The shared prompts, with those among the pack's files in place of the shared ones of the same name."""
    templates = {template.name: template for template in shared_prompts().templates}
    for path in files:
        if not path.is_relative_to(folder / _FOLDER):
            continue
        name = _name(path, folder / _FOLDER)
        if name.partition("/")[0] in MEASURES:
            raise PackError(f"{path}: a measure is the same in every domain", hint="delete the file")
        if name not in templates:
            raise PackError(f"{path}: there is no prompt {name!r} to replace", hint=f"prompts: {', '.join(templates)}")
        own, wanted = Template(name=name, text=read_text(path)), templates[name].variables
        if own.variables != wanted:
            names = ", ".join(f"${variable}" for variable in sorted(wanted))
            raise PackError(f"{path}: it must use {names} and no other names", hint="see docs/packs.md")
        templates[name] = own
    return Prompts(templates=tuple(templates.values()))


@cache
def shared_prompts() -> Prompts:
    """The shared prompts that packs may replace."""
    return _shipped(measures=False)


@cache
def measure_prompts() -> Prompts:
    """The prompts of the measures."""
    return _shipped(measures=True)


def _shipped(*, measures: bool) -> Prompts:
    folder = SHARED / _FOLDER
    paths = [path for path in sorted(folder.glob("*/*.txt")) if (path.parent.name in MEASURES) == measures]
    return build_prompts({_name(path, folder): read_text(path) for path in paths})


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()
