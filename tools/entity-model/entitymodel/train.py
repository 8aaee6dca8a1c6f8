"""Trains the tagger on the CPU, resumable by steps.

usage: python -m entitymodel.train --base FOLDER --data FOLDER --checkpoints FOLDER --steps N [--decay N] [...]

The learning rate rises over WARM_UP steps, stays, and falls linearly to zero over the last `--decay` steps.
`level.pt` is the checkpoint before it falls: copied to a new folder as `newest.pt`, it can be continued with more
`--steps`.
While the rate stays, the whole network is trained and its upper layers teach the lower ones; while it falls, only the
released lower ones are trained, in half the time.
Continues from the newest checkpoint in the folder.
SIGTERM saves a checkpoint and ends the program.
A checkpoint also holds the exponential moving average of the weights, which should be evaluated before the end.
"""

from __future__ import annotations

import argparse
import dataclasses
import pathlib
import random
import signal
import time
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from .average import read_back
from .labels import TAGS
from .mixture import Mixture
from .network import EXIT, Tagger, pretrained
from .text import allowed_tags
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary
from .windows import batches, pack, windows

WARM_UP = 200
NO_WORD = 0
AVERAGE_EVERY = 10


@dataclasses.dataclass(frozen=True)
class Settings:
    steps: int
    decay: int
    seed: int = 1
    batch: int = 2560  # padded pieces
    rate: float = 2e-4
    head_rate: float = 1e-3
    teaching: float = 1.0  # weight of the distillation from the upper layers to the lower ones
    average: float = 0.995  # decay of the average per step
    layers: int = EXIT
    masked: float = 0.0  # share of the windows with hidden words

    def is_falling(self, step: int) -> bool:
        return step >= self.steps - self.decay

    def level(self, step: int) -> float:
        """Returns the share of the full learning rate at `step` (from 0)."""
        return max(0.0, min(1.0, (step + 1) / WARM_UP, (self.steps - step) / self.decay))


HIDDEN_WORDS = 0.12  # share of the hidden words in such a window


@dataclasses.dataclass
class Batch:
    ids: Tensor  # [batch, length] int64
    mask: Tensor  # [batch, length] bool
    tags: Tensor  # [batch, length] int64: the tags that are allowed, as bits; NO_WORD if no word starts there


class Feed:
    """Yields batches endlessly, round after round; `position` can be saved and resumed."""

    def __init__(self, mixture: Mixture, tokenizer: Tokenizer, vocabulary: Vocabulary, settings: Settings) -> None:
        self._mixture, self._tokenizer, self._vocabulary, self._settings = mixture, tokenizer, vocabulary, settings

    def run(self, round_number: int, skip: int) -> Iterator[tuple[int, int, Batch]]:
        """Yields (round, number of its batches so far, batch) from batch `skip` of round `round_number` on."""
        while True:
            yield from self._round(round_number, skip)
            round_number, skip = round_number + 1, 0

    def _round(self, number: int, skip: int) -> Iterator[tuple[int, int, Batch]]:
        started = time.time()
        sequences: list[list[int]] = []
        labels: list[list[tuple[int, int]]] = []
        for example in self._mixture.round(number, self._settings.seed):
            parts, text_words = windows(self._tokenizer, example.text)
            tags = allowed_tags(text_words, example)
            for part in parts:
                if part.tagged:
                    sequences.append(part.ids)
                    labels.append([(at + 1, tags[word]) for word, at in part.tagged])
        order = batches(
            [len(ids) for ids in sequences], self._settings.batch, random.Random(f"{self._settings.seed}/{number}")
        )
        print(
            f"round {number}: {len(sequences)} windows, {sum(map(len, sequences))} pieces, {len(order)} batches, "
            f"{time.time() - started:.0f} s",
            flush=True,
        )
        for given, chosen in enumerate(order):
            if given < skip:
                continue
            ids = torch.from_numpy(pack([sequences[i] for i in chosen], self._vocabulary))
            tags = np.full(ids.shape, NO_WORD, np.int64)
            for row, i in enumerate(chosen):
                places, values = zip(*labels[i])
                tags[row, list(places)] = values
            yield number, given + 1, Batch(ids, ids != self._vocabulary.pad, torch.from_numpy(tags))


