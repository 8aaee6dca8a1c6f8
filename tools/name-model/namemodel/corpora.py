"""The annotated corpora: reading them (UTF-16 offsets to code points) and which of them teach and which measure."""

from __future__ import annotations

import gzip
import json
import pathlib
from collections.abc import Iterator
from typing import Any

from .text import Example, Span

# Training files that keep the author's capitals.
CASED = [
    "btc.en.train",
    "crossner.en.dev",
    "crossner.en.test",
    "crossner.en.train",
    "germeval2014.de.dev",
    "litbank.en.all",
    "mobie.de.train",
    "pii_nano.en.all",
    "sgd.en.train",
    "smartdata.de.train",
    "uner_pud.de.test",
    "uner_pud.en.test",
    "wikigold.en.all",
    "wnut17.en.train",
    "ler.de.train",
    "europeana.de.all",
    "echr_es.es.train",
    "lener_br.pt.train",
    "uner_bosque.pt.train",
]
# Training files in lower case only.
LOWER_CASE = [
    "multiconer1.de.train",
    "multiconer1.en.train",
    "multiconer1.es.train",
    "multiconer1.nl.train",
    "nlu_eval.en.train",
]
TRAIN = CASED + LOWER_CASE
# Sets that stand in the goals: their means are reported.
GOAL_EN = [
    "uner_ewt.en.dev",
    "uner_ewt_email.en.dev",
    "wnut17.en.dev",
    "btc.en.dev",
    "sgd.en.dev",
    "europarl_ner.en.test",
]
GOAL_DE = ["smartdata.de.test", "ler.de.dev", "europarl_ner.de.test"]
OTHER_DEV = [
    "multiconer1.en.dev",
    "mobie.de.dev",
    "multiconer1.de.dev",
    "uner_bosque.pt.dev",
    "lener_br.pt.dev",
    "echr_es.es.dev",
    "multiconer1.es.dev",
    "multiconer1.nl.dev",
]
DEV = GOAL_EN + GOAL_DE + OTHER_DEV


def open_lines(path: pathlib.Path) -> Iterator[str]:
    """Lines of a gzip or plain UTF-8 text file, without blank ones."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (line for line in file if line.strip())


def read_raw(data: pathlib.Path, name: str) -> list[dict[str, Any]]:
    """Documents of one corpus as they stand in the file (UTF-16 offsets)."""
    return [json.loads(line) for line in open_lines(data / f"{name}.jsonl.gz")]


def _utf16_positions(text: str) -> list[int]:
    """UTF-16 offset of every code point, and of the end."""
    positions = [0]
    for char in text:
        positions.append(positions[-1] + (2 if ord(char) > 0xFFFF else 1))
    return positions


def to_utf16(text: str, spans: list[Span]) -> list[Span]:
    """Code point spans to UTF-16 spans."""
    if all(ord(char) <= 0xFFFF for char in text):
        return spans
    positions = _utf16_positions(text)
    return [(positions[start], positions[end]) for start, end in spans]


def from_utf16(text: str, spans: list[Span]) -> list[Span]:
    """UTF-16 spans to code point spans."""
    if all(ord(char) <= 0xFFFF for char in text):
        return spans
    index = {position: i for i, position in enumerate(_utf16_positions(text))}
    return [(index[start], index[end]) for start, end in spans]


def person_example(document: dict[str, Any]) -> Example:
    """(text, ascending PERSON spans in code points)"""
    spans = sorted((s["start"], s["end"]) for s in document["spans"] if s["label"] == "PERSON")
    return document["text"], from_utf16(document["text"], spans)


def read(data: pathlib.Path, name: str) -> list[Example]:
    return [person_example(document) for document in read_raw(data, name)]


def read_training(data: pathlib.Path) -> dict[str, list[Example]]:
    """Every training corpus, without the lines that also stand in one of the sets that measure."""
    measured = {document["text"].strip() for name in DEV for document in read_raw(data, name)}
    return {name: [example for example in read(data, name) if example[0].strip() not in measured] for name in TRAIN}
