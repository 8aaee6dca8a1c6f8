"""The weighted mean of networks that began with the same pretrained weights: it generalizes better than any of them
(Wortsman et al. 2022, "Model soups"). The lower layers alone.

usage: python -m namemodel.average OUT CHECKPOINT SHARE [CHECKPOINT SHARE ...]     (the shares' sum is 1)
"""

from __future__ import annotations

import math
import pathlib
import sys

import torch

from .network import lower_weights


def average(out: pathlib.Path, shares: dict[pathlib.Path, float]) -> None:
    if not math.isclose(sum(shares.values()), 1):
        raise ValueError(f"the shares {list(shares.values())} are not 1 together")
    states = {path: torch.load(path, weights_only=True) for path in shares}
    weights = {path: lower_weights(state["tagger"]) for path, state in states.items()}
    mean = {
        # The embedding table is never trained; rounding would take it out of its 4-bit blocks.
        name: value if name == "word.weight" else sum(share * weights[path][name] for path, share in shares.items())
        for name, value in weights[next(iter(shares))].items()
    }
    torch.save({**states[next(iter(shares))], "tagger": mean}, out)


if __name__ == "__main__":
    if len(sys.argv) < 4 or len(sys.argv) % 2:
        sys.exit(__doc__)
    average(pathlib.Path(sys.argv[1]), {pathlib.Path(p): float(s) for p, s in zip(sys.argv[2::2], sys.argv[3::2])})