def hide_words(batch: Batch, share: float, vocabulary: Vocabulary) -> Tensor:
    """Replaces some words in a `share` of the windows by unknown pieces, so that the network learns from context
    instead of memorizing.
    """
    word = (batch.tags != NO_WORD).cumsum(1)  # 0 before the first word
    chosen = torch.rand(word.shape[0], word.shape[1] + 1) < HIDDEN_WORDS
    chosen &= torch.rand(word.shape[0], 1) < share
    hidden = chosen.gather(1, word) & (word > 0) & (batch.ids != vocabulary.eos) & batch.mask
    return batch.ids.masked_fill(hidden, vocabulary.unk)


def half_width() -> torch.autocast:
    """Uses bfloat16 products if the processor supports them. Otherwise they are many times slower than float32."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu.get_capabilities()["avx512_bf16"])


def scores(tagger: Tagger, batch: Batch, ids: Tensor, tagged: Tensor, top: bool) -> tuple[Tensor, Tensor | None]:
    """Returns float32 [words, tags] of the lower and, with `top`, the upper head."""
    with half_width():
        lower, upper = tagger(ids, None if bool(batch.mask.all()) else batch.mask, top)
    return lower[tagged].float(), None if upper is None else upper[tagged].float()


def divergence(learned: Tensor, told: Tensor) -> Tensor:
    """Returns the Kullback-Leibler divergence of `learned` (scores) from `told` (log-probabilities), mean over words"""
    return functional.kl_div(learned.log_softmax(-1), told, reduction="batchmean", log_target=True)


def marginal_loss(scores: Tensor, allowed: Tensor) -> Tensor:
    """Returns minus the logarithm of the probability that a word's tag is one of the `allowed` ones (bits), mean over
    words.
    """
    one_of = (allowed[:, None] >> torch.arange(len(TAGS))) & 1 == 1
    log_odds = scores.masked_fill(~one_of, -torch.inf).logsumexp(-1) - scores.logsumexp(-1)
    return -log_odds.mean()


class Training:
    def __init__(self, tagger: Tagger, vocabulary: Vocabulary, settings: Settings) -> None:
        self.tagger, self.vocabulary, self.settings = tagger, vocabulary, settings
        # The pretrained table stays unchanged, so that it is released in its original 4 bits without loss.
        tagger.word.weight.requires_grad_(False)
        self.body = [p for name, p in tagger.named_parameters() if not name.startswith(("heads.", "word."))]
        groups = [
            {"params": self.body, "full": settings.rate, "weight_decay": 0.01},
            {"params": list(tagger.heads.parameters()), "full": settings.head_rate, "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), eps=1e-6, fused=True)
        self.average = {name: value.detach().clone() for name, value in self.learned()}
        self.step = self.pieces = self.round = self.given = 0

    def learned(self) -> list[tuple[str, Tensor]]:
        return [(name, value) for name, value in self.tagger.named_parameters() if value.requires_grad]

    def learn(self, batch: Batch) -> float:
        """Runs one step and returns the loss of the lower head."""
        level = self.settings.level(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = group["full"] * level
        self.optimizer.zero_grad(set_to_none=True)
        loss, own = self.losses(batch, hide_words(batch, self.settings.masked, self.vocabulary))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.body, 1.0)
        self.optimizer.step()
        self.step += 1
        self.pieces += int(batch.mask.sum())
        if self.step % AVERAGE_EVERY == 0:
            self._update_average()
        return own.item()

    def losses(self, batch: Batch, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the total loss and the lower head's own part; `ids` has hidden words."""
        top = len(self.tagger.layers) > self.tagger.exit and not self.settings.is_falling(self.step)
        tagged = batch.tags != NO_WORD
        tags = batch.tags[tagged]
        lower, upper = scores(self.tagger, batch, ids, tagged, top)
        own = marginal_loss(lower, tags)
        if upper is None:
            return own, own
        taught = divergence(lower, upper.detach().log_softmax(-1))
        return own + marginal_loss(upper, tags) + self.settings.teaching * taught, own

    @torch.no_grad()
    def _update_average(self) -> None:
        # The average adapts faster at the start, so that the untrained weights soon have no influence.
        kept = min(self.settings.average, (1 + self.step / 10) / (10 + self.step / 10)) ** AVERAGE_EVERY
        for name, value in self.learned():
            self.average[name].lerp_(value, 1 - kept)

    def save(self, path: pathlib.Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "settings": dataclasses.asdict(self.settings),
            "step": self.step,
            "pieces": self.pieces,
            "round": self.round,
            "given": self.given,
            "tagger": self.tagger.state_dict(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "random": torch.get_rng_state(),
        }
        part = path.with_suffix(".part")
        torch.save(state, part)
        part.rename(path)

    def resume(self, path: pathlib.Path) -> None:
        state = torch.load(path, weights_only=True)
        self.tagger.load_state_dict(state["tagger"])
        full = [group["full"] for group in self.optimizer.param_groups]
        self.optimizer.load_state_dict(state["optimizer"])
        for group, rate in zip(self.optimizer.param_groups, full):
            group["full"] = rate
        self.average = state["average"]
        self.step, self.pieces = state["step"], state["pieces"]
        self.round, self.given = state["round"], state["given"]
        torch.set_rng_state(state["random"])


def train(training: Training, feed: Feed, checkpoints: pathlib.Path, save_every: int) -> None:
    settings = training.settings
    newest = checkpoints / "newest.pt"
    if newest.exists():
        training.resume(newest)
        print(f"continuing from step {training.step}", flush=True)
    training.tagger.train()
    asked_to_stop: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked_to_stop.append(number))
    started = saved = time.time()
    before, mean_loss = training.pieces, None
    for training.round, training.given, batch in feed.run(training.round, training.given):
        if training.step >= settings.steps:
            break
        if training.step == settings.steps - settings.decay:
            training.save(checkpoints / "level.pt")
        loss = training.learn(batch)
        mean_loss = loss if mean_loss is None else 0.99 * mean_loss + 0.01 * loss
        now = time.time()
        if training.step % 50 == 0:
            print(
                f"step {training.step} loss {mean_loss:.4f} level {settings.level(training.step):.3f} "
                f"{(training.pieces - before) / (now - started):.0f} pieces/s {training.pieces / 1e6:.2f} M pieces",
                flush=True,
            )
        if now - saved > save_every:
            training.save(newest)
            saved = now
        if asked_to_stop:
            break
    training.save(newest)
    print(f"{'stopped' if asked_to_stop else 'trained'}: {training.step} steps, {training.pieces} pieces", flush=True)


