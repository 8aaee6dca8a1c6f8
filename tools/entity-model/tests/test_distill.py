"""The teacher's pieces and the batches with its probabilities. Needs no corpora."""

from __future__ import annotations

import math
import unittest

import numpy as np
import torch

from entitymodel import bert, distill
from entitymodel.labels import TAGS
from entitymodel.text import Example, words
from entitymodel.train import NO_WORD, Settings
from entitymodel.vocabulary import Vocabulary

PIECES = ["[PAD]", "[unused1]", *["-"] * 98, "[UNK]", "[CLS]", "[SEP]", "Anna", "Anna", "##s", "Web", "##er", ",", "Ann"]


class Pieces(unittest.TestCase):
    def setUp(self) -> None:
        self.tokenizer = bert.WordPiece(bert.WordPieces(PIECES))

    def split(self, text: str) -> list[tuple[str, str]]:
        return [(PIECES[piece], text[start:end]) for piece, start, end in self.tokenizer.encode(text)]

    def test_are_the_longest_known_ones_with_their_places(self) -> None:
        self.assertEqual(
            self.split("Annas  Weber"), [("Anna", "Anna"), ("##s", "s"), ("Web", "Web"), ("##er", "er")]
        )

    def test_separate_punctuation_and_mark_a_run_of_line_breaks_once(self) -> None:
        self.assertEqual(
            self.split("Anna,\n\nAnna"), [("Anna", "Anna"), (",", ","), ("[unused1]", ""), ("Anna", "Anna")]
        )

    def test_are_unknown_for_a_word_with_an_unknown_part(self) -> None:
        self.assertEqual(self.split("Annax"), [("[UNK]", "Annax")])
        self.assertEqual(self.split("A" * 200), [("[UNK]", "A" * 200)])


class Index(unittest.TestCase):
    def test_yields_keys_that_share_their_beginning(self) -> None:
        block = bytes([0, 3, 1]) + b"abc" + b"1" + bytes([2, 1, 2]) + b"d" + b"23" + bytes(4) + bytes([1, 0, 0, 0])
        self.assertEqual(list(bert._entries(block, 0, len(block))), [(b"abc", b"1"), (b"abd", b"23")])

    def test_reads_shape_offset_and_size_of_a_tensor(self) -> None:
        message = bytes([0x12, 8, 0x12, 2, 8, 5, 0x12, 2, 8, 7, 0x20, 0x96, 1, 0x28, 12])
        place = bert._place(message)
        self.assertEqual((place.shape, place.offset, place.size), ([5, 7], 150, 12))


class Batches(unittest.TestCase):
    def test_contain_the_probabilities_of_each_word_or_nan(self) -> None:
        pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁Anna", "▁called"]
        vocabulary = Vocabulary(pieces, [-1] * len(pieces), {}, bos=0, pad=1, eos=2, unk=3)
        example = Example("Anna called", [(0, 4, "PERSON")], frozenset())
        self.assertEqual(len(words(example.text)), 2)
        told = np.full((2, len(TAGS)), math.log(1 / len(TAGS)), np.float16)
        unknown = np.full((2, len(TAGS)), np.nan, np.float16)
        feed = distill.LabelledFeed([(example, told), (example, unknown)], vocabulary, Settings(1, 1, batch=8))
        batch, probabilities = next(feed.run())
        tagged = batch.tags != NO_WORD
        self.assertEqual(int(tagged.sum()), 4)
        rows = probabilities[tagged]
        self.assertEqual(int(rows[:, 0].isnan().sum()), 2)
        self.assertTrue(torch.allclose(rows[~rows[:, 0].isnan()].exp().sum(-1), torch.ones(2), atol=1e-2))


if __name__ == "__main__":
    unittest.main()
