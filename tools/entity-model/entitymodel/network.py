"""The tagger: a post-layer-norm BERT (multilingual-e5-small) with a linear head, a score for each tag, after layer EXIT
and, where it has more layers, another one on top. The network up to EXIT is released; the layers above teach it
(Zhang et al. 2019, "Be Your Own Teacher")."""

from __future__ import annotations

import dataclasses
import pathlib

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from .labels import TAGS

HIDDEN, FEED_FORWARD, HEADS = 384, 1536, 12
EXIT = 6  # layers below the lower head
EARLY = 2  # layers that process every piece if there is a gate
GATE_WIDTH = 64
NORM_EPSILON = 1e-12
MASKED = -1e4  # added to the attention weight of padding


@dataclasses.dataclass(frozen=True)
class Sizes:
    hidden: int
    feed_forward: int
    heads: int
    exit: int  # layers below the lower head


E5 = Sizes(HIDDEN, FEED_FORWARD, HEADS, EXIT)


class Dropout(nn.Module):
    """Sets about one number in ten to zero (26 in 256). Makes eight decisions from one random number, because torch's
    own dropout takes a tenth of the time of a step.
    """

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        drawn = torch.randint(-(2**63), 2**63 - 1, (-(-x.numel() // 8),), dtype=torch.int64)
        kept = drawn.view(torch.uint8)[: x.numel()].view(x.shape) >= 26
        return x * kept * (256 / 230)


class Layer(nn.Module):
    """Attention and feed-forward. Attention is written out: on CPUs in bfloat16 it takes half the time of
    `scaled_dot_product_attention`."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        hidden = sizes.hidden
        self.heads = sizes.heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.attention_out = nn.Linear(hidden, hidden)
        self.attention_norm = nn.LayerNorm(hidden, NORM_EPSILON)
        self.feed_in = nn.Linear(hidden, sizes.feed_forward)
        self.feed_out = nn.Linear(sizes.feed_forward, hidden)
        self.feed_norm = nn.LayerNorm(hidden, NORM_EPSILON)
        self.dropout = Dropout()

    def forward(self, x: Tensor, bias: Tensor | None) -> Tensor:
        """x [batch, length, hidden]; bias [batch, 1, 1, length], 0 or MASKED, None if nothing is padding."""
        batch, length, hidden = x.shape
        width = hidden // self.heads
        query, key, value = self.qkv(x).view(batch, length, 3, self.heads, width).permute(2, 0, 3, 1, 4).unbind(0)
        weights = (query * width**-0.5) @ key.transpose(-1, -2)
        if bias is not None:
            weights = weights + bias.to(weights.dtype)
        mixed = (weights.softmax(-1).to(value.dtype) @ value).transpose(1, 2).reshape(batch, length, hidden)
        x = self.attention_norm(x + self.dropout(self.attention_out(mixed)))
        return self.feed_norm(x + self.dropout(self.feed_out(functional.gelu(self.feed_in(x)))))


class Gate(nn.Module):
    """Predicts after EARLY layers which pieces may have a class: those with a score above zero. The layers above
    compute only these and their neighbors. The other pieces are attended to unchanged and count as outside (Li et al.
    2021, "Accelerating
    BERT Inference for Sequence Labeling via Early-Exit")."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(HIDDEN, GATE_WIDTH)
        self.score = nn.Linear(GATE_WIDTH, 1)

    def forward(self, x: Tensor) -> Tensor:
        """x [batch, length, HIDDEN] -> scores [batch, length]"""
        return self.score(functional.gelu(self.inner(x)))[..., 0]

    def open_pieces(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """bool [batch, length]: those above zero, their neighbors, and the first piece"""
        passed = self(x) > 0
        if mask is not None:
            passed = passed & mask
        beside = passed.clone()
        beside[:, 1:] |= passed[:, :-1]
        beside[:, :-1] |= passed[:, 1:]
        beside[:, 0] = True
        return beside if mask is None else beside & mask


def padding_bias(x: Tensor, mask: Tensor | None) -> Tensor | None:
    return None if mask is None else (1.0 - mask.to(x.dtype))[:, None, None, :] * MASKED


class Tagger(nn.Module):
    def __init__(self, pieces: int, positions: int, layers: int, sizes: Sizes = E5) -> None:
        super().__init__()
        self.exit = sizes.exit
        self.word = nn.Embedding(pieces, sizes.hidden)
        self.position = nn.Parameter(torch.zeros(positions, sizes.hidden))
        self.norm = nn.LayerNorm(sizes.hidden, NORM_EPSILON)
        self.dropout = Dropout()
        self.layers = nn.ModuleList([Layer(sizes) for _ in range(layers)])
        names = ["exit", "top"] if layers > sizes.exit else ["exit"]
        self.heads = nn.ModuleDict({name: nn.Linear(sizes.hidden, len(TAGS)) for name in names})

    def forward(self, ids: Tensor, mask: Tensor | None, top: bool) -> tuple[Tensor, Tensor | None]:
        """ids [batch, length] int64, mask [batch, length] (true: a piece, false: padding) -> scores of the tags by the
        lower head and, with `top`, by the upper one, [batch, length, len(TAGS)] each."""
        x = self.embedded(ids)
        bias = padding_bias(x, mask)
        for layer in self.layers[: self.exit]:
            x = layer(x, bias)
        lower = self.heads["exit"](x)
        if not top:
            return lower, None
        for layer in self.layers[self.exit :]:
            x = layer(x, bias)
        return lower, self.heads["top"](x)

    def embedded(self, ids: Tensor) -> Tensor:
        return self.dropout(self.norm(self.word(ids) + self.position[: ids.shape[1]]))

    def early(self, ids: Tensor, mask: Tensor | None) -> Tensor:
        """Returns the state of the pieces that a gate reads."""
        x = self.embedded(ids)
        bias = padding_bias(x, mask)
        for layer in self.layers[:EARLY]:
            x = layer(x, bias)
        return x

    def late(self, x: Tensor, mask: Tensor | None, opened: Tensor) -> Tensor:
        """Continues from `early`. Returns the lower head's scores of the tags, which are valid only for the open
        pieces.
        """
        bias = padding_bias(x, mask)
        for layer in self.layers[EARLY : self.exit]:
            x = torch.where(opened[..., None], layer(x, bias).to(x.dtype), x)
        return self.heads["exit"](x)


def pretrained(path: pathlib.Path, layers: int) -> Tagger:
    """Returns a network with the lowest layers of the weights that `prune` wrote, and new heads."""
    weights = load_file(path)
    weights["word.weight"] = weights.pop("word")
    tagger = Tagger(weights["word.weight"].shape[0], weights["position"].shape[0], layers)
    missing, unexpected = tagger.load_state_dict(weights, strict=False)
    left_out = {name for name in unexpected if not name.startswith("layers.") or int(name.split(".")[1]) < layers}
    if left_out or {name.split(".")[0] for name in missing} != {"heads"}:
        raise ValueError(f"{path}: missing {missing}, unexpected {left_out}")
    return tagger


def lower_weights(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Returns the weights of the network up to EXIT."""
    return {
        name: value
        for name, value in weights.items()
        if not name.startswith("heads.top") and not (name.startswith("layers.") and int(name.split(".")[1]) >= EXIT)
    }
