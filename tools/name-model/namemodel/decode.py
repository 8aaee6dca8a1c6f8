"""From class scores to spans: the best allowed sequence of tags, then spans, then clean edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .text import Span, clean, spans_of
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary
from .windows import pack, windows

FORBIDDEN = -1e9
INITIAL = [0.0, 0.0, FORBIDDEN]  # a text does not begin inside a name
TRANSITIONS = [[0.0, 0.0, FORBIDDEN], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]  # [from][to]: no I after O
BIAS = [0.0, 0.0, 0.0]  # added to each word's scores

Scorer = Callable[[np.ndarray], np.ndarray]
"""ids [1, length] of one window -> scores [1, length, 3]"""


def best_tags(scores: Sequence[Sequence[float]]) -> list[int]:
    """Viterbi over the words of a text; of equal sums the lower class wins."""
    if not scores:
        return []
    classes = range(len(BIAS))
    sums = [INITIAL[c] + float(scores[0][c]) + BIAS[c] for c in classes]
    back: list[list[int]] = []
    for row in scores[1:]:
        before = [max(classes, key=lambda b, c=c: sums[b] + TRANSITIONS[b][c]) for c in classes]
        sums = [sums[before[c]] + TRANSITIONS[before[c]][c] + float(row[c]) + BIAS[c] for c in classes]
        back.append(before)
    tag = max(classes, key=lambda c: sums[c])
    tags = [tag]
    for before in reversed(back):
        tag = before[tag]
        tags.append(tag)
    return tags[::-1]


def predict(texts: Sequence[str], scorer: Scorer, tokenizer: Tokenizer, vocabulary: Vocabulary) -> list[list[Span]]:
    """Spans of every text, in code points."""
    text_words: list[list[Span]] = []
    word_scores: list[dict[int, np.ndarray]] = []
    for text in texts:
        parts, spans = windows(tokenizer, text)
        text_words.append(spans)
        word_scores.append({})
        for part in parts:
            (scores,) = scorer(pack([part.ids], vocabulary))
            word_scores[-1].update((word, scores[at + 1]) for word, at in part.tagged)
    out: list[list[Span]] = []
    for text, spans, scores_of in zip(texts, text_words, word_scores):
        # Words of which normalization leaves nothing have no scores and are passed over.
        scored = sorted(scores_of)
        tags = best_tags([scores_of[word] for word in scored])
        out.append(clean(text, spans_of([spans[word] for word in scored], tags)))
    return out
