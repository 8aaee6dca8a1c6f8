"""Converts a CTranslate2 Whisper model (faster-whisper layout) to the ONNX files that sherpa-onnx loads.

    python3 tools/models/ct2_to_sherpa_onnx MODEL_DIR OUT_DIR [--name base] [--type int8|fp32] [--also DIR]

MODEL_DIR contains model.bin, tokenizer.json and config.json; model.bin may be in pieces (model.bin.part1, ...), which
are searched for in MODEL_DIR and in each folder of --also. Writes NAME-encoder[.int8].onnx,
NAME-decoder[.int8].onnx and NAME-tokens.txt to OUT_DIR, the same bytes in every run. `npm run models -- import`
installs them. Needs Python 3.9, numpy and onnx, for int8 also onnxruntime; no torch.

The graphs follow sherpa-onnx's contract: names of inputs and outputs, and the metadata of its
scripts/whisper/export-onnx-with-attention.py. Two differences are invisible to sherpa-onnx, which only passes the
values from one call to the next: the encoder's keys and values for the decoder are split by head, with the keys
transposed, and the decoder's cache grows with the text instead of being padded.
"""

import argparse
import json
import pathlib
import sys

import onnx
from ct2_file import read_parts, read_variables
from decoder import build_decoder
from encoder import build_encoder
from onnx import TensorProto
from openai_names import dimensions, openai_state
from tokenizer import metadata, tokens_file


def main():
    args = arguments()
    spec, variables = read_variables(read_parts(args.model_dir, args.also))
    if spec != "WhisperSpec":
        sys.exit(f"not a Whisper model: {spec}")
    dims, state = dimensions(variables), openai_state(variables)
    tokenizer = read_json(args.model_dir / "tokenizer.json")
    heads = sorted(read_json(args.model_dir / "config.json").get("alignment_heads", []))
    about = metadata(args.name, dims, tokenizer, heads)
    args.out_dir.mkdir(parents=True, exist_ok=True)
    graphs = {"encoder": build_encoder(dims, state), "decoder": build_decoder(dims, state, heads)}
    for side, graph in graphs.items():
        graph.describe(about)
        print(save(graph.model, args.out_dir / f"{args.name}-{side}.onnx", args.type))
    (args.out_dir / f"{args.name}-tokens.txt").write_text(tokens_file(tokenizer, dims), "ascii")


def arguments():
    parser = argparse.ArgumentParser(description="CTranslate2 Whisper to sherpa-onnx")
    parser.add_argument("model_dir", type=pathlib.Path)
    parser.add_argument("out_dir", type=pathlib.Path)
    parser.add_argument("--name", default="whisper", help="prefix of the file names")
    parser.add_argument("--type", choices=("int8", "fp32"), default="int8")
    parser.add_argument("--also", type=pathlib.Path, action="append", default=[], help="a folder with more parts")
    return parser.parse_args()


def read_json(path):
    return json.loads(path.read_text("utf-8"))


def save(model, path, kind):
    """Checks and writes a graph; returns its path."""
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
    if kind == "fp32":
        return path
    target = path.with_name(f"{path.stem}.int8.onnx")
    quantize(path, target)
    path.unlink()
    return target


def quantize(path, target):
    """Quantizes weights of matrix products to 8 bits by channel; activations are quantized dynamically."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        path,
        target,
        op_types_to_quantize=["MatMul"],
        weight_type=QuantType.QInt8,
        per_channel=True,
        extra_options={"DefaultTensorType": TensorProto.FLOAT, "MatMulConstBOnly": True},
    )


if __name__ == "__main__":
    main()
