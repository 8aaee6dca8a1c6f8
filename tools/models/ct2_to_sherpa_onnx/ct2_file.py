"""Reads CTranslate2's model.bin (OpenNMT/CTranslate2, python/ctranslate2/specs/model_spec.py)."""

import struct
import sys

import numpy as np

VERSIONS = (5, 6)
TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}
BFLOAT16 = 5


def read_parts(model_dir, also):
    """Returns the bytes of model.bin, joined if it is split into parts."""
    whole = model_dir / "model.bin"
    if whole.exists():
        return whole.read_bytes()
    parts = {}
    for folder in [model_dir, *also]:
        for path in folder.glob("model.bin.part*"):
            parts[int(path.name.rsplit("part", 1)[1])] = path
    if not parts or sorted(parts) != list(range(1, len(parts) + 1)):
        sys.exit(f"no model.bin, nor a full set of model.bin.partN (found {sorted(parts)})")
    return b"".join(parts[number].read_bytes() for number in sorted(parts))


def read_variables(blob):
    """Returns the name of the model's kind, and its variables by name; scaled integers become float32."""
    reader = Reader(blob)
    version = reader.number("I")
    if version not in VERSIONS:
        sys.exit(f"CTranslate2 binary version {version} is not handled")
    spec = reader.text()
    reader.number("I")  # the revision of the kind
    raw = {}
    for _ in range(reader.number("I")):
        name = reader.text()
        raw[name] = reader.array()
    for _ in range(reader.number("I")):
        alias = reader.text()
        raw[alias] = raw[reader.text()]
    if reader.left:
        sys.exit(f"{reader.left} bytes left over: the file is damaged or not understood")
    return spec, unscaled(raw)


class Reader:
    """Reads little-endian bytes sequentially."""

    def __init__(self, blob):
        self.blob, self.position = blob, 0

    @property
    def left(self):
        return len(self.blob) - self.position

    def take(self, size):
        part = self.blob[self.position : self.position + size]
        self.position += size
        return part

    def number(self, kind):
        return struct.unpack("<" + kind, self.take(struct.calcsize("<" + kind)))[0]

    def text(self):
        return self.take(self.number("H"))[:-1].decode()

    def array(self):
        shape = [self.number("I") for _ in range(self.number("B"))]
        kind = self.number("B")
        data = self.take(self.number("I"))
        if kind == BFLOAT16:  # the upper half of a float32
            return (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4").reshape(shape)
        return np.frombuffer(data, np.dtype(TYPES[kind]).newbyteorder("<")).reshape(shape)


def unscaled(raw):
    out = {}
    for name, array in raw.items():
        if name.endswith("_scale") and name[:-6] in raw:
            continue
        scale = raw.get(name + "_scale")
        if scale is not None and array.dtype in (np.int8, np.int16):
            array = array.astype(np.float32) / scale.astype(np.float32).reshape(-1, *[1] * (array.ndim - 1))
        out[name] = array
    return out
