"""The weighted mean of two networks that went apart from one checkpoint: it generalizes better than either (Wortsman et
al. 2022, "Model soups").

usage: python -m namemodel.average CHECKPOINT OTHER SHARE OUT     (SHARE: of OTHER, 0 to 1)
"""

from __future__ import annotations

import pathlib
import sys

import torch


def average(checkpoint: pathlib.Path, other: pathlib.Path, share: float, out: pathlib.Path) -> None:
    state = torch.load(checkpoint, weights_only=True)
    others = torch.load(other, weights_only=True)["tagger"]
    for name, value in state["tagger"].items():
        # The embedding table is never trained; rounding would take it out of its 4-bit blocks.
        if name != "word.weight":
            value.lerp_(others[name], share)
    torch.save(state, out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    average(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3]), pathlib.Path(sys.argv[4]))
