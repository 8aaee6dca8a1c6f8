#!/usr/bin/env python3
"""The training side's half of tokenizer-digest.ts: one digest per corpus over every piece and offset.

usage: tokenizer-digest.py CORPORA > python.txt      (from the repository root, where tools/entity-model stands)
"""

import gzip
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "entity-model"))

from entitymodel.evaluate import open_vocabulary  # noqa: E402
from entitymodel.tokenizer import Tokenizer  # noqa: E402


def utf16_offsets(text):
    """Offset in UTF-16 units of every character, and of the end."""
    offsets, at = [], 0
    for character in text:
        offsets.append(at)
        at += 2 if ord(character) > 0xFFFF else 1
    return [*offsets, at]


def main(corpora):
    tokenizer = Tokenizer(open_vocabulary(ROOT / "libs" / "anonymization" / "model"))
    for path in sorted(corpora.glob("*.jsonl.gz")):
        digest = hashlib.sha256()
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["text"]
                text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
                offsets, pieces = utf16_offsets(text), tokenizer.encode(text)
                ids = ",".join(str(piece) for piece, _, _ in pieces)
                starts = ",".join(str(offsets[start]) for _, start, _ in pieces)
                ends = ",".join(str(offsets[end]) for _, _, end in pieces)
                digest.update(f"{ids};{starts};{ends}\n".encode())
        print(path.name.removesuffix(".jsonl.gz"), digest.hexdigest(), flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
