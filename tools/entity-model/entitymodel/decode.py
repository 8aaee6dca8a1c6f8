"""Converts class scores to spans: the best allowed sequence of tags, then spans with clean edges."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from .labels import TAGS
from .text import Marked, Span, clean, spans_of
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary
from .windows import pack, windows

FORBIDDEN = -1e9


def _may_follow(before: str, tag: str) -> bool:
    """Returns whether a tag may follow another: I continues only a span of its own class."""
    return not tag.startswith("I-") or before[1:] == tag[1:]


# Added to the sums: a text does not start inside a span; transitions are [from][to].
INITIAL = np.array([FORBIDDEN if tag.startswith("I-") else 0.0 for tag in TAGS])
TRANSITIONS = np.array([[0.0 if _may_follow(before, tag) else FORBIDDEN for tag in TAGS] for before in TAGS])
_BIASES = {"B-PERSON": 0.7, "B-REF": 0.5}  # chosen on DEV: recall first where it protects (MODEL_CARD.md)
BIAS = [_BIASES.get(tag, 0.0) for tag in TAGS]  # added to each word's scores

Scorer = Callable[[np.ndarray], np.ndarray]
"""ids [1, length] of one window -> scores [1, length, tags]"""


def best_tags(scores: Sequence[Sequence[float]], bias: Sequence[float] = BIAS) -> list[int]:
    """Returns the best tags by Viterbi over the words of a text; of equal sums the lower tag wins."""
    if not len(scores):
        return []
    own, back = np.asarray(scores, np.float64) + np.array(bias), list[np.ndarray]()
    sums = INITIAL + own[0]
    for row in own[1:]:
        through = sums[:, None] + TRANSITIONS
        before = through.argmax(0)
        sums = through[before, np.arange(len(TAGS))] + row
        back.append(before)
    tags = [int(sums.argmax())]
    for before in reversed(back):
        tags.append(int(before[tags[-1]]))
    return tags[::-1]


@dataclasses.dataclass
class Scored:
    """The words of a text that have scores, with their scores."""

    text: str
    words: list[Span]
    scores: np.ndarray  # [words, tags]

    def spans(self, bias: Sequence[float] = BIAS) -> list[Marked]:
        """Returns the spans in code points."""
        return clean(self.text, spans_of(self.words, best_tags(self.scores, bias)))


def read(text: str, scorer: Scorer, tokenizer: Tokenizer, vocabulary: Vocabulary) -> Scored:
    """Scores the words of a text. Words that normalize to nothing have no scores and are skipped."""
    parts, spans = windows(tokenizer, text)
    rows: dict[int, np.ndarray] = {}
    for part in parts:
        (scores,) = scorer(pack([part.ids], vocabulary))
        rows.update((word, scores[at + 1]) for word, at in part.tagged)
    scored = sorted(rows)
    return Scored(text, [spans[word] for word in scored], np.array([rows[word] for word in scored]))
