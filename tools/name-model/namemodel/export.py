"""Write what ships: names.onnx (int8) and vocabulary.json.gz, from a checkpoint.

usage: python -m namemodel.export BASE_FOLDER CHECKPOINT OUT_FOLDER

The graph is built by hand: embedding rows as int8 with one scale each, matrices as int8 by output column with dynamic
uint8 activations, the rest float32.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import sys
import tempfile

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from . import decode
from .network import HEADS, HIDDEN, MASKED, NORM_EPSILON
from .vocabulary import SCORE_UNIT, Vocabulary
from .windows import WINDOW

FORMAT = 1
OPSET = 20  # the first with Gelu


class _Graph:
    """Nodes and constants in the order in which they are added."""

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
        """x W^T + b"""
        product = self.add(
            "MatMul", [x, self.constant(name + ".matrix", weights[name + ".weight"].T)], name + ".product"
        )
        return self.add("Add", [product, self.constant(name + ".bias", weights[name + ".bias"])], name + ".out")

    def norm(self, x: str, weights: dict[str, np.ndarray], name: str) -> str:
        return self.add(
            "LayerNormalization",
            [
                x,
                self.constant(name + ".scale", weights[name + ".weight"]),
                self.constant(name + ".shift", weights[name + ".bias"]),
            ],
            name + ".out",
            epsilon=NORM_EPSILON,
            axis=-1,
        )


def quantize_rows(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """float32 [rows, columns] -> (int8 of the same shape, float32 scales [rows, 1])"""
    scale = np.abs(table).max(1, keepdims=True) / 127
    scale[scale == 0] = 1
    return np.clip(np.round(table / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


def build(weights: dict[str, np.ndarray]) -> onnx.ModelProto:
    """The network as float32 ONNX (except the embedding table)."""
    g = _Graph()
    rows, scales = quantize_rows(weights["word.weight"])
    row = g.add(
        "Cast",
        [g.add("Gather", [g.constant("word.rows", rows), "input_ids"], "word.row")],
        "word.float",
        to=TensorProto.FLOAT,
    )
    scale = g.add("Gather", [g.constant("word.scales", scales), "input_ids"], "word.scale")
    word = g.add("Mul", [row, scale], "word.out")
    axis0, axis1 = g.constant("axis0", np.array([0], np.int64)), g.constant("axis1", np.array([1], np.int64))
    length = g.add(
        "Slice",
        [g.add("Shape", ["input_ids"], "shape"), axis1, g.constant("axis2", np.array([2], np.int64)), axis0],
        "length",
    )
    positions = g.add("Slice", [g.constant("position", weights["position"]), axis0, length, axis0], "positions")
    x = g.norm(g.add("Add", [word, positions], "embedded"), weights, "norm")
    one, masked = g.constant("one", np.float32(1)), g.constant("masked", np.float32(MASKED))
    mask = g.add("Cast", ["attention_mask"], "mask.float", to=TensorProto.FLOAT)
    absent = g.add("Mul", [g.add("Sub", [one, mask], "mask.absent"), masked], "mask.bias")
    bias = g.add("Unsqueeze", [absent, g.constant("middle", np.array([1, 2], np.int64))], "mask.out")
    width = HIDDEN // HEADS
    by_head = g.constant("by_head", np.array([0, 0, 3, HEADS, width], np.int64))
    flat = g.constant("flat", np.array([0, 0, HIDDEN], np.int64))
    scaling = g.constant("scaling", np.float32(width**-0.5))
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
    for i in range(layers):
        name = f"layers.{i}"
        qkv = g.add("Reshape", [g.linear(x, weights, name + ".qkv"), by_head], name + ".heads")
        parts = []
        for k, part in enumerate(("query", "key", "value")):
            index = g.constant(f"{name}.{part}.index", np.int64(k))
            one_part = g.add("Gather", [qkv, index], f"{name}.{part}", axis=2)
            order = [0, 2, 3, 1] if part == "key" else [0, 2, 1, 3]
            parts.append(g.add("Transpose", [one_part], f"{name}.{part}.out", perm=order))
        query = g.add("Mul", [parts[0], scaling], name + ".query.scaled")
        weight = g.add("Add", [g.add("MatMul", [query, parts[1]], name + ".weights"), bias], name + ".weights.masked")
        mixed = g.add("MatMul", [g.add("Softmax", [weight], name + ".softmax", axis=-1), parts[2]], name + ".mixed")
        joined = g.add(
            "Reshape", [g.add("Transpose", [mixed], name + ".mixed.back", perm=[0, 2, 1, 3]), flat], name + ".joined"
        )
        attended = g.add("Add", [x, g.linear(joined, weights, name + ".attention_out")], name + ".attended")
        x = g.norm(attended, weights, name + ".attention_norm")
        inner = g.add("Gelu", [g.linear(x, weights, name + ".feed_in")], name + ".gelu")
        x = g.norm(
            g.add("Add", [x, g.linear(inner, weights, name + ".feed_out")], name + ".fed"), weights, name + ".feed_norm"
        )
    product = g.add("MatMul", [x, g.constant("head.matrix", weights["head.weight"].T)], "head.product")
    g.add("Add", [product, g.constant("head.bias", weights["head.bias"])], "logits")
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT32, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length", 3])]
    graph = helper.make_graph(g.nodes, "names", inputs, outputs, g.constants)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="namemodel", ir_version=9
    )
    onnx.checker.check_model(model)
    return model


def shipped_vocabulary(vocabulary: Vocabulary, version: str) -> dict:
    """Everything the tokenizer and the decoder need, see FORMAT.md."""
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
            "classes": ["O", "B", "I"],
            "initial": decode.INITIAL,
            "transitions": decode.TRANSITIONS,
            "bias": decode.BIAS,
        },
        "pieces": vocabulary.pieces,
        "scores": vocabulary.scores,
        "normalization": vocabulary.normalization,
    }


def write_vocabulary(vocabulary: Vocabulary, version: str, path: pathlib.Path) -> None:
    text = json.dumps(shipped_vocabulary(vocabulary, version), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def export(base: pathlib.Path, checkpoint: pathlib.Path, out: pathlib.Path) -> None:
    state = torch.load(checkpoint, weights_only=True)
    # At the end of the schedule the weights have settled; before it their average stands for what they would settle to.
    finished = state["step"] >= state["settings"]["steps"]
    weights = {name: value.float().numpy() for name, value in state["tagger" if finished else "average"].items()}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        whole = os.path.join(scratch, "whole.onnx")
        onnx.save(build(weights), whole)
        part = out / "names.onnx.part"
        quantize_dynamic(
            whole,
            part,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul"],
            extra_options={"MatMulConstBOnly": True},
        )
    part.rename(out / "names.onnx")
    version = f"{FORMAT}.{state['step']}"
    write_vocabulary(Vocabulary.load(base / "vocabulary.json"), version, out / "vocabulary.json.gz")
    for name in ("names.onnx", "vocabulary.json.gz"):
        print(name, (out / name).stat().st_size, "bytes")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    export(*map(pathlib.Path, sys.argv[1:]))
