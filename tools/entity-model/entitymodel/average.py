"""Averages networks that started from the same pretrained weights. The weighted mean generalizes better than
any of them (Wortsman et al. 2022, "Model soups"). Uses the lower layers only.

usage: python -m entitymodel.average OUT CHECKPOINT SHARE [CHECKPOINT SHARE ...]     (the shares' sum is 1)

A checkpoint may also be the `entities.onnx` of a model that was released. Its matrices are read back from int8; it does
not contribute to the embedding table, which is never trained. The first one must be a checkpoint of
`entitymodel.train`.
"""

from __future__ import annotations

import math
import pathlib
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from .network import lower_weights


def read_back(path: pathlib.Path) -> dict[str, Tensor]:
    """Returns the weights of an exported network, without its embedding table and its gate."""
    constants = {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}
    weights = {
        "position": constants["position"],
        "heads.exit.weight": constants["head.matrix"].T,
        "heads.exit.bias": constants["head.bias"],
    }
    for name, value in constants.items():
        part, _, kind = name.rpartition(".")
        if kind == "matrix" and part + ".scales" in constants:
            weights[part + ".weight"] = (value.astype(np.float32) * constants[part + ".scales"]).T
            weights[part + ".bias"] = constants[part + ".bias"]
        elif kind == "shift":
            weights[part + ".weight"], weights[part + ".bias"] = constants[part + ".scale"], value
    # Above a gate the queries have a separate matrix.
    for query in [name for name in weights if ".q." in name]:
        parts = weights.pop(query), weights.pop(query.replace(".q.", ".kv."))
        weights[query.replace(".q.", ".qkv.")] = np.concatenate(parts)
    return {name: torch.from_numpy(np.array(value, order="C")) for name, value in weights.items()}


def average(out: pathlib.Path, shares: dict[pathlib.Path, float]) -> None:
    if not math.isclose(sum(shares.values()), 1):
        raise ValueError(f"the shares {list(shares.values())} do not add up to 1")
    first, *_ = shares
    state = torch.load(first, weights_only=True)
    weights = {
        path: read_back(path)
        if path.suffix == ".onnx"
        else lower_weights(torch.load(path, weights_only=True)["tagger"])
        for path in shares
    }

    def mean(name: str, value: Tensor) -> Tensor:
        # The embedding table is never trained; rounding would change its 4-bit blocks.
        having = (
            {} if name == "word.weight" else {path: share for path, share in shares.items() if name in weights[path]}
        )
        if not having:
            return value
        return sum(share * weights[path][name] for path, share in having.items()) / sum(having.values())

    tagger = {name: mean(name, value) for name, value in weights[first].items()}
    torch.save({**state, "tagger": tagger}, out)


if __name__ == "__main__":
    if len(sys.argv) < 4 or len(sys.argv) % 2:
        sys.exit(__doc__)
    average(pathlib.Path(sys.argv[1]), {pathlib.Path(p): float(s) for p, s in zip(sys.argv[2::2], sys.argv[3::2])})
