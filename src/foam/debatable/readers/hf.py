"""Any causal model of `transformers` as a reader, on a GPU where there is one. Needs the extra `hf`.

The lead is read once and its keys and values serve every target; `cached=False` reads lead and target together
instead, for comparison. Targets are read in batches, padded at the end, where a causal model cannot see the padding.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Sequence
from typing import Any

from foam.debatable.reader import Lead, TargetReading
from foam.errors import InputError, MissingExtra, NotFound

_BATCH = 8
_NO_LIMIT = 10**9
"""Tokenizers without a limit give an astronomical one."""


class TransformersReader:
    """Reads with a model and its tokenizer; `open_transformers` loads both by name."""

    def __init__(
        self, model: Any, tokenizer: Any, *, name: str, device: str = "cpu", batch: int = _BATCH, cached: bool = True
    ) -> None:
        self._torch = _import_extra("torch")
        self._model = model.to(device).eval()
        self._tokenizer = tokenizer
        self._device = device
        self._batch = batch
        self._cached = cached
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def window(self) -> int | None:
        config = self._model.config
        limits = [getattr(config, "max_position_embeddings", None), self._tokenizer.model_max_length]
        return min((int(limit) for limit in limits if limit and limit < _NO_LIMIT), default=None)

    def length(self, lead: Lead, target: str) -> int:
        return len(self._lead(lead)) + len(self._encode(target))

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        context = self._lead(lead)
        encoded = [self._encode(target) for target in targets]
        longest = len(context) + max(map(len, encoded), default=0)
        if self.window is not None and longest > self.window:
            raise InputError(f"{longest} tokens are more than the {self.window} that {self.name} reads")
        with self._torch.inference_mode():
            logs = self._after_cache(context, encoded) if self._cached else self._whole(context, encoded)
        return [TargetReading(context=len(context), logs=tuple(log)) for log in logs]

    def _lead(self, lead: Lead) -> list[int]:
        if lead.form == "plain":
            return self._encode(lead.whole, special=True)
        if not self._tokenizer.chat_template:
            raise InputError(f"{self.name} has no chat template", hint="--plain measures it without one")
        text = self._tokenizer.apply_chat_template(
            [{"role": "user", "content": lead.whole}], tokenize=False, add_generation_prompt=lead.form == "reply"
        )
        return self._encode(text)

    def _encode(self, text: str, *, special: bool = False) -> list[int]:
        return [int(token) for token in self._tokenizer(text, add_special_tokens=special)["input_ids"]]

    def _after_cache(self, context: list[int], targets: Sequence[list[int]]) -> list[list[float]]:
        read = self._model(input_ids=self._tensor([context]), use_cache=True)
        first = read.logits[:, -1:]
        found = []
        for batch in self._batches(targets):
            memory = copy.deepcopy(read.past_key_values)
            memory.batch_repeat_interleave(len(batch))
            found += self._follow(first, memory, len(context), batch)
        return found

    def _follow(self, first: Any, memory: Any, before: int, batch: Sequence[list[int]]) -> list[list[float]]:
        """The states before each token: the lead's last for the first, then those of the target itself."""
        logits = first.expand(len(batch), -1, -1)
        fed = [target[:-1] for target in batch]
        if any(fed):
            ids, mask = self._padded(fed)
            seen = self._torch.ones((len(batch), before), dtype=mask.dtype, device=self._device)
            mask = self._torch.cat((seen, mask), dim=1)
            more = self._model(input_ids=ids, attention_mask=mask, past_key_values=memory, use_cache=True)
            logits = self._torch.cat((logits, more.logits), dim=1)
        return [self._picked(row, target) for row, target in zip(logits, batch, strict=True)]

    def _whole(self, context: list[int], targets: Sequence[list[int]]) -> list[list[float]]:
        found = []
        for batch in self._batches(targets):
            ids, mask = self._padded([context + target for target in batch])
            logits = self._model(input_ids=ids, attention_mask=mask, use_cache=False).logits[:, len(context) - 1 :]
            found += [self._picked(row, target) for row, target in zip(logits, batch, strict=True)]
        return found

    def _picked(self, logits: Any, target: list[int]) -> list[float]:
        """The log-probability of each token of the target; the rows for its padding are left aside."""
        if not target:
            return []
        logs = self._torch.log_softmax(logits[: len(target)].double(), dim=-1)
        picked = logs.gather(1, self._tensor([target]).T)
        return [float(value) for value in picked[:, 0]]

    def _batches(self, targets: Sequence[list[int]]) -> list[Sequence[list[int]]]:
        return [targets[start : start + self._batch] for start in range(0, len(targets), self._batch)]

    def _padded(self, rows: Sequence[list[int]]) -> tuple[Any, Any]:
        width = max(map(len, rows))
        ids = [row + [0] * (width - len(row)) for row in rows]
        mask = [[1] * len(row) + [0] * (width - len(row)) for row in rows]
        return self._tensor(ids), self._tensor(mask)

    def _tensor(self, rows: list[list[int]]) -> Any:
        return self._torch.tensor(rows, dtype=self._torch.long, device=self._device)


def open_transformers(name: str, *, batch: int = _BATCH) -> TransformersReader:
    """A model by its folder or its name on the hub, as far as that can be reached."""
    torch, transformers = _import_extra("torch"), _import_extra("transformers")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        model = transformers.AutoModelForCausalLM.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise NotFound(
            f"no transformers model {name!r}: {str(error).splitlines()[0]}", hint="name a folder that holds one"
        ) from error
    return TransformersReader(model, tokenizer, name=f"{name} ({device})", device=device, batch=batch)


def _import_extra(package: str) -> Any:
    """The package, or the error that names the extra it comes with."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as absent:
        raise MissingExtra(package, extra="hf") from absent
