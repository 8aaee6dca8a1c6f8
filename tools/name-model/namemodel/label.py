"""Names that a trained model is sure of in unlabelled text, as text to train on (self-training).

usage: python -m namemodel.label MODEL_FOLDER DATA_FOLDER OUT_FILE [TEXTS]     (TEXTS: at most so many of each file)

What is written has the form of a corpus: gzip JSON lines with UTF-16 offsets. A paragraph that holds one doubtful word
is left out, and neighbours that stay are kept together, so that a greeting keeps its signature (Xie et al. 2020,
"Self-training with Noisy Student": the teacher reads clean text, the noise is added when the student reads it).
"""

from __future__ import annotations

import gzip
import json
import pathlib
import re
import sys
from collections.abc import Iterator

import numpy as np

from . import corpora
from .decode import Scorer, best_tags
from .evaluate import open_model, open_vocabulary
from .text import Example, Span, clean, spans_of
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary
from .windows import pack, windows

FILES = ["unlabelled/codealltag_s_rest.de.unlabelled", "unlabelled/codealltag_xl_finance.de.unlabelled"]
SURE = 0.95  # probability that the likeliest class of every word of a paragraph must have
LONGEST = 900  # characters of one piece of text
_BETWEEN_PARAGRAPHS = re.compile(r"\n\s*\n")


def _read(text: str, scorer: Scorer, tokenizer: Tokenizer, vocabulary: Vocabulary) -> tuple[list[Span], list[Span]]:
    """-> (spans of names, spans of the words of which the model is not sure)"""
    parts, text_words = windows(tokenizer, text)
    scores_of: dict[int, np.ndarray] = {}
    for part in parts:
        (scores,) = scorer(pack([part.ids], vocabulary))
        scores_of.update((word, scores[at + 1]) for word, at in part.tagged)
    scored = sorted(scores_of)
    doubtful = []
    for word in scored:
        odds = np.exp(scores_of[word] - scores_of[word].max())
        if odds.max() / odds.sum() < SURE:
            doubtful.append(text_words[word])
    tags = best_tags([scores_of[word] for word in scored])
    return clean(text, spans_of([text_words[word] for word in scored], tags)), doubtful


def _sure_parts(text: str, doubtful: list[Span]) -> Iterator[Span]:
    """Runs of paragraphs without a doubtful word, each at most LONGEST characters where its paragraphs allow it."""
    run: Span | None = None
    at = 0
    for between in [*_BETWEEN_PARAGRAPHS.finditer(text), None]:
        start, end = at, between.start() if between else len(text)
        at = between.end() if between else len(text)
        sure = not any(start <= word < end for word, _ in doubtful)
        if run and (not sure or end - run[0] > LONGEST):
            yield run
            run = None
        if sure:
            run = (run[0] if run else start, end)
    if run:
        yield run


def label(texts: list[str], scorer: Scorer, tokenizer: Tokenizer, vocabulary: Vocabulary) -> Iterator[Example]:
    for text in texts:
        spans, doubtful = _read(text, scorer, tokenizer, vocabulary)
        for start, end in _sure_parts(text, doubtful):
            inside = [(a - start, b - start) for a, b in spans if start <= a and b <= end]
            if end - start > 20:
                yield text[start:end], inside


def main() -> None:
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    folder, data, out = map(pathlib.Path, sys.argv[1:4])
    vocabulary, most = open_vocabulary(folder), int(sys.argv[4]) if len(sys.argv) == 5 else None
    scorer, tokenizer = open_model(folder), Tokenizer(vocabulary)
    texts = [document["text"] for name in FILES for document in corpora.read_raw(data, name)[:most]]
    written = people = 0
    with gzip.open(out, "wt", encoding="utf-8") as file:
        for text, spans in label(texts, scorer, tokenizer, vocabulary):
            written, people = written + 1, people + len(spans)
            found = [{"start": a, "end": b, "label": "PERSON"} for a, b in corpora.to_utf16(text, spans)]
            file.write(json.dumps({"text": text, "spans": found}, ensure_ascii=False) + "\n")
    print(f"{len(texts)} texts: {written} pieces of text with {people} people")


if __name__ == "__main__":
    main()
