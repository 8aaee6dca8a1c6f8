"""ONNX graphs, written node by node."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
OPSET = 17
IR_VERSION = 8
#: Constants up to this many numbers are written once, however often they are used.
SHARED = 64


def float32(array):
    return np.ascontiguousarray(array, dtype=np.float32)


class Graph:
    """Builds a graph. Every method adds nodes and returns the name of the last one's output."""

    def __init__(self):
        self.nodes, self.constants, self.known, self.count = [], [], {}, 0
        self.model = None

    def constant(self, array, name=None):
        array = np.asarray(array, order="C")
        key = (array.dtype.str, array.shape, array.tobytes()) if array.size <= SHARED else None
        if key in self.known:
            return self.known[key]
        name = name or f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        if key:
            self.known[key] = name
        return name

    def weight(self, array):
        return self.constant(float32(array))

    def integers(self, *values):
        return self.constant(np.array(values, np.int64))

    def op(self, kind, *inputs, outputs=1, out=None, **attributes):
        """Adds a node. `out` names its output; several `outputs` are returned as a list of names."""
        self.count += 1
        names = [out] if out else [f"t{self.count}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, f"{kind}_{self.count}", **attributes))
        return names[0] if len(names) == 1 else names

    def gelu(self, x):
        """Adds GELU in its exact form, a pattern that onnxruntime fuses."""
        erf = self.op("Erf", self.op("Div", x, self.constant(np.float32(np.sqrt(2)))))
        product = self.op("Mul", x, self.op("Add", erf, self.constant(np.float32(1))))
        return self.op("Mul", product, self.constant(np.float32(0.5)))

    def norm(self, x, state, name):
        scale, bias = self.weight(state[f"{name}.weight"]), self.weight(state[f"{name}.bias"])
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5)

    def linear(self, x, weight, bias):
        return self.op("Add", self.op("MatMul", x, self.constant(float32(weight).T)), self.weight(bias))

    def layer(self, x, state, name):
        return self.linear(x, state[f"{name}.weight"], state[f"{name}.bias"])

    def feed_forward(self, x, state, name):
        inner = self.gelu(self.layer(self.norm(x, state, f"{name}.mlp_ln"), state, f"{name}.mlp.0"))
        return self.op("Add", x, self.layer(inner, state, f"{name}.mlp.2"))

    def finish(self, inputs, outputs):
        """Builds `self.model`. Inputs and outputs are given as (name, type, shape)."""

        def infos(specs):
            return [helper.make_tensor_value_info(*spec) for spec in specs]

        graph = helper.make_graph(self.nodes, "whisper", infos(inputs), infos(outputs), self.constants)
        self.model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
            producer_name="ct2_to_sherpa_onnx",
        )
        return self

    def describe(self, metadata):
        helper.set_model_props(self.model, {key: str(value) for key, value in metadata.items()})
