"""Trains a gate with which a network stops early for words that are certainly outside.

usage: python -m entitymodel.gate --base FOLDER --data FOLDER --start CHECKPOINT --out CHECKPOINT [...]

First the gate learns, from the state after EARLY layers, which words the whole network will not classify as outside
with certainty. The network stays unchanged. Then the layers above the gate learn to reproduce the whole network's
scores from the open pieces.
"""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator

import torch
from torch import Tensor
from torch.nn import functional

from .mixture import Mixture
from .network import EARLY, EXIT, Gate, Tagger, pretrained
from .tokenizer import Tokenizer
from .train import NO_WORD, Batch, Feed, Settings, divergence, half_width, hide_words, marginal_loss
from .vocabulary import Vocabulary

SURE = 0.97  # a word with at least this probability of outside needs no further layers
CAUTION = 1.7  # added to the gate's scores (a natural logarithm), so that uncertain pieces stay open
GATE_RATE, RATE = 2e-3, 6e-5
WARM_UP = 20
OWN = 0.5  # weight of the annotations relative to the whole network's scores
REPORT = 20


def unsure(told: Tensor, tags: Tensor) -> Tensor:
    """Returns bool [batch, length]: pieces of words that are outside with a probability below SURE.

    told [batch, length, tags]: the whole network's scores; tags as in a batch. A word's further pieces have the value
    of its first.
    """
    word = tags != NO_WORD
    at = torch.arange(tags.shape[1]).expand_as(tags)
    first = torch.where(word, at, 0).cummax(1).values
    return ((told.softmax(-1)[..., 0] < SURE) & word).gather(1, first)


def learn_gate(gate: Gate, tagger: Tagger, batches: Iterator[Batch], steps: int) -> None:
    optimizer = torch.optim.AdamW(gate.parameters(), GATE_RATE, weight_decay=1e-3)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = GATE_RATE * (1 - step / steps)
        batch = next(batches)
        with torch.no_grad(), half_width():
            seen, told = tagger.early(batch.ids, batch.mask), tagger(batch.ids, batch.mask, False)[0]
        scores = gate(seen.float())[batch.mask]
        loss = functional.binary_cross_entropy_with_logits(scores, unsure(told.float(), batch.tags)[batch.mask].float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % REPORT == 0:
            print(f"gate {step} loss {loss.item():.4f}", flush=True)
    with torch.no_grad():
        gate.score.bias += CAUTION


def tune(
    gate: Gate, student: Tagger, teacher: Tagger, feed: Iterator[Batch], vocabulary: Vocabulary, given: Settings
) -> None:
    learned = [*student.layers[EARLY:EXIT].parameters(), *student.heads["exit"].parameters()]
    optimizer = torch.optim.AdamW(learned, betas=(0.9, 0.98), eps=1e-6, weight_decay=0.01, fused=True)
    student.train()
    for frozen in (student.dropout, *student.layers[:EARLY]):
        frozen.eval()
    for step in range(given.steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARM_UP, (given.steps - step) / given.decay)
        batch = next(feed)
        ids = hide_words(batch, given.masked, vocabulary)
        with half_width():
            with torch.no_grad():
                seen, told = teacher.early(ids, batch.mask), teacher(ids, batch.mask, False)[0].float()
                opened = gate.open_pieces(seen.float(), batch.mask)
            scores = student.late(seen, batch.mask, opened)
        counted = opened & (batch.tags != NO_WORD)
        own = scores[counted].float()
        taught = divergence(own, told[counted].log_softmax(-1))
        loss = taught + OWN * marginal_loss(own, batch.tags[counted])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        if step % REPORT == 0:
            share = opened.sum() / batch.mask.sum()
            print(f"tuned {step} divergence {taught.item():.4f} computed {share.item():.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=pathlib.Path, required=True, help="the output of `entitymodel.prune`")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of the corpora")
    parser.add_argument("--start", type=pathlib.Path, required=True, help="checkpoint of `entitymodel.train`")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="checkpoint for `entitymodel.export`")
    parser.add_argument("--gate-steps", type=int, default=300)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    vocabulary = Vocabulary.load(given.base / "vocabulary.json")
    state = torch.load(given.start, weights_only=True)
    teacher, student = (pretrained(given.base / "encoder.safetensors", EXIT) for _ in range(2))
    for tagger in (teacher, student):
        tagger.load_state_dict(state["tagger"])
        tagger.requires_grad_(False).eval()
    for learned in (student.layers[EARLY:EXIT], student.heads["exit"]):
        learned.requires_grad_(True)
    settings = Settings(given.steps, int(given.steps * 0.75), given.seed, masked=0.15)
    feed = Feed(Mixture(given.data), Tokenizer(vocabulary), vocabulary, settings)
    batches = (batch for _, _, batch in feed.run(0, 0))
    gate = Gate()
    learn_gate(gate, teacher, batches, given.gate_steps)
    tune(gate, student, teacher, batches, vocabulary, settings)
    torch.save({**state, "tagger": student.state_dict(), "gate": gate.state_dict(), "average": {}}, given.out)


if __name__ == "__main__":
    main()
