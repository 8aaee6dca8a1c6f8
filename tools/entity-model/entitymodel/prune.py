"""Reduces the multilingual vocabulary and embedding table to the pieces of the supported languages and of names.

usage: python -m entitymodel.prune E5_SMALL_Q4_BIN DATA_FOLDER OUT_FOLDER
writes OUT_FOLDER/vocabulary.json and OUT_FOLDER/encoder.safetensors (float32)
"""

from __future__ import annotations

import collections
import json
import pathlib
import sys
import unicodedata

import numpy as np
from safetensors.numpy import save_file

from . import corpora, e5
from .tokenizer import Tokenizer
from .vocabulary import Vocabulary

POSITIONS = 256
LEAST_COUNT = 3  # the minimum number of occurrences of a piece in all texts and name lists
_LATIN_GREEK_CYRILLIC = 0x530


def _word_counts(data: pathlib.Path) -> collections.Counter[str]:
    """Counts each run without white space in the texts, also in lower case, and in the lists."""
    words: collections.Counter[str] = collections.Counter()
    for name in corpora.TRAIN:
        for text in corpora.read_texts(data, name):
            words.update(text.split())
            if name != "ler.de.train":
                words.update(text.lower().split())
    for path in sorted((data / "unlabelled").glob("*.gz")):
        for line in corpora.open_lines(path):
            words.update(json.loads(line)["text"].split())
    for path in sorted([*(data / "names").glob("*.txt.gz"), *(data / "lists").glob("*.txt.gz")]):
        for line in corpora.open_lines(path):
            name = line.strip()
            if all(ord(char) < _LATIN_GREEK_CYRILLIC for char in name):
                for form in {name.title() if name.isupper() else name, name.lower()}:
                    words.update(form.split())
    return words


def _counts(tokenizer: Tokenizer, data: pathlib.Path) -> collections.Counter[int]:
    counts: collections.Counter[int] = collections.Counter()
    for word, count in _word_counts(data).items():
        for piece, _, _ in tokenizer.encode(word):
            counts[piece] += count
    return counts


def _is_alphabetic_character(piece: str) -> bool:
    """Returns whether a piece is a character of an alphabetic script (no Chinese, Japanese, Korean)."""
    char = piece.replace("\u2581", "")
    return len(char) == 1 and not unicodedata.name(char, "").startswith(("CJK", "HANGUL", "HIRAGANA", "KATAKANA"))


def prune(source: pathlib.Path, data: pathlib.Path, out: pathlib.Path) -> Vocabulary:
    sizes, vocabulary, tensor = e5.read(source)
    counts = _counts(Tokenizer(vocabulary), data)
    keep = {i for i, count in counts.items() if count >= LEAST_COUNT}
    keep |= {i for i, piece in enumerate(vocabulary.pieces) if _is_alphabetic_character(piece)}
    keep |= {vocabulary.bos, vocabulary.pad, vocabulary.eos, vocabulary.unk}
    order = sorted(keep)
    hidden = sizes["hidden"]
    weights: dict[str, np.ndarray] = {
        "word": tensor("emb.word", hidden)[order],
        # Only token type 0 is ever used: its row is folded into the positions.
        "position": (tensor("emb.pos", hidden) + tensor("emb.type", hidden)[0])[:POSITIONS],
        "norm.weight": tensor("emb.ln.w"),
        "norm.bias": tensor("emb.ln.b"),
    }
    for layer in range(sizes["layers"]):
        short, long = f"l{layer}.", f"layers.{layer}."
        weights[long + "qkv.weight"] = np.concatenate([tensor(f"{short}{k}.w", hidden) for k in "qkv"])
        weights[long + "qkv.bias"] = np.concatenate([tensor(f"{short}{k}.b") for k in "qkv"])
        for ours, theirs, columns in (
            ("attention_out", "ao", hidden),
            ("feed_in", "fi", hidden),
            ("feed_out", "fo", sizes["feed_forward"]),
        ):
            weights[f"{long}{ours}.weight"] = tensor(f"{short}{theirs}.w", columns)
            weights[f"{long}{ours}.bias"] = tensor(f"{short}{theirs}.b")
        for ours, theirs in (("attention_norm", "aln"), ("feed_norm", "oln")):
            weights[f"{long}{ours}.weight"] = tensor(f"{short}{theirs}.w")
            weights[f"{long}{ours}.bias"] = tensor(f"{short}{theirs}.b")
    out.mkdir(parents=True, exist_ok=True)
    save_file({name: np.ascontiguousarray(value) for name, value in weights.items()}, out / "encoder.safetensors")
    pruned = vocabulary.select(order)
    # A tab ends a table's cell, so it is normalized to the bar of other tables.
    pruned.normalization["\t"] = " | "
    pruned.save(out / "vocabulary.json")
    return pruned


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(len(prune(*map(pathlib.Path, sys.argv[1:])).pieces), "pieces")
