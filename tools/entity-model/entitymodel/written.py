"""Reads texts with inline marks: `texts/LANGUAGE.txt`.

Each text follows a line `=== LANGUAGE GENRE`. A mark is `⟦LABEL|text⟧`, never nested; every value of the kinds in TYPES
is marked.

usage: python -m entitymodel.written FILE [...]   counts marks and reports inconsistent ones
"""

from __future__ import annotations

import collections
import dataclasses
import pathlib
import re
import sys

from . import labels
from .text import Example, Marked

# The labels that these texts mark completely.
TYPES = [
    *("PERSON", "ORG", "LOC", "ADDRESS", "DOB", "DATE", "PRODUCT", "EMAIL", "PHONE", "URL", "IP", "USERNAME", "IBAN"),
    *("CARD", "TAXID", "SSN", "IDNUM", "PLATE", "REF", "SECRET"),
]
LABELS = {*TYPES, "ROLE"}
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl", "pt")
_HEAD = re.compile(r"^=== ([a-z]{2}) (.+)$", re.MULTILINE)
_MARK = re.compile(r"⟦([A-Z]+)\|([^⟦⟧]*)⟧")


class Malformed(ValueError):
    """A text with malformed marks."""


@dataclasses.dataclass(frozen=True)
class Written:
    language: str
    genre: str
    text: str
    spans: list[Marked]


def parse(content: str) -> list[Written]:
    """Returns the texts of a file. Raises Malformed with the heading of the wrong text."""
    heads = list(_HEAD.finditer(content))
    ends = [*(head.start() for head in heads[1:]), len(content)]
    return [_read(head[1], head[2], content[head.end() : end].strip("\n")) for head, end in zip(heads, ends)]


def _read(language: str, genre: str, marked: str) -> Written:
    text, spans, at = "", list[Marked](), 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        label, inner = mark[1], mark[2]
        if label not in LABELS or inner != inner.strip() or inner == "":
            raise Malformed(f"{language} {genre}: {mark[0]}")
        spans.append((len(text), len(text) + len(inner), label))
        text += inner
        at = mark.end()
    text += marked[at:]
    if re.search("[⟦⟧]", text) or language not in LANGUAGES or text == "":
        raise Malformed(f"{language} {genre}: {text[:80]!r}")
    return Written(language, genre, text, spans)


def read(path: pathlib.Path) -> list[Example]:
    complete = labels.complete_classes(TYPES)
    texts = parse(path.read_text(encoding="utf-8"))
    return [
        Example(text.text, [span for span in text.spans if labels.is_marked(span[2])], complete) for text in texts
    ]


def unmarked(written: Written) -> list[str]:
    """Returns values that are marked in one place and unmarked in another, as whole words."""
    covered = [(start, end) for start, end, _ in written.spans]
    values = {written.text[start:end] for start, end, label in written.spans if label not in ("ROLE", "DATE")}
    found = []
    for value in sorted(values):
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", written.text):
            if not any(start < match.end() and match.start() < end for start, end in covered):
                found.append(value)
                break
    return found


def main() -> None:
    for path in map(pathlib.Path, sys.argv[1:]):
        texts = parse(path.read_text(encoding="utf-8"))
        counts = collections.Counter(label for text in texts for _, _, label in text.spans)
        print(f"{path.name}: {len(texts)} texts, {sum(len(text.text) for text in texts)} characters, {dict(counts)}")
        for text in texts:
            for value in unmarked(text):
                print(f"  {text.language} {text.genre}: {value!r} is also unmarked")


if __name__ == "__main__":
    main()
