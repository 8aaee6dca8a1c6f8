"""Trains a network on with the probabilities of a larger one (Hinton et al. 2015, "Distilling the Knowledge in a Neural
Network").

usage: python -m entitymodel.distill teach --jar JAR --data FOLDER --checkpoints FOLDER --steps N [--decay N]
       python -m entitymodel.distill label --jar JAR --data FOLDER --teacher CHECKPOINT --out LABELS [--texts N]
       python -m entitymodel.distill learn --base FOLDER --data FOLDER --start NETWORK --labels LABELS --out FILE
                                           [--steps N]

`teach` trains the teacher (bert.py) on the mixture, `label` writes its log-probabilities of the tags of each word of a
round, and `learn` trains the network in NETWORK (a checkpoint or entities.onnx) on with these texts and the texts of
this package. Per word, the loss is that of the annotations plus the divergence from the mean of the probabilities of
the teacher and of NETWORK.
"""

from __future__ import annotations

import argparse
import copy
import math
import pathlib
import random
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from . import corpora
from .bert import WordPiece, WordPieces, read_bert
from .casing import noise
from .labels import TAGS
from .mixture import Mixture
from .network import EXIT, Tagger, pretrained
from .text import Example, allowed_tags
from .tokenizer import Tokenizer
from .train import (
    NO_WORD,
    Batch,
    Feed,
    Settings,
    Training,
    divergence,
    half_width,
    hide_words,
    marginal_loss,
    scores,
    start_from,
    train,
)
from .vocabulary import Vocabulary
from .windows import batches, pack, windows

TEACHER_RATE = 7e-5
TEACHER_BATCH = 768  # padded pieces
RATE = 1.5e-4
MASKED = 0.3
LABELLED_BATCH = 4096  # pieces
Labels = list[tuple[Example, np.ndarray]]  # float16 [words of the text, tags]; NaN where no window carries the word


def label(teacher: Tagger, tokenizer: WordPiece, vocabulary: WordPieces, examples: list[Example]) -> Labels:
    """Returns the examples with the log-probabilities of the tags of each word."""
    sequences, places, labels = [], [], []
    for number, example in enumerate(examples):
        parts, text_words = windows(tokenizer, example.text)
        labels.append(np.full((len(text_words), len(TAGS)), np.nan, np.float16))
        for part in parts:
            if part.tagged:
                sequences.append(part.ids)
                places.append((number, part.tagged))
    order = batches([len(ids) for ids in sequences], LABELLED_BATCH)
    for done, chosen in enumerate(order):
        ids = torch.from_numpy(pack([sequences[i] for i in chosen], vocabulary))
        mask = ids != vocabulary.pad
        with torch.no_grad(), half_width():
            told = teacher(ids, mask, False)[0].float().log_softmax(-1).numpy()
        for row, i in enumerate(chosen):
            number, tagged = places[i]
            for word, at in tagged:
                labels[number][word] = told[row, at + 1]
        if done % 50 == 0:
            print(f"labelled {done} of {len(order)} batches", flush=True)
    return list(zip(examples, labels))


class LabelledFeed:
    """Yields batches with the teacher's log-probabilities endlessly, in one order."""

    def __init__(self, labels: Labels, vocabulary: Vocabulary, settings: Settings) -> None:
        self._vocabulary = vocabulary
        tokenizer = Tokenizer(vocabulary)
        self._sequences: list[list[int]] = []
        self._words: list[list[tuple[int, int, np.ndarray]]] = []
        for example, told in labels:
            parts, text_words = windows(tokenizer, example.text)
            tags = allowed_tags(text_words, example)
            for part in parts:
                if part.tagged:
                    self._sequences.append(part.ids)
                    self._words.append([(at + 1, tags[word], told[word]) for word, at in part.tagged])
        lengths = [len(ids) for ids in self._sequences]
        self._order = batches(lengths, settings.batch, random.Random(settings.seed))

    def run(self) -> Iterator[tuple[Batch, Tensor]]:
        """Yields a batch, and float32 [batch, length, tags]: the log-probabilities, NaN where there are none."""
        while True:
            for chosen in self._order:
                ids = torch.from_numpy(pack([self._sequences[i] for i in chosen], self._vocabulary))
                tags = np.full(ids.shape, NO_WORD, np.int64)
                told = np.full((*ids.shape, len(TAGS)), np.nan, np.float32)
                for row, i in enumerate(chosen):
                    for at, allowed, probabilities in self._words[i]:
                        tags[row, at], told[row, at] = allowed, probabilities
                yield Batch(ids, ids != self._vocabulary.pad, torch.from_numpy(tags)), torch.from_numpy(told)


