"""Calculates strict precision and recall of spans, and the shares of characters that are missed or covered
unnecessarily.

Offsets are UTF-16 code units. White space, quotes and brackets at a span's edges do not count: they are trimmed from
predictions and gold. A prediction that touches a region which the gold marks as ignored is dropped.
"""

from __future__ import annotations

from typing import Any

_TRIMMED = set(" \t\n\r\"'“”„‚‘’,;:()[]<>")


def _trim(units: bytes, start: int, end: int) -> tuple[int, int]:
    """`units`: the text as UTF-16-LE."""

    def is_trimmed(i: int) -> bool:
        return units[2 * i : 2 * i + 2].decode("utf-16-le", "replace") in _TRIMMED

    while start < end and is_trimmed(start):
        start += 1
    while end > start and is_trimmed(end - 1):
        end -= 1
    return start, end


def _trimmed_spans(units: bytes, spans: list[dict[str, Any]], label: str) -> set[tuple[int, int]]:
    trimmed = {_trim(units, span["start"], span["end"]) for span in spans if span["label"] == label}
    return {(start, end) for start, end in trimmed if start < end}


def _covered(size: int, spans: set[tuple[int, int]]) -> bytearray:
    cover = bytearray(size)
    for start, end in spans:
        cover[start:end] = b"\1" * (end - start)
    return cover


def _f(beta: float, precision: float, recall: float) -> float:
    square = beta * beta
    return (1 + square) * precision * recall / (square * precision + recall) if precision + recall else 0.0


def score(gold: list[dict[str, Any]], predictions: list[dict[str, Any]], label: str) -> dict[str, Any]:
    """`leak`: share of the label's gold characters that no prediction of any label covers; `own`: that no prediction of
    the label itself covers; `over`: share of all other characters that a prediction of the label covers; P, R, F1,
    F2 of spans that are equal at both ends."""
    right = wrong = missed = leaked = bare = gold_size = over = other = 0
    for document, prediction in zip(gold, predictions, strict=True):
        units = document["text"].encode("utf-16-le", "surrogatepass")
        size = len(units) // 2
        expected = _trimmed_spans(units, document["spans"], label)
        ignored = [(region["start"], region["end"]) for region in document.get("ignore", [])]
        found = {
            (start, end)
            for start, end in _trimmed_spans(units, prediction["spans"], label)
            if not any(start < last and first < end for first, last in ignored)
        }
        right += len(expected & found)
        wrong += len(found - expected)
        missed += len(expected - found)
        mine = _covered(size, expected)
        any_label = _covered(size, {(span["start"], span["end"]) for span in prediction["spans"]})
        gold_size += sum(mine)
        other += size - sum(mine)
        leaked += sum(1 for inside, hidden in zip(mine, any_label, strict=True) if inside and not hidden)
        of_label = _covered(size, found)
        bare += sum(1 for inside, hidden in zip(mine, of_label, strict=True) if inside and not hidden)
        over += sum(1 for inside, hidden in zip(mine, of_label, strict=True) if hidden and not inside)
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / (right + missed) if right + missed else 0.0
    return {
        "gold": right + missed,
        "P": precision,
        "R": recall,
        "F1": _f(1, precision, recall),
        "F2": _f(2, precision, recall),
        "leak": leaked / gold_size if gold_size else 0.0,
        "own": bare / gold_size if gold_size else 0.0,
        "over": over / other if other else 0.0,
    }