def start_from(tagger: Tagger, path: pathlib.Path) -> None:
    """Loads the weights of a checkpoint, or of a released network, which has the pretrained embedding table."""
    if path.suffix != ".onnx":
        tagger.load_state_dict(torch.load(path, weights_only=True)["tagger"])
        return
    missing, unexpected = tagger.load_state_dict(read_back(path), strict=False)
    if missing != ["word.weight"] or unexpected:
        raise ValueError(f"{path}: missing {missing}, unexpected {unexpected}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=pathlib.Path, required=True, help="the output of `entitymodel.prune`")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of the corpora")
    parser.add_argument("--checkpoints", type=pathlib.Path, required=True)
    parser.add_argument("--start", type=pathlib.Path, help="checkpoint or entities.onnx with the initial weights")
    parser.add_argument("--layers", type=int, default=EXIT, help=f"layers above {EXIT} teach the lower ones")
    parser.add_argument("--masked", type=float, default=0.0, help="share of the windows with hidden words")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument(
        "--decay", type=int, help="last steps over which the learning rate falls; default: a third of all"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--save-every", type=int, default=300, help="seconds")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    settings = Settings(
        given.steps,
        given.decay or given.steps // 3,
        given.seed,
        layers=given.layers,
        masked=given.masked,
    )
    tagger = pretrained(given.base / "encoder.safetensors", settings.layers)
    if given.start:
        start_from(tagger, given.start)
    vocabulary = Vocabulary.load(given.base / "vocabulary.json")
    feed = Feed(Mixture(given.data), Tokenizer(vocabulary), vocabulary, settings)
    train(Training(tagger, vocabulary, settings), feed, given.checkpoints, given.save_every)


if __name__ == "__main__":
    main()
