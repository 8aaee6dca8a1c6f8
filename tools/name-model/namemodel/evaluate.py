"""Figures of the model alone on the sets that measure.

usage: python -m namemodel.evaluate MODEL_FOLDER DATA_FOLDER [SET ...]     (int8 ONNX, one thread)
"""

from __future__ import annotations

import gzip
import json
import pathlib
import sys
import time

import numpy as np
import onnxruntime

from . import corpora, score
from .decode import Scorer, predict
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary


def open_model(folder: pathlib.Path, threads: int = 1) -> Scorer:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # The graph is written as it is to run; ORT's own fusion of sum and layer norm is seven times slower than both.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(folder / "names.onnx", options, providers=["CPUExecutionProvider"])

    def scorer(ids: np.ndarray) -> np.ndarray:
        return session.run(["logits"], {"input_ids": ids.astype(np.int32)})[0]

    return scorer


def open_vocabulary(folder: pathlib.Path) -> Vocabulary:
    """The vocabulary that ships with a model."""
    shipped = json.loads(gzip.decompress((folder / "vocabulary.json.gz").read_bytes()))
    return Vocabulary(
        **{name: shipped[name] for name in ("pieces", "scores", "normalization", "bos", "pad", "eos", "unk")}
    )


def evaluate(scorer: Scorer, vocabulary: Vocabulary, data: pathlib.Path, names: list[str]) -> dict[str, dict]:
    """Set -> figures of `score.score` for PERSON; printed as they come, with the means of the goals at the end."""
    tokenizer, figures = Tokenizer(vocabulary), dict[str, dict]()
    for name in names:
        gold, started = corpora.read_raw(data, name), time.time()
        found = predict([document["text"] for document in gold], scorer, tokenizer, vocabulary)
        predictions = [
            {
                "spans": [
                    {"start": start, "end": end, "label": "PERSON"}
                    for start, end in corpora.to_utf16(document["text"], spans)
                ]
            }
            for document, spans in zip(gold, found)
        ]
        figures[name] = f = score.score(gold, predictions, "PERSON")
        shown = " ".join(f"{key}={f[key]:.3f}" for key in ("P", "R", "F1", "F2", "leak"))
        print(f"{name:24} n={f['gold']:5} {shown} over={f['over']:.4f} {time.time() - started:.0f} s", flush=True)
    for language, goal in (("English", corpora.GOAL_EN), ("German", corpora.GOAL_DE)):
        if all(name in figures for name in goal):
            print(f"mean {language:19} F1={np.mean([figures[name]['F1'] for name in goal]):.4f}", flush=True)
    return figures


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    evaluate(open_model(folder), open_vocabulary(folder), pathlib.Path(sys.argv[2]), sys.argv[3:] or corpora.DEV)
