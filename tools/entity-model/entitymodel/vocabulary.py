"""The piece vocabulary: its file, and cutting the multilingual one down to what English, German and names need."""

from __future__ import annotations

import dataclasses
import json
import pathlib

SCORE_UNIT = 1e-5  # scores are kept as whole multiples of this log-probability: sums are exact in every language


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
        """The piece that stands for a run of line breaks inside a text."""
        return self.eos

    @property
    def unk_score(self) -> int:
        """Score of one unknown character: 10 below the least likely piece."""
        return min(self.scores) - round(10 / SCORE_UNIT)

    def select(self, keep: list[int]) -> Vocabulary:
        """The vocabulary with the pieces `keep` alone, in that order."""
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