def learn(training: Training, feed: Iterator[tuple[Batch, Tensor]]) -> None:
    settings, before = training.settings, copy.deepcopy(training.tagger).eval().requires_grad_(False)
    training.tagger.train()
    while training.step < settings.steps:
        batch, told = next(feed)
        for group in training.optimizer.param_groups:
            group["lr"] = group["full"] * settings.level(training.step)
        training.optimizer.zero_grad(set_to_none=True)
        tagged = batch.tags != NO_WORD
        hidden = hide_words(batch, settings.masked, training.vocabulary)
        own, _ = scores(training.tagger, batch, hidden, tagged, False)
        with torch.no_grad():
            known, _ = scores(before, batch, batch.ids, tagged, False)
        taught = told[tagged]
        has = ~taught[:, 0].isnan()
        mean = torch.logaddexp(taught, known.log_softmax(-1)) - math.log(2)
        loss = marginal_loss(own, batch.tags[tagged])
        if has.any():
            loss = loss + divergence(own[has], mean[has])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(training.body, 1.0)
        training.optimizer.step()
        training.step += 1
        training.pieces += int(batch.mask.sum())
        if training.step % 50 == 0:
            print(f"step {training.step} loss {loss.item():.4f} {training.pieces / 1e6:.2f} M pieces", flush=True)


def own_texts(data: pathlib.Path, seed: int) -> Labels:
    """Returns the texts of this package, in the styles of the mixture and without probabilities."""
    rng = random.Random(seed)
    examples = [
        noise(example, rng)
        for name, texts in corpora.read_training(data).items()
        if name.startswith("written.")
        for example in texts
    ]
    # A text has fewer words than characters.
    return [(example, np.full((len(example.text), len(TAGS)), np.nan, np.float16)) for example in examples]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=["teach", "label", "learn"])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of the corpora")
    parser.add_argument("--jar", type=pathlib.Path, help="the Maven package of the teacher")
    parser.add_argument("--checkpoints", type=pathlib.Path)
    parser.add_argument("--teacher", type=pathlib.Path, help="checkpoint of `teach`")
    parser.add_argument("--texts", type=int, default=17_000, help="texts of a round to label")
    parser.add_argument("--base", type=pathlib.Path, help="the output of `entitymodel.prune`")
    parser.add_argument("--start", type=pathlib.Path, help="checkpoint or entities.onnx with the initial weights")
    parser.add_argument("--labels", type=pathlib.Path, help="the output of `label`")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--decay", type=int, help="default: four fifths of all steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--save-every", type=int, default=300, help="seconds")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    decay = given.decay or given.steps * 4 // 5
    if given.work == "learn":
        settings = Settings(given.steps, decay, given.seed, rate=RATE, head_rate=RATE, masked=MASKED)
        vocabulary = Vocabulary.load(given.base / "vocabulary.json")
        tagger = pretrained(given.base / "encoder.safetensors", EXIT)
        start_from(tagger, given.start)
        training = Training(tagger, vocabulary, settings)
        labels = torch.load(given.labels, weights_only=False) + own_texts(given.data, given.seed)
        learn(training, LabelledFeed(labels, vocabulary, settings).run())
        training.save(given.out)
        return
    teacher, pieces = read_bert(given.jar)
    tokenizer = WordPiece(pieces)
    if given.work == "teach":
        settings = Settings(
            given.steps,
            decay,
            given.seed,
            batch=TEACHER_BATCH,
            rate=TEACHER_RATE,
            layers=len(teacher.layers),
            masked=0.1,
        )
        feed = Feed(Mixture(given.data), tokenizer, pieces, settings)
        train(Training(teacher, pieces, settings), feed, given.checkpoints, given.save_every)
    else:
        teacher.load_state_dict(torch.load(given.teacher, weights_only=True)["tagger"])
        examples = Mixture(given.data).round(0, given.seed)[: given.texts]
        torch.save(label(teacher.eval(), tokenizer, pieces, examples), given.out)


if __name__ == "__main__":
    main()
