"""Converts a text to the network's input: windows of pieces, and for each word the piece with its tag."""

from __future__ import annotations

import bisect
import dataclasses
import random
from collections.abc import Sequence

import numpy as np

from .text import Span, words
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary

WINDOW = 200  # maximum number of pieces, without bos and eos
_SENTENCE_ENDS = ".!?"
_BLANKS = " \n"


@dataclasses.dataclass
class Window:
    ids: list[int]  # pieces, without bos and eos
    tagged: list[tuple[int, int]]  # (index of a word in the text, index in `ids` of the piece that carries its tag)


def _carriers(pieces: list[tuple[int, int, int]], text_words: list[Span]) -> list[int]:
    """Returns for each word the first piece that covers its first character; -1 if it normalizes to nothing."""
    carriers, at = [], 0
    for start, _ in text_words:
        while at < len(pieces) and pieces[at][2] <= start:
            at += 1
        carriers.append(at if at < len(pieces) and pieces[at][1] <= start else -1)
    return carriers


def _cut(text: str, pieces: list[tuple[int, int, int]], newline: int, start: int) -> int:
    """Returns the end of the window that starts with piece `start`. The rest is divided into as few windows as possible
    of similar length, so that they can be batched. The end is the last line break around that length, else the last
    sentence
    end there, else the last blank, else the maximum length of a window."""
    left = len(pieces) - start
    alike = -(-left // -(-left // WINDOW))
    latest = start + min(WINDOW, alike + alike // 8)

    def follows_blank(piece: int) -> bool:
        source = pieces[piece][1]
        return source > 0 and text[source - 1] in _BLANKS

    for piece in range(latest, start + alike // 2, -1):
        if pieces[piece][0] == newline:
            return piece
    for piece in range(latest, start + alike // 2, -1):
        if follows_blank(piece) and pieces[piece][1] > 1 and text[pieces[piece][1] - 2] in _SENTENCE_ENDS:
            return piece
    for piece in range(latest, start + 1, -1):
        if follows_blank(piece):
            return piece
    return latest


def windows(tokenizer: Tokenizer, text: str) -> tuple[list[Window], list[Span]]:
    """Returns the windows in order and the words of the text."""
    pieces, text_words = tokenizer.encode(text), words(text)
    carriers = _carriers(pieces, text_words)
    cuts = [0]
    while len(pieces) - cuts[-1] > WINDOW:
        cuts.append(_cut(text, pieces, tokenizer.newline, cuts[-1]))
    cuts.append(len(pieces))
    out = [Window([piece for piece, _, _ in pieces[start:end]], []) for start, end in zip(cuts, cuts[1:])]
    for word, carrier in enumerate(carriers):
        if carrier >= 0:
            window = bisect.bisect_right(cuts, carrier, hi=len(cuts) - 1) - 1
            out[window].tagged.append((word, carrier - cuts[window]))
    return [window for window in out if window.ids], text_words


def batches(lengths: Sequence[int], budget: int, rng: random.Random | None = None) -> list[list[int]]:
    """Groups indices by similar length within a padded size of `budget` pieces; with `rng` in random order."""

    def key(i: int) -> float:
        return lengths[i] + (rng.random() * 3 if rng else 0)

    out: list[list[int]] = [[]]
    widest = 0
    for i in sorted(range(len(lengths)), key=key):
        widest = max(widest, lengths[i] + 2)
        if out[-1] and widest * (len(out[-1]) + 1) > budget:
            out.append([])
            widest = lengths[i] + 2
        out[-1].append(i)
    if rng:
        rng.shuffle(out)
    return [batch for batch in out if batch]


def pack(sequences: list[list[int]], vocabulary: Vocabulary) -> np.ndarray:
    """Returns piece ids [batch, longest + 2] int64: bos, pieces, eos, padding."""
    ids = np.full((len(sequences), max(map(len, sequences)) + 2), vocabulary.pad, np.int64)
    for row, sequence in enumerate(sequences):
        ids[row, : len(sequence) + 2] = [vocabulary.bos, *sequence, vocabulary.eos]
    return ids
