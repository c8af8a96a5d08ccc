"""The network: one MiniLM encoder, four small heads. Three heads ship; `side` only helps training.

Convincingness is a score of one argument; a pair is the difference of two scores, so that swapping the
arguments turns the answer round exactly.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from transformers import AutoConfig, AutoModel, PreTrainedModel

HEADS = {"relation": 3, "quality": 1, "same": 1, "side": 1}


def encoder(base: Path) -> PreTrainedModel:
    """The pulled MiniLM (or a larger teacher), with the tanh form of GELU (plain numpy has no erf)."""
    config = AutoConfig.from_pretrained(base, hidden_act="gelu_pytorch_tanh")
    return AutoModel.from_pretrained(base, config=config, add_pooling_layer=False, dtype=torch.float32)


class JudgeNet(nn.Module):
    def __init__(self, base: Path, pooling: str = "cls") -> None:
        super().__init__()
        self.encoder = encoder(base)
        self.pooling = pooling
        self.two_kinds = self.encoder.config.model_type == "bert"
        width = self.encoder.config.hidden_size
        self.inner = nn.ModuleDict({name: nn.Linear(width, width) for name in HEADS})
        self.outer = nn.ModuleDict({name: nn.Linear(width, size) for name, size in HEADS.items()})
        self.dropout = nn.Dropout(0.1)

    def pooled(self, ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        extra = {"token_type_ids": kinds} if self.two_kinds else {}
        states = self.encoder(input_ids=ids, attention_mask=mask, **extra).last_hidden_state
        if self.pooling == "cls":
            return states[:, 0]
        weights = mask.unsqueeze(-1).to(states.dtype)
        return (states * weights).sum(1) / weights.sum(1)

    def forward(self, task: str, ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        hidden = torch.tanh(self.inner[task](self.dropout(self.pooled(ids, kinds, mask))))
        return self.outer[task](self.dropout(hidden)).float()


def answers(net: JudgeNet, task: str, sides: list[dict[str, torch.Tensor]]) -> torch.Tensor:
    """Logits of a batch. A quality pair comes as two sides, every other pair as one joined text."""
    first = net(task, **sides[0])
    return first - net(task, **sides[1]) if len(sides) == 2 else first
