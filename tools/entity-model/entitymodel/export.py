"""Writes the released files, entities.onnx and vocabulary.json.gz, from a checkpoint.

usage: python -m entitymodel.export BASE_FOLDER CHECKPOINT OUT_FOLDER [--top]

Exports the network up to the lower head, or with --top the whole one. The graph is built manually and optimized for one
window at a time: embedding rows in the 4-bit blocks in which they were pretrained (they are not trained further),
matrices as int8 by output column with dynamic uint8 activations, the rest float32.
"""

from __future__ import annotations

import argparse
import gzip
import json
import pathlib

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from . import decode
from .labels import OUTSIDE, TAGS
from .network import EARLY, EXIT, HEADS, HIDDEN, NORM_EPSILON
from .vocabulary import SCORE_UNIT, Vocabulary
from .windows import WINDOW

FORMAT = 3
OPSET = 23  # the first version with Attention, which is faster than ONNX Runtime's own MultiHeadAttention
CONTRIB = "com.microsoft"  # ONNX Runtime's own operators
CLOSED = 10.0  # the score of outside for closed pieces, and minus that for every other tag
BLOCK = 32  # weights that share a scale in an embedding row


class _Graph:
    """Collects nodes and constants in the order in which they are added."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def linear(self, x: str, weights: dict[str, np.ndarray], name: str) -> str:
        """x W^T + b in int8"""
        matrix = weights[name + ".weight"].T
        scales = np.abs(matrix).max(0) / 127
        inputs = [
            x,
            self.constant(name + ".matrix", np.round(matrix / scales).astype(np.int8)),
            self.constant(name + ".scales", scales.astype(np.float32)),
            self.constant(name + ".zeros", np.zeros(len(scales), np.int8)),
            self.constant(name + ".bias", weights[name + ".bias"]),
        ]
        return self.add("DynamicQuantizeMatMul", inputs, name + ".out", domain=CONTRIB)

    def norm(self, x: str, weights: dict[str, np.ndarray], name: str) -> str:
        scale = self.constant(name + ".scale", weights[name + ".weight"])
        shift = self.constant(name + ".shift", weights[name + ".bias"])
        return self.add("LayerNormalization", [x, scale, shift], name + ".out", epsilon=NORM_EPSILON, axis=-1)


def pack_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """float32 [rows, HIDDEN] in blocks of 4-bit weights times a float16 scale -> (uint8 [rows, HIDDEN / 2], float16
    scales [rows, HIDDEN / BLOCK]): of each block weight i in the low and i + BLOCK / 2 in the high nibble, plus 8."""
    blocks = table.reshape(len(table), -1, BLOCK)
    # The pretrained quantization maps the largest weight of a block, with its sign, to -8.
    extreme = np.take_along_axis(blocks, np.abs(blocks).argmax(-1, keepdims=True), -1)
    scales = (extreme / -8).astype(np.float16)
    unit = np.where(scales == 0, 1, scales).astype(np.float32)
    nibbles = np.clip(np.round(blocks / unit) + 8, 0, 15).astype(np.uint8)
    packed = nibbles[..., : BLOCK // 2] | nibbles[..., BLOCK // 2 :] << 4
    return packed.reshape(len(table), -1), scales.reshape(len(table), -1)


def unpack_rows(packed: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Inverts `pack_rows` like the graph."""
    blocks = packed.reshape(len(packed), -1, BLOCK // 2)
    weights = np.concatenate([blocks & 15, blocks >> 4], -1).astype(np.float32) - 8
    return (weights * scales[..., None].astype(np.float32)).reshape(len(packed), -1)


def _embedding(g: _Graph, table: np.ndarray) -> str:
    packed, scales = pack_rows(table)
    if not np.array_equal(unpack_rows(packed, scales), table):
        raise ValueError("the embedding table is not in 4-bit blocks: was it trained?")
    blocks = g.constant("word.blocks", np.array([0, 0, HIDDEN // BLOCK, BLOCK // 2], np.int64))
    row = g.add("Gather", [g.constant("word.rows", packed), "input_ids"], "word.row")
    row = g.add("Reshape", [row, blocks], "word.row.blocks")
    low = g.add("BitwiseAnd", [row, g.constant("nibble", np.uint8(15))], "word.low")
    high = g.add("BitShift", [row, g.constant("four", np.uint8(4))], "word.high", direction="RIGHT")
    both = g.add("Concat", [low, high], "word.nibbles", axis=-1)
    weights = g.add("Cast", [both], "word.unsigned", to=TensorProto.FLOAT)
    weights = g.add("Sub", [weights, g.constant("eight", np.float32(8))], "word.weights")
    scale = g.add("Gather", [g.constant("word.scales", scales), "input_ids"], "word.scale.half")
    scale = g.add("Cast", [scale], "word.scale.flat", to=TensorProto.FLOAT)
    scale = g.add("Unsqueeze", [scale, g.constant("last", np.array([-1], np.int64))], "word.scale")
    scaled = g.add("Mul", [weights, scale], "word.scaled")
    return g.add("Reshape", [scaled, g.constant("flat", np.array([0, 0, HIDDEN], np.int64))], "word.out")


def _length(g: _Graph) -> str:
    """Adds the length of the window, [1]."""
    for i in range(3):
        g.constant(f"axis{i}", np.array([i], np.int64))
    return g.add("Slice", [g.add("Shape", ["input_ids"], "shape"), "axis1", "axis2", "axis0"], "length")


def _open_pieces(g: _Graph, x: str, gate: dict[str, np.ndarray]) -> tuple[str, str]:
    """As `Gate.open_pieces` -> (their places [opened], the same beside that of the batch [opened, 2])"""
    inner = g.add("MatMul", [x, g.constant("gate.inner.matrix", gate["inner.weight"].T)], "gate.inner.product")
    inner = g.add(
        "Gelu", [g.add("Add", [inner, g.constant("gate.inner.bias", gate["inner.bias"])], "gate.inner")], "gate.gelu"
    )
    score = g.add("MatMul", [inner, g.constant("gate.score.matrix", gate["score.weight"].T)], "gate.score.product")
    score = g.add("Add", [score, g.constant("gate.score.bias", gate["score.bias"])], "gate.score")
    score = g.add("Transpose", [score], "gate.row", perm=[0, 2, 1])
    score = g.add("MaxPool", [score], "gate.beside", kernel_shape=[3], pads=[1, 1])
    passed = g.add("Greater", [score, g.constant("nought", np.float32(0))], "gate.passed")
    passed = g.add("Reshape", [passed, g.constant("flat1", np.array([-1], np.int64))], "gate.flat")
    # The first piece is always open, so that there is one.
    rest = g.add("NonZero", [g.add("Slice", [passed, "axis1", "length", "axis0"], "gate.rest")], "gate.rest.places")
    rest = g.add("Add", [g.add("Reshape", [rest, "flat1"], "gate.rest.flat"), "axis1"], "gate.rest.shifted")
    places = g.add("Concat", ["axis0", rest], "open", axis=0)
    column = g.add("Unsqueeze", [places, "axis1"], "open.column")
    batch = g.add("Sub", [column, column], "open.batch")
    return places, g.add("Concat", [batch, column], "open.pairs", axis=1)


def _all_outside(g: _Graph) -> str:
    """Adds the scores of closed pieces, [1, length, tags]."""
    sure = np.full((1, 1, len(TAGS)), -CLOSED, np.float32)
    sure[0, 0, OUTSIDE] = CLOSED
    tags = g.constant("tags", np.array([len(TAGS)], np.int64))
    shape = g.add("Concat", ["axis1", "length", tags], "closed.shape", axis=0)
    return g.add("Expand", [g.constant("closed", sure), shape], "closed.all")


def _attention(g: _Graph, queries: str, x: str, weights: dict[str, np.ndarray], name: str) -> str:
    """Adds attention of the queries to all of x; with one matrix if both are the same."""
    parts = [f"{name}.{part}" for part in ("query", "key", "value")]
    if queries == x:
        g.nodes.append(helper.make_node("Split", [g.linear(x, weights, name + ".qkv")], parts, axis=-1, num_outputs=3))
    else:
        matrix, bias = weights[name + ".qkv.weight"], weights[name + ".qkv.bias"]
        own = {f"{name}.q.weight": matrix[:HIDDEN], f"{name}.q.bias": bias[:HIDDEN]}
        own |= {f"{name}.kv.weight": matrix[HIDDEN:], f"{name}.kv.bias": bias[HIDDEN:]}
        parts[0] = g.linear(queries, own, name + ".q")
        g.nodes.append(helper.make_node("Split", [g.linear(x, own, name + ".kv")], parts[1:], axis=-1, num_outputs=2))
    return g.add("Attention", parts, name + ".mixed", q_num_heads=HEADS, kv_num_heads=HEADS)


def build(
    weights: dict[str, np.ndarray], layers: int, head: str, gate: dict[str, np.ndarray] | None = None
) -> onnx.ModelProto:
    """Builds the network up to `layers` layers with the named head. With a gate the layers above EARLY compute only
    open pieces.
    """
    g = _Graph()
    word = _embedding(g, weights["word.weight"])
    length = _length(g)
    positions = g.add("Slice", [g.constant("position", weights["position"]), "axis0", length, "axis0"], "positions")
    x = g.norm(g.add("Add", [word, positions], "embedded"), weights, "norm")
    own, pairs = x, ""  # what is computed: all pieces, or those that are open
    for i in range(layers):
        name = f"layers.{i}"
        if gate is not None and i == EARLY:
            places, pairs = _open_pieces(g, x, gate)
            own = g.add("Gather", [x, places], "open.rows", axis=1)
        mixed = _attention(g, own, x, weights, name)
        attended = g.add("Add", [own, g.linear(mixed, weights, name + ".attention_out")], name + ".attended")
        own = g.norm(attended, weights, name + ".attention_norm")
        inner = g.add("Gelu", [g.linear(own, weights, name + ".feed_in")], name + ".gelu")
        fed = g.add("Add", [own, g.linear(inner, weights, name + ".feed_out")], name + ".fed")
        own = g.norm(fed, weights, name + ".feed_norm")
        x = (
            g.add("ScatterND", [x, pairs, g.add("Squeeze", [own, "axis0"], name + ".rows")], name + ".all")
            if pairs
            else own
        )
    product = g.add("MatMul", [own, g.constant("head.matrix", weights[f"heads.{head}.weight"].T)], "head.product")
    bias = g.constant("head.bias", weights[f"heads.{head}.bias"])
    if pairs:
        rows = g.add("Squeeze", [g.add("Add", [product, bias], "head.scores"), "axis0"], "head.rows")
        g.add("ScatterND", [_all_outside(g), pairs, rows], "logits")
    else:
        g.add("Add", [product, bias], "logits")
    graph = helper.make_graph(
        g.nodes,
        "names",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT32, ["batch", "length"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", len(TAGS)])],
        g.constants,
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="entitymodel", ir_version=11)
    onnx.checker.check_model(model)
    return model


def shipped_vocabulary(vocabulary: Vocabulary, version: str) -> dict:
    """Returns all data of the tokenizer and the decoder, see FORMAT.md."""
    return {
        "format": FORMAT,
        "version": version,
        "window": WINDOW,
        "bos": vocabulary.bos,
        "pad": vocabulary.pad,
        "eos": vocabulary.eos,
        "unk": vocabulary.unk,
        "newline": vocabulary.newline,
        "scoreUnit": SCORE_UNIT,
        "unkScore": vocabulary.unk_score,
        "decoding": {
            "classes": TAGS,
            "bias": decode.BIAS,
        },
        "pieces": vocabulary.pieces,
        "scores": vocabulary.scores,
        "normalization": vocabulary.normalization,
    }


def write_vocabulary(vocabulary: Vocabulary, version: str, path: pathlib.Path) -> None:
    text = json.dumps(shipped_vocabulary(vocabulary, version), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def export(base: pathlib.Path, checkpoint: pathlib.Path, out: pathlib.Path, top: bool) -> None:
    state = torch.load(checkpoint, weights_only=True)
    # At the end of the schedule the weights have converged; before it their average approximates the converged weights.
    finished = "gate" in state or state["step"] >= state["settings"]["steps"]
    chosen = state["tagger"] if finished else {**state["tagger"], **state["average"]}
    weights = {name: value.float().numpy() for name, value in chosen.items()}
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
    out.mkdir(parents=True, exist_ok=True)
    part = out / "entities.onnx.part"
    gate = {name: value.numpy() for name, value in state["gate"].items()} if "gate" in state and not top else None
    onnx.save(build(weights, *((layers, "top") if top else (EXIT, "exit")), gate), part)
    part.rename(out / "entities.onnx")
    version = f"{FORMAT}.{state['step']}"
    write_vocabulary(Vocabulary.load(base / "vocabulary.json"), version, out / "vocabulary.json.gz")
    for name in ("entities.onnx", "vocabulary.json.gz"):
        print(name, (out / name).stat().st_size, "bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=pathlib.Path, help="the output of `entitymodel.prune`")
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--top", action="store_true", help="all layers instead of the released lower ones")
    given = parser.parse_args()
    export(given.base, given.checkpoint, given.out, given.top)


if __name__ == "__main__":
    main()
