"""Reads the piece vocabulary, and reduces the multilingual one to the pieces of the supported languages and names."""

from __future__ import annotations

import dataclasses
import json
import pathlib

# Scores are stored as whole multiples of this log-probability, so that sums are exact in every programming language.
SCORE_UNIT = 1e-5


@dataclasses.dataclass
class Vocabulary:
    pieces: list[str]
    scores: list[int]  # multiples of SCORE_UNIT
    normalization: dict[str, str]  # one character -> its replacement (possibly empty)
    bos: int
    pad: int
    eos: int
    unk: int

    @property
    def newline(self) -> int:
        """Returns the piece of a run of line breaks inside a text."""
        return self.eos

    @property
    def unk_score(self) -> int:
        """Returns the score of an unknown character: 10 below the least likely piece."""
        return min(self.scores) - round(10 / SCORE_UNIT)

    def select(self, keep: list[int]) -> Vocabulary:
        """Returns the vocabulary with only the pieces `keep`, in that order."""
        new = {old: i for i, old in enumerate(keep)}
        return Vocabulary(
            [self.pieces[i] for i in keep],
            [self.scores[i] for i in keep],
            self.normalization,
            new[self.bos],
            new[self.pad],
            new[self.eos],
            new[self.unk],
        )

    def save(self, path: pathlib.Path) -> None:
        path.write_text(json.dumps(dataclasses.asdict(self), ensure_ascii=False), encoding="utf-8")

    @staticmethod
    def load(path: pathlib.Path) -> Vocabulary:
        return Vocabulary(**json.loads(path.read_text(encoding="utf-8")))
