"""Which family a model belongs to, by its name, so that a judge of its own kin can be flagged."""

from __future__ import annotations

import re

FAMILIES: dict[str, tuple[str, ...]] = {
    "claude": ("claude",),
    "command": ("command", "aya", "c4ai"),
    "deepseek": ("deepseek",),
    "gemini": ("gemini", "learnlm"),
    "gemma": ("gemma", "codegemma"),
    "glm": ("glm", "chatglm"),
    "gpt": ("gpt", "chatgpt", "o1", "o3", "o4"),
    "granite": ("granite",),
    "grok": ("grok",),
    "kimi": ("kimi", "moonshot"),
    "llama": ("llama", "codellama", "vicuna"),
    "mistral": ("mistral", "mixtral", "ministral", "magistral", "codestral", "devstral", "pixtral"),
    "nova": ("nova",),
    "olmo": ("olmo", "tulu"),
    "phi": ("phi",),
    "qwen": ("qwen", "qwq", "qvq"),
    "smollm": ("smollm",),
    "yi": ("yi",),
}
"""How a model's name begins in each family. A distilled model is counted to the family named first in it."""


def guess_family(model: str) -> str:
    """The family; the bare name itself when none is known, so that at least the same model is its own kin."""
    name = model.lower().rsplit("/", 1)[-1]
    for word in re.split(r"[^a-z0-9]+", name):
        for family, beginnings in FAMILIES.items():
            if _begins(word, beginnings):
                return family
    return name


def _begins(word: str, beginnings: tuple[str, ...]) -> bool:
    """The word is one of these names, or one followed by a version (`qwen2`, `gpt4o`)."""
    return any(word.startswith(b) and not word[len(b) : len(b) + 1].isalpha() for b in beginnings)
