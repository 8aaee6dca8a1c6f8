"""Renames CTranslate2's variables of Whisper to openai-whisper's names (openai/whisper, whisper/model.py)."""

POSITIONS = "position_encodings/encodings"


def dimensions(ct2):
    """Returns openai-whisper's ModelDimensions, in the order in which sherpa-onnx's exports write them."""
    return {
        "n_vocab": ct2["decoder/embeddings/weight"].shape[0],
        "n_audio_ctx": ct2[f"encoder/{POSITIONS}"].shape[0],
        "n_audio_state": ct2["encoder/conv1/weight"].shape[0],
        "n_audio_head": int(ct2["encoder/num_heads"]),
        "n_audio_layer": layers(ct2, "encoder"),
        "n_text_ctx": ct2[f"decoder/{POSITIONS}"].shape[0],
        "n_text_state": ct2["decoder/embeddings/weight"].shape[1],
        "n_text_head": int(ct2["decoder/num_heads"]),
        "n_text_layer": layers(ct2, "decoder"),
        "n_mels": ct2["encoder/conv1/weight"].shape[1],
    }


def layers(ct2, side):
    return len({name.split("/")[1] for name in ct2 if name.startswith(f"{side}/layer_")} - {"layer_norm"})


def openai_state(ct2):
    """Returns arrays by openai-whisper's names; weights are views of those in `ct2`."""
    names = Names(ct2)
    names.copy("encoder/" + POSITIONS, "encoder.positional_embedding")
    for conv in ("conv1", "conv2"):
        names.linear(f"encoder/{conv}", f"encoder.{conv}")
    for i in range(layers(ct2, "encoder")):
        names.self_attention(f"encoder/layer_{i}", f"encoder.blocks.{i}")
        names.feed_forward(f"encoder/layer_{i}", f"encoder.blocks.{i}")
    names.norm("encoder/layer_norm", "encoder.ln_post")
    names.copy("decoder/" + POSITIONS, "decoder.positional_embedding")
    names.copy("decoder/embeddings/weight", "decoder.token_embedding.weight")
    for i in range(layers(ct2, "decoder")):
        names.self_attention(f"decoder/layer_{i}", f"decoder.blocks.{i}")
        names.cross_attention(f"decoder/layer_{i}", f"decoder.blocks.{i}")
        names.feed_forward(f"decoder/layer_{i}", f"decoder.blocks.{i}")
    names.norm("decoder/layer_norm", "decoder.ln")
    return names.state


class Names:
    def __init__(self, ct2):
        self.ct2, self.state = ct2, {}

    def copy(self, source, target):
        self.state[target] = self.ct2[source]

    def norm(self, source, target):
        self.copy(f"{source}/gamma", f"{target}.weight")
        self.copy(f"{source}/beta", f"{target}.bias")

    def linear(self, source, *targets):
        """Adds one layer, or several that CTranslate2 stores as one. Keys have no bias in Whisper."""
        weight, bias = self.ct2[f"{source}/weight"], self.ct2.get(f"{source}/bias")
        step = weight.shape[0] // len(targets)
        for i, target in enumerate(targets):
            rows = slice(i * step, (i + 1) * step)
            self.state[f"{target}.weight"] = weight[rows]
            if bias is not None and not target.endswith(".key"):
                self.state[f"{target}.bias"] = bias[rows]

    def self_attention(self, source, target):
        self.norm(f"{source}/self_attention/layer_norm", f"{target}.attn_ln")
        attention = [f"{target}.attn.{part}" for part in ("query", "key", "value")]
        self.linear(f"{source}/self_attention/linear_0", *attention)
        self.linear(f"{source}/self_attention/linear_1", f"{target}.attn.out")

    def cross_attention(self, source, target):
        self.norm(f"{source}/attention/layer_norm", f"{target}.cross_attn_ln")
        self.linear(f"{source}/attention/linear_0", f"{target}.cross_attn.query")
        self.linear(f"{source}/attention/linear_1", f"{target}.cross_attn.key", f"{target}.cross_attn.value")
        self.linear(f"{source}/attention/linear_2", f"{target}.cross_attn.out")

    def feed_forward(self, source, target):
        self.norm(f"{source}/ffn/layer_norm", f"{target}.mlp_ln")
        self.linear(f"{source}/ffn/linear_0", f"{target}.mlp.0")
        self.linear(f"{source}/ffn/linear_1", f"{target}.mlp.2")
