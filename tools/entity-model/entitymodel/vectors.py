"""Writes test vectors for another implementation of the tokenizer and the decoder.

usage: python -m entitymodel.vectors VOCABULARY_FOLDER DATA_FOLDER OUT_FOLDER
writes OUT_FOLDER/tokenizer-vectors.jsonl.gz   generated texts with pieces, words and windows
       OUT_FOLDER/decoding-vectors.jsonl.gz    generated texts with generated scores and the resulting spans
VOCABULARY_FOLDER holds the shipped vocabulary.json.gz; offsets are UTF-16 code units.
"""

from __future__ import annotations

import gzip
import json
import pathlib
import random
import sys
from typing import Any

import numpy as np

from . import corpora
from .casing import noise
from .decode import Scored, best_tags
from .evaluate import open_vocabulary
from .generator import Generator
from .labels import CLASSES, OUTSIDE, TAGS, begins, goes_on
from .names import Names
from .places import Places
from .tables import Tables
from .text import Example, words
from .tokenizer import Tokenizer
from .windows import windows

TOKENIZER_TEXTS, DECODING_TEXTS, SEED = 2000, 300, 7
_FILLERS = {
    language: [Example(text, [], frozenset()) for text in texts]
    for language, texts in {
        "de": ["Das Wetter ist heute schön, und morgen soll es regnen.", "Die Sitzung beginnt um 9 Uhr."],
        "en": ["The weather is fine today and it may rain tomorrow.", "The meeting starts at nine."],
    }.items()
}
_PHRASES = {"de": ["Rechnung", "Neue Straße", "Wetter"], "en": ["Invoice", "New Road", "Weather"]}
_FIXED = [
    "",
    " ",
    "\n",
    "\n\n\n",
    "a",
    "\u00e4",
    "A\nB",
    "\n\nA\n\n\nB\n",
    "A \n B",
    "A\r\nB\r\n\r\nC",
    "A\rB",
    "A\tB",
    "A\u00a0B\u2003C\u3000D",
    "A\u2028B\u2029C",
    "A\u200bB\u200dC\ufeffD",
    "A\x00B\x01C\x1fD\x7fE\x85F",
    "\ufffd",
    "x\ufffdy",
    "\u2581",
    "a\u2581b \u2581c",
    "....",
    "......",
    "----====____",
    "e\u0301 a\u0308 n\u0303 Mu\u0308ller",
    "\ufb01n \ufb02at \u2460 \u33a1 \uff21\uff22\uff23 \uff11\uff12",
    "\u00bd \u00b2 \u00b3 \u2122 \u00ae \u20ac \u00a3",
    "Stra\u00dfe STRASSE \u1e9e",
    "\u0130stanbul \u0131\u015f\u0131k",
    "\U0001f600",
    "Hi \U0001f600Anna\U0001f44d\U0001f3fd!",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Family",
    "\U0001d400\U0001d401 \U0001f1e9\U0001f1ea",
    "\u05e9\u05dc\u05d5\u05dd \u05d3\u05d5\u05d3",
    "\u0645\u0631\u062d\u0628\u0627 \u0623\u062d\u0645\u062f",
    "\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432",
    "\u5f20\u4f1f\u548c\u674e\u5a1c",
    "\u7530\u4e2d\u3055\u3093 Tanaka",
    "\uae40\ubbfc\uc900",
    "\u0928\u092e\u0938\u094d\u0924\u0947 \u0930\u093e\u0939\u0941\u0932",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "a" * 1000,
    "Donaudampfschifffahrtsgesellschaftskapit\u00e4n" * 20,
    "\u00e4\u00f6\u00fc" * 300,
    "\U0001f600" * 250,
    "x" * 199,
    "x " * 199,
    "x " * 200,
    "x " * 201,
    "x\n" * 300,
    "Anna. " * 150,
    "Anna " * 450,
    "Anna\n" * 450,
    "Anna,Berta;" * 200,
    ("Hans M\u00fcller wohnt in K\u00f6ln. " * 8 + "\n") * 12,
    "1234567890" * 60,
    "\u202eabc\u202c def",
    "a\u0300\u0301\u0302\u0303" * 40,
    "O'Neill O\u2019Neill O`Neill d'Arc",
    "l\u2019\u00e9cole \u00ab\u00a0oui\u00a0\u00bb",
    "Jean-Luc\u2010Marie\u2011Anne\u2013Eva\u2014Ute",
    "anna_maria.schmidt@example.com",
    "https://example.com/a?b=c&d=%20#e",
    '{"a": [1, 2.5e-3, null]}',
    "if (a<=b) { c++; }",
    "C:\\Users\\anna\\x.txt",
    "\u2026\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a",
    "\u00ad soft\u00adhyphen",
    "\ue000 private \uf8ff",
    "\u0378 unassigned",
]
_ODD = list("\u00a0\u200b\u200d\ufeff\u0301\u0308\x00\ufffd\u2581\t\r\n\u2028 ") + [
    "\U0001f600",
    "\U0001f468\u200d\U0001f469",
    "\u05d0\u05d1",
    "\u0639\u0644\u064a",
    "\u5f20",
    "\uac00",
    "\uff21",
    "\ufb01",
    "\u00bd",
    "\u0130",
]


