"""Checks of the network's parts with random weights: python -m unittest discover tests"""

from __future__ import annotations

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import numpy as np
import onnx
import onnxruntime
import torch

from entitymodel import average, export, labels, network, train, vocabulary

PIECES = vocabulary.Vocabulary(["<s>", "<pad>", "</s>", "<unk>", *"abcdefgh"], [0] * 12, {}, 0, 1, 2, 3)


class Network(unittest.TestCase):
    def test_the_lower_part_of_a_deep_network_is_a_network(self) -> None:
        deep = network.Tagger(12, 16, 12).eval()
        lower = network.Tagger(12, 16, network.EXIT).eval()
        lower.load_state_dict(network.lower_weights(deep.state_dict()))
        ids = torch.tensor([[0, 4, 5, 2]])
        self.assertTrue(torch.equal(deep(ids, None, True)[0], lower(ids, None, False)[0]))


class Gating(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(2)
        self.tagger = network.Tagger(12, 16, network.EXIT).eval()
        torch.nn.init.zeros_(self.tagger.word.weight)
        self.ids = torch.tensor([[0, 4, 5, 6, 7, 8, 9, 2]])

    def gate(self, bias: float) -> network.Gate:
        gate = network.Gate()
        torch.nn.init.zeros_(gate.score.weight)
        torch.nn.init.constant_(gate.score.bias, bias)
        return gate

    def shipped(self, gate: network.Gate | None) -> np.ndarray:
        numbers = {name: value.detach().numpy() for name, value in self.tagger.state_dict().items()}
        own = gate and {name: value.detach().numpy() for name, value in gate.state_dict().items()}
        model = export.build(numbers, network.EXIT, "exit", own)
        session = onnxruntime.InferenceSession(model.SerializeToString())
        return session.run(["logits"], {"input_ids": self.ids.numpy().astype(np.int32)})[0]

    def test_leaves_the_network_as_it_is_where_all_is_open(self) -> None:
        seen = self.tagger.early(self.ids, None)
        opened = self.gate(1).open_pieces(seen, None)
        self.assertTrue(bool(opened.all()))
        whole = self.tagger(self.ids, None, False)[0]
        self.assertTrue(torch.allclose(self.tagger.late(seen, None, opened), whole, atol=1e-5))
        np.testing.assert_allclose(self.shipped(self.gate(1)), self.shipped(None), atol=1e-3)

    def test_says_outside_of_what_is_closed(self) -> None:
        scores = self.shipped(self.gate(-1))
        self.assertTrue((scores[0, 1:].argmax(-1) == labels.OUTSIDE).all())

    def test_opens_what_stands_beside(self) -> None:
        gate = self.gate(0)
        gate.forward = lambda x: torch.tensor([[-1.0, -1, -1, -1, 1, -1, -1, -1]])
        opened = gate.open_pieces(torch.zeros(1, 8, network.HIDDEN), None)
        self.assertEqual(opened[0].tolist(), [True, False, False, True, True, True, False, False])


class Averaging(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.shipped, self.trained = (network.Tagger(8, 16, network.EXIT) for _ in range(2))
        for tagger in (self.shipped, self.trained):
            torch.nn.init.zeros_(tagger.word.weight)

    def ship(self, gate: network.Gate | None) -> pathlib.Path:
        weights, own = (
            part and {name: value.detach().numpy() for name, value in part.state_dict().items()}
            for part in (self.shipped, gate)
        )
        onnx.save(export.build(weights, network.EXIT, "exit", own), self.folder / "entities.onnx")
        return self.folder / "entities.onnx"

    def assert_close(self, given: torch.Tensor, expected: torch.Tensor, name: str) -> None:
        self.assertTrue(torch.allclose(given, expected, atol=0.01 * float(expected.abs().max()) + 1e-7), name)

    def test_a_network_that_shipped_has_its_share_of_all_but_the_table_with_a_gate_and_without(self) -> None:
        torch.save({"tagger": self.trained.state_dict()}, self.folder / "trained.pt")
        for gate in (None, network.Gate()):
            average.average(self.folder / "mean.pt", {self.folder / "trained.pt": 0.25, self.ship(gate): 0.75})
            mean = torch.load(self.folder / "mean.pt", weights_only=True)["tagger"]
            for name, value in self.trained.state_dict().items():
                other = value if name.startswith("word") else self.shipped.state_dict()[name]
                self.assert_close(mean[name], 0.25 * value + 0.75 * other, name)

    def test_training_begins_with_a_network_that_shipped(self) -> None:
        train.start_from(self.trained, self.ship(network.Gate()))
        for name, value in self.trained.state_dict().items():
            self.assert_close(value, self.shipped.state_dict()[name], name)


class MarginalLoss(unittest.TestCase):
    def test_is_the_cross_entropy_where_one_tag_is_allowed(self) -> None:
        scores = torch.randn(5, len(labels.TAGS))
        tags = torch.tensor([0, 3, 1, 22, 4])
        expected = torch.nn.functional.cross_entropy(scores, tags)
        self.assertTrue(torch.allclose(train.marginal_loss(scores, 1 << tags), expected, atol=1e-5))

    def test_says_nothing_of_a_word_that_may_be_anything(self) -> None:
        scores = torch.randn(3, len(labels.TAGS), requires_grad=True)
        loss = train.marginal_loss(scores, torch.full((3,), labels.ALL))
        loss.backward()
        self.assertAlmostEqual(loss.item(), 0, places=5)
        self.assertLess(float(scores.grad.abs().max()), 1e-6)


class Dropout(unittest.TestCase):
    def test_drops_a_tenth_and_keeps_the_mean(self) -> None:
        torch.manual_seed(1)
        given = torch.ones(100, 999)
        dropped = network.Dropout().train()(given)
        self.assertAlmostEqual(float((dropped == 0).float().mean()), 26 / 256, places=2)
        self.assertAlmostEqual(float(dropped.mean()), 1, places=2)
        self.assertTrue(torch.equal(network.Dropout().eval()(given), given))


class HidingWords(unittest.TestCase):
    def test_hides_whole_words_and_nothing_else(self) -> None:
        # Words of two pieces, a line break between them, padding behind.
        ids = torch.tensor([[0, 4, 5, 6, 7, 2, 8, 9, 2, 1]] * 200)
        tags = torch.full_like(ids, train.NO_WORD)
        tags[:, [1, 3, 6]] = 1
        hidden = train.hide_words(train.Batch(ids, ids != 1, tags), 1.0, PIECES)
        for first, second in ((1, 2), (3, 4), (6, 7)):
            gone = hidden[:, first] == PIECES.unk
            self.assertTrue(torch.equal(gone, hidden[:, second] == PIECES.unk))
            self.assertTrue(0 < int(gone.sum()) < 100)
        self.assertTrue(torch.equal(hidden[:, [0, 5, 8, 9]], ids[:, [0, 5, 8, 9]]))

    def test_hides_nothing_where_no_window_is_chosen(self) -> None:
        ids = torch.tensor([[0, 4, 5, 2]])
        tags = torch.tensor([[train.NO_WORD, 1, 2, train.NO_WORD]])
        self.assertTrue(torch.equal(train.hide_words(train.Batch(ids, ids != 1, tags), 0.0, PIECES), ids))


if __name__ == "__main__":
    unittest.main()
