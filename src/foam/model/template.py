"""Prompt templates: a file of text with `$names`, filled once. Knows nothing of what is asked.

Untrusted text enters a prompt only through `fence`: between marks that carry the digest of the text itself, which
the text therefore cannot contain. Substitution is a single pass, so a `$name` inside data stays data.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from foam.errors import PackError
from foam.model.question import Option
from foam.values import TAG, Value, digest_bytes

Options = tuple[Option, ...]


class Template(Value):
    """A named prompt template."""

    name: str
    text: str

    @cached_property
    def digest(self) -> str:
        return digest_bytes(self.text.encode())

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names the template may use."""
        return frozenset(string.Template(self.text).get_identifiers())

    def render(self, **variables: str) -> str:
        """Fill the template. Every variable is given and every given one is used, or the template is refused."""
        if self.variables != variables.keys():
            missing = sorted(self.variables - variables.keys())
            unused = sorted(variables.keys() - self.variables)
            raise PackError(f"prompt {self.name}: unknown variables {missing}, unused variables {unused}")
        return string.Template(self.text).substitute(variables)


class Prompts(Value):
    """The templates of a pack, by name."""

    templates: tuple[Template, ...]

    def __getitem__(self, name: str) -> Template:
        for template in self.templates:
            if template.name == name:
                return template
        raise PackError(f"the pack has no prompt {name!r}", hint=f"it has {[t.name for t in self.templates]}")


def build_prompts(texts: Mapping[str, str]) -> Prompts:
    """Templates from their texts, in a stable order."""
    return Prompts(templates=tuple(Template(name=name, text=texts[name]) for name in sorted(texts)))


def fence(text: str, *, label: str = "data") -> str:
    """Text between marks that it cannot contain: what stands inside is quoted, never obeyed."""
    mark = digest_bytes(text.encode("utf-8", "surrogatepass"))[len(TAG) : len(TAG) + 12]
    return f"<{label} {mark}>\n{text}\n</{label} {mark}>"


def fence_document(about: str, lines: Iterable[str]) -> str:
    """A document between one pair of marks: a line about it, then one line for each of its sentences.

    What breaks a line inside one becomes a space, so that no sentence can pass for two, or for one under another id.
    """
    return fence("\n".join(" ".join(line.split()) for line in (about, *lines)), label="document")


def fence_options(options: Iterable[Option]) -> str:
    """Options one after another, each fenced under its id."""
    return "\n".join(fence(option.text, label=f"option id={option.id}") for option in options)


def render_prompt(prompts: Prompts, name: str, **variables: str) -> dict[str, Any]:
    """What every question carries of its template: name, digest and the prompt, rendered."""
    template = prompts[name]
    return {
        "template": template.name,
        "template_digest": template.digest,
        "prompt": template.render(**variables),
    }
