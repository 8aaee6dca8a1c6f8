"""Reads the annotated corpora (UTF-16 offsets to code points) and defines the training and evaluation sets."""

from __future__ import annotations

import gzip
import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

from . import labels, written
from .text import Example, Marked, Span

_TEXTS = pathlib.Path(__file__).parent.parent / "texts"

# How much of each training file one round reads, in shares of the file.
AMOUNT = {
    "authored.de.train": 1.5,
    "authored.en.train": 1.5,
    "authored.es.train": 1.5,
    "authored.fr.train": 1.5,
    "authored.it.train": 1.5,
    "authored.nl.train": 1.5,
    "authored.pl.train": 1.5,
    "authored.pt.train": 1.5,
    "biofid.de.all": 0.1,
    "btc.en.train": 0.7,
    "crossner.en.dev": 0.3,
    "crossner.en.test": 0.3,
    "crossner.en.train": 0.4,
    "ctx_anon.en.all": 0.2,
    "echr_es.es.train": 0.25,
    "echr_fr.fr.train": 0.35,
    "europeana.de.all": 0.08,
    "europeana.nl.all": 0.06,
    "germeval2014.de.dev": 1,
    "gum.en.all": 0.2,
    "inlegal.en.all": 0.2,
    "lener_br.pt.train": 0.06,
    "ler.de.train": 0.25,
    "litbank.en.all": 0.15,
    "meddocan.es.train": 0.1,
    "mobie.de.train": 0.35,
    "multiconer1.de.train": 0.15,
    "multiconer1.en.train": 0.13,
    "multiconer1.es.train": 0.03,
    "multiconer1.nl.train": 0.04,
    "newseye.de.all": 0.06,
    "newseye.fr.all": 0.1,
    "nlu_eval.en.train": 0.15,
    "pii_anon.mul.train": 0.15,
    "pii_nano.en.all": 1,
    "sec_fin.en.all": 0.15,
    "sgd.en.train": 0.35,
    "smartdata.de.train": 1.25,
    "soduco.fr.all": 0.04,
    "sonar.de.all": 0.2,
    "tweebank.en.dev": 0.5,
    "tweebank.en.train": 0.5,
    "uner_bosque.pt.train": 0.2,
    "uner_ewt.en.train": 0.35,
    "uner_ewt_email.en.train": 1,
    "uner_pud.de.test": 1,
    "uner_pud.en.test": 0.75,
    "uner_pud.pt.test": 0.4,
    "wikigold.en.all": 0.6,
    "wnut17.en.train": 1,
}
# How often a round reads the texts of this repository (`written`), by language.
WRITTEN = {"de": 3, "en": 3, "es": 3, "fr": 3, "it": 3, "nl": 3, "pl": 3, "pt": 3}
AMOUNT |= {f"written.{language}": amount for language, amount in WRITTEN.items()}
TRAIN = list(AMOUNT)
# Lower-case training files that get capitals: language, share of the lines.
TRUE_CASED = {"multiconer1.de.train": ("de", 0.75), "multiconer1.en.train": ("en", 0.65)}
# The sets of the quality goals, for which means are reported.
GOAL_EN = [
    "uner_ewt.en.dev",
    "uner_ewt_email.en.dev",
    "wnut17.en.dev",
    "btc.en.dev",
    "sgd.en.dev",
    "europarl_ner.en.test",
]
GOAL_DE = ["smartdata.de.test", "ler.de.dev", "europarl_ner.de.test"]
AUTHORED = [f"authored.{language}.dev" for language in ("de", "en", "es", "fr", "it", "nl", "pl", "pt")]
OTHER_DEV = [
    "multiconer1.en.dev",
    "mobie.de.dev",
    "multiconer1.de.dev",
    "uner_bosque.pt.dev",
    "lener_br.pt.dev",
    "echr_es.es.dev",
    "echr_fr.fr.dev",
    "meddocan.es.dev",
    "multiconer1.es.dev",
    "multiconer1.nl.dev",
]
DEV = GOAL_EN + GOAL_DE + AUTHORED + OTHER_DEV


def open_lines(path: pathlib.Path) -> Iterator[str]:
    """Yields the lines of a gzip or plain UTF-8 text file, without blank ones."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (line for line in file if line.strip())


def read_raw(data: pathlib.Path, name: str) -> list[dict[str, Any]]:
    """Returns the documents of one corpus unchanged (UTF-16 offsets)."""
    return [json.loads(line) for line in open_lines(data / f"{name}.jsonl.gz")]


def _utf16_positions(text: str) -> list[int]:
    """Returns the UTF-16 offset of every code point, and of the end."""
    positions = [0]
    for char in text:
        positions.append(positions[-1] + (2 if ord(char) > 0xFFFF else 1))
    return positions


def to_utf16(text: str, spans: list[Span]) -> list[Span]:
    """Converts code point spans to UTF-16 spans."""
    if all(ord(char) <= 0xFFFF for char in text):
        return spans
    positions = _utf16_positions(text)
    return [(positions[start], positions[end]) for start, end in spans]


def from_utf16(text: str, spans: list[Span]) -> list[Span]:
    """Converts UTF-16 spans to code point spans."""
    if all(ord(char) <= 0xFFFF for char in text):
        return spans
    index = {position: i for i, position in enumerate(_utf16_positions(text))}
    return [(index[start], index[end]) for start, end in spans]


# The text between the parts of an address that some corpora mark separately: "Calle Mayor 3, 28001 Madrid".
_BETWEEN_PARTS = re.compile(r",? ?")
_FOLLOWS = {"ADDRESS": {"ZIP", "LOC"}, "STREET": {"ZIP"}, "ZIP": {"LOC"}}


def _join_addresses(text: str, spans: list[Marked]) -> list[Marked]:
    """Joins street and number, zip and town of one line to one ADDRESS."""
    out: list[Marked] = []
    for start, end, label in spans:
        if out:
            first, last, before = out[-1]
            if label in _FOLLOWS.get(before, ()) and _BETWEEN_PARTS.fullmatch(text[last:start]):
                out[-1] = (first, end, "ADDRESS")
                continue
        out.append((start, end, label))
    return out


def typed_example(document: dict[str, Any]) -> Example:
    """Returns the document with its marks in code points. A mark takes precedence over an ignored range."""
    text = document["text"]
    marked = sorted((s["start"], s["end"], s["label"]) for s in document["spans"] if labels.is_marked(s["label"]))
    ignored = [(s["start"], s["end"], labels.IGNORED) for s in document.get("ignore", [])]
    free = [(a, b, label) for a, b, label in ignored if not any(a < end and start < b for start, end, _ in marked)]
    both = sorted(marked + free)
    places = from_utf16(text, [(start, end) for start, end, _ in both])
    spans = [(start, end, label) for (start, end), (_, _, label) in zip(places, both)]
    return Example(text, _join_addresses(text, spans), labels.complete_classes(document["types"]))


def read(data: pathlib.Path, name: str) -> list[Example]:
    if name.startswith("written."):
        return written.read(_TEXTS / f"{name.removeprefix('written.')}.txt")
    return [typed_example(document) for document in read_raw(data, name)]


def read_texts(data: pathlib.Path, name: str) -> list[str]:
    if name.startswith("written."):
        return [example.text for example in read(data, name)]
    return [document["text"] for document in read_raw(data, name)]


def read_training(data: pathlib.Path) -> dict[str, list[Example]]:
    """Returns every training corpus, without the lines that an evaluation set contains."""
    measured = {document["text"].strip() for name in DEV for document in read_raw(data, name)}
    return {name: [example for example in read(data, name) if example.text.strip() not in measured] for name in TRAIN}
