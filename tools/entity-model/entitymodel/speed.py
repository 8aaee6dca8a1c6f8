"""Measures the time of one window on this machine.

usage: python -m entitymodel.speed MODEL_FOLDER
"""

from __future__ import annotations

import pathlib
import sys
import time

import numpy as np

from .evaluate import open_model, open_vocabulary

LENGTHS, RUNS = (64, 128, 200), 40


def main(folder: pathlib.Path) -> None:
    pieces = len(open_vocabulary(folder).pieces)
    rng = np.random.default_rng(1)
    for threads in (1, 2):
        scorer = open_model(folder, threads)
        for length in LENGTHS:
            ids = rng.integers(4, pieces, (1, length))
            times: list[float] = []
            for _ in range(RUNS):
                started = time.perf_counter()
                scorer(ids)
                times.append(1000 * (time.perf_counter() - started))
            print(
                f"{threads} thread(s), {length} pieces: median {np.median(times):.1f} ms, least {min(times):.1f} ms",
                flush=True,
            )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
