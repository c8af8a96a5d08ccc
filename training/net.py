"""The network: one encoder, seven small heads over its first token's state (a language model's: its last token's).

Convincingness is a score of one argument; a pair is the difference of two scores, so that swapping the
arguments turns the answer round exactly.
"""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from transformers import AutoConfig, AutoModel, PreTrainedModel

HEADS = {"relation": 3, "entails": 3, "bears": 1, "side": 3, "scheme": 7, "quality": 1, "same": 1}


def encoder(base: Path, layers: int | None = None) -> PreTrainedModel:
    """A pulled model; BERT's with the tanh form of GELU (plain numpy has no erf). `layers` keeps the lowest ones."""
    config = AutoConfig.from_pretrained(base)
    if config.model_type == "bert":
        config.hidden_act = "gelu_pytorch_tanh"
    if layers:
        config.num_hidden_layers = layers
    extra = {} if config.model_type in ("deberta-v2", "qwen2") else {"add_pooling_layer": False}
    if not (base / "model.safetensors").exists():  # what `training.deepen` wrote: its weights follow with the heads
        return AutoModel.from_config(config, dtype=torch.float32, **extra)
    return AutoModel.from_pretrained(base, config=config, dtype=torch.float32, **extra)


class JudgeNet(nn.Module):
    """`forward` gives the logits of the heads asked for."""

    def __init__(self, base: Path, layers: int | None = None) -> None:
        super().__init__()
        self.encoder = encoder(base, layers)
        self.two_kinds = self.encoder.config.model_type == "bert"
        self.one_way = self.encoder.config.model_type == "qwen2"
        width = self.encoder.config.hidden_size
        self.inner = nn.ModuleDict({name: nn.Linear(width, width) for name in HEADS})
        self.outer = nn.ModuleDict({name: nn.Linear(width, size) for name, size in HEADS.items()})
        self.dropout = nn.Dropout(0.1)
        if (start := base / "weights.safetensors").exists():
            self.load_state_dict({name: one.float() for name, one in load_file(start).items()}, strict=False)

    def forward(
        self, heads: tuple[str, ...], ids: torch.Tensor, kinds: torch.Tensor, mask: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        if self.one_way:  # what is padded stands after the text, and nothing looks ahead: no mask is needed
            states = self.encoder(input_ids=ids, use_cache=False).last_hidden_state
            state = states[torch.arange(len(ids), device=ids.device), mask.sum(1) - 1]
        else:
            extra = {"token_type_ids": kinds} if self.two_kinds else {}
            state = self.encoder(input_ids=ids, attention_mask=mask, **extra).last_hidden_state[:, 0]
        state = self.dropout(state)
        return {name: self.outer[name](self.dropout(torch.tanh(self.inner[name](state)))).float() for name in heads}

    def freeze(self, layers: int) -> None:
        """Leave the word pieces and the lowest layers as they are."""
        self.encoder.embed_tokens.requires_grad_(requires_grad=False)
        for layer in self.encoder.layers[:layers]:
            layer.requires_grad_(requires_grad=False)
