"""Evaluates the model alone on the evaluation sets, by class.

usage: python -m entitymodel.evaluate MODEL_FOLDER DATA_FOLDER [--sets SET ...] [--outside SHIFT ...]

(int8 ONNX, one thread.) With --outside the results are printed for each shift of the scores of "outside": below zero
more is found. A class is measured on the sets that mark it completely in at least LEAST spans.
"""

from __future__ import annotations

import argparse
import gzip
import json
import pathlib
import time
from typing import Any

import numpy as np
import onnxruntime

from . import corpora, score
from .decode import BIAS, Scored, Scorer, read
from .labels import CLASSES, OUTSIDE
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary

LEAST = 50
# The classes that are hidden; the others only distinguish text from these.
COVERED = [name for name in CLASSES if name not in ("OTHER", "ROLE")]
MEASURED = ["PERSON", "ORG", "LOC", "ADDRESS", "DATE", "DOB", "REF", "USERNAME"]


def open_model(folder: pathlib.Path, threads: int = 1) -> Scorer:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # The graph is already optimized; ORT's fusion of sum and layer norm is seven times slower than both.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(folder / "entities.onnx", options, providers=["CPUExecutionProvider"])

    def scorer(ids: np.ndarray) -> np.ndarray:
        return session.run(["logits"], {"input_ids": ids.astype(np.int32)})[0]

    return scorer


def open_vocabulary(folder: pathlib.Path) -> Vocabulary:
    """Returns the vocabulary of a released model."""
    shipped = json.loads(gzip.decompress((folder / "vocabulary.json.gz").read_bytes()))
    return Vocabulary(
        **{name: shipped[name] for name in ("pieces", "scores", "normalization", "bos", "pad", "eos", "unk")}
    )


def shifted(outside: float) -> list[float]:
    """Returns the bias that shifts the scores of "outside"."""
    bias = list(BIAS)
    bias[OUTSIDE] += outside
    return bias


def predictions(texts: list[Scored], bias: list[float]) -> list[dict[str, Any]]:
    """Returns the spans of the hidden classes in UTF-16 units, as `score.score` expects them."""
    out = []
    for scored in texts:
        spans = [span for span in scored.spans(bias) if span[2] in COVERED]
        places = corpora.to_utf16(scored.text, [(start, end) for start, end, _ in spans])
        out.append(
            {"spans": [{"start": start, "end": end, "label": span[2]} for (start, end), span in zip(places, spans)]}
        )
    return out


def measured_labels(documents: list[dict[str, Any]]) -> list[str]:
    complete = set.intersection(*(set(document["types"]) for document in documents))
    marked = [span["label"] for document in documents for span in document["spans"]]
    return [label for label in MEASURED if label in complete and marked.count(label) >= LEAST]


def evaluate(
    scorer: Scorer, vocabulary: Vocabulary, data: pathlib.Path, names: list[str], outside: list[float]
) -> None:
    """Prints results as they arrive, and the means of the quality goals at the end."""
    tokenizer, persons = Tokenizer(vocabulary), dict[tuple[str, float], float]()
    for name in names:
        gold, started = corpora.read_raw(data, name), time.time()
        texts = [read(document["text"], scorer, tokenizer, vocabulary) for document in gold]
        for shift in outside:
            found = predictions(texts, shifted(shift))
            for label in measured_labels(gold):
                f = score.score(gold, found, label)
                shown = " ".join(f"{key}={f[key]:.3f}" for key in ("P", "R", "F1", "F2", "leak", "own"))
                print(f"{name:24} {shift:+.1f} {label:8} n={f['gold']:5} {shown} over={f['over']:.4f}", flush=True)
                if label == "PERSON":
                    persons[name, shift] = f["F1"]
        print(f"{name:24} {time.time() - started:.0f} s", flush=True)
    for shift in outside:
        for title, goal in (("English", corpora.GOAL_EN), ("German", corpora.GOAL_DE)):
            if all((name, shift) in persons for name in goal):
                mean = np.mean([persons[name, shift] for name in goal])
                print(f"mean of PERSON, {title:19} {shift:+.1f} F1={mean:.4f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path, help="the output of `entitymodel.export`")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--sets", nargs="+", default=corpora.DEV)
    parser.add_argument("--outside", nargs="+", type=float, default=[0.0])
    given = parser.parse_args()
    evaluate(open_model(given.model), open_vocabulary(given.model), given.data, given.sets, given.outside)


if __name__ == "__main__":
    main()