def _texts(data: pathlib.Path, rng: random.Random) -> list[str]:
    names, places = Names(data, rng), Places(data, rng)
    generator, tables = Generator(names, places, rng, _FILLERS, _PHRASES), Tables(names, places, rng)

    def document() -> Example:
        return tables.document() if rng.random() < 0.2 else generator.document(rng.choice(["de", "en"]))

    texts = list(_FIXED)
    while len(texts) < TOKENIZER_TEXTS:
        text = document().text
        if rng.random() < 0.15:
            text = "\n".join([text] + [document().text for _ in range(rng.randrange(4, 12))])
        text = noise(Example(text, [], frozenset()), rng).text
        if rng.random() < 0.3:
            for _ in range(rng.randrange(1, 6)):
                at = rng.randrange(len(text) + 1)
                text = text[:at] + rng.choice(_ODD) + text[at:]
        texts.append(text)
    return texts


def _tokenizer_vector(text: str, tokenizer: Tokenizer) -> dict[str, Any]:
    pieces = tokenizer.encode(text)
    parts, text_words = windows(tokenizer, text)
    ranges = corpora.to_utf16(text, [(start, end) for _, start, end in pieces])
    return {
        "text": text,
        "ids": [piece for piece, _, _ in pieces],
        "starts": [start for start, _ in ranges],
        "ends": [end for _, end in ranges],
        "words": corpora.to_utf16(text, text_words),
        "windows": [{"length": len(part.ids), "tagged": part.tagged} for part in parts],
    }


def _scores(rng: random.Random) -> list[float]:
    """Returns the scores of one word: often outside, otherwise one clearly dominant class."""
    likely = rng.randrange(len(CLASSES))
    row = [rng.gauss(-2, 1) for _ in TAGS]
    row[OUTSIDE] = rng.gauss(0, 2)
    row[begins(CLASSES[likely])], row[goes_on(CLASSES[likely])] = rng.gauss(0, 2), rng.gauss(0.5, 2)
    return [round(value, 3) for value in row]


def _decoding_vector(text: str, rng: random.Random) -> dict[str, Any]:
    scored = Scored(text, words(text), np.array([_scores(rng) for _ in words(text)]))
    spans = scored.spans()
    places = corpora.to_utf16(text, [(start, end) for start, end, _ in spans])
    return {
        "text": text,
        "scores": scored.scores.tolist(),
        "tags": best_tags(scored.scores),
        "spans": [[start, end, label] for (start, end), (_, _, label) in zip(places, spans)],
    }


def _write(rows: list[dict[str, Any]], path: pathlib.Path) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(path.name, len(rows), "rows", path.stat().st_size, "bytes")


def main(folder: pathlib.Path, data: pathlib.Path, out: pathlib.Path) -> None:
    rng = random.Random(SEED)
    tokenizer = Tokenizer(open_vocabulary(folder))
    texts = _texts(data, rng)
    _write([_tokenizer_vector(text, tokenizer) for text in texts], out / "tokenizer-vectors.jsonl.gz")
    # Only generated texts, because each of their words has a score.
    short = [text for text in texts[len(_FIXED) :] if len(text) < 600]
    _write([_decoding_vector(text, rng) for text in short[:DECODING_TEXTS]], out / "decoding-vectors.jsonl.gz")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(pathlib.Path, sys.argv[1:]))
