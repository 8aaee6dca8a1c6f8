"""Sentencepiece unigram pieces with exact source offsets, deterministic to the last tie (see FORMAT.md)."""

from __future__ import annotations

from .vocabulary import Vocabulary

METASPACE = "\u2581"
Piece = tuple[int, int, int]
_CACHE_LIMIT = 2_000_000


class Tokenizer:
    def __init__(self, vocabulary: Vocabulary) -> None:
        special = {vocabulary.bos, vocabulary.pad, vocabulary.eos, vocabulary.unk}
        self._ids = {piece: i for i, piece in enumerate(vocabulary.pieces) if piece and i not in special}
        self._scores = vocabulary.scores
        self._normalization = vocabulary.normalization
        self._unk = vocabulary.unk
        self.newline = vocabulary.newline
        self._unk_score = vocabulary.unk_score
        self._longest = max(map(len, self._ids))
        self._cache: dict[str, list[Piece]] = {}

    def _split(self, word: str) -> list[Piece]:
        """Returns the best split of one normalized word into (id, start, end): the highest sum of scores; of equal sums
        the split with the longest last piece, and so on to the front. Scores are integers, so sums are exact.
        """
        known = self._cache.get(word)
        if known is not None:
            return known
        ids, scores, unk_score, longest, size = self._ids, self._scores, self._unk_score, self._longest, len(word)
        best: list[int | None] = [None] * (size + 1)
        back: list[tuple[int, int]] = [(0, 0)] * (size + 1)
        best[0] = 0
        for start in range(size):
            base = best[start]
            assert base is not None  # the unknown piece reaches every position
            for end in range(start + 1, min(size, start + longest) + 1):
                piece = ids.get(word[start:end])
                if piece is None:
                    continue
                score, old = base + scores[piece], best[end]
                if old is None or score > old:
                    best[end], back[end] = score, (piece, start)
            score, old = base + unk_score, best[start + 1]
            if old is None or score > old:
                best[start + 1], back[start + 1] = score, (self._unk, start)
        pieces: list[Piece] = []
        end = size
        while end > 0:
            piece, start = back[end]
            pieces.append((piece, start, end))
            end = start
        pieces.reverse()
        if len(self._cache) < _CACHE_LIMIT:
            self._cache[word] = pieces
        return pieces

    def encode(self, text: str) -> list[Piece]:
        """Returns (id, start, end) of each piece, offsets in code points of `text`, without bos and eos. A run of line
        breaks
        is one newline piece of length zero, except at the start of the text."""
        pieces: list[Piece] = []
        word: list[str] = []
        source: list[int] = []

        def flush() -> None:
            if not word:
                return
            for piece, start, end in self._split(METASPACE + "".join(word)):
                # Character 0 is the metaspace, which has no source: character k of the word is source[k - 1].
                first = source[max(start - 1, 0)]
                pieces.append((piece, first, source[end - 2] + 1 if end >= 2 else first))
            word.clear()
            source.clear()

        normalization, newline = self._normalization, self.newline
        for i, char in enumerate(text):
            if char == "\n":
                flush()
                if pieces and pieces[-1][0] != newline:
                    pieces.append((newline, i, i))
                continue
            for normalized in normalization.get(char, char):
                if normalized == " ":
                    flush()
                else:
                    word.append(normalized)
                    source.append(i)
        flush()
        return pieces
