"""Checks of the network's parts with random weights: python -m unittest discover tests"""

from __future__ import annotations

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import torch

from namemodel import network, train, vocabulary

PIECES = vocabulary.Vocabulary(["<s>", "<pad>", "</s>", "<unk>", *"abcdefgh"], [0] * 12, {}, 0, 1, 2, 3)


class Network(unittest.TestCase):
    def test_the_lower_part_of_a_deep_network_is_a_network(self) -> None:
        deep = network.Tagger(12, 16, 12).eval()
        lower = network.Tagger(12, 16, network.EXIT).eval()
        lower.load_state_dict(network.lower_weights(deep.state_dict()))
        ids = torch.tensor([[0, 4, 5, 2]])
        self.assertTrue(torch.equal(deep(ids, None, True)[0], lower(ids, None, False)[0]))


class HidingWords(unittest.TestCase):
    def test_hides_whole_words_and_nothing_else(self) -> None:
        # Words of two pieces, a line break between them, padding behind.
        ids = torch.tensor([[0, 4, 5, 6, 7, 2, 8, 9, 2, 1]] * 200)
        tags = torch.full_like(ids, train.IGNORED)
        tags[:, [1, 3, 6]] = 0
        hidden = train.hide_words(train.Batch(ids, ids != 1, tags), 1.0, PIECES)
        for first, second in ((1, 2), (3, 4), (6, 7)):
            gone = hidden[:, first] == PIECES.unk
            self.assertTrue(torch.equal(gone, hidden[:, second] == PIECES.unk))
            self.assertTrue(0 < int(gone.sum()) < 100)
        self.assertTrue(torch.equal(hidden[:, [0, 5, 8, 9]], ids[:, [0, 5, 8, 9]]))

    def test_hides_nothing_where_no_window_is_chosen(self) -> None:
        ids = torch.tensor([[0, 4, 5, 2]])
        tags = torch.tensor([[train.IGNORED, 0, 1, train.IGNORED]])
        self.assertTrue(torch.equal(train.hide_words(train.Batch(ids, ids != 1, tags), 0.0, PIECES), ids))


if __name__ == "__main__":
    unittest.main()
