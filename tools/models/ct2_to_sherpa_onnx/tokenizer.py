"""The data about Whisper's tokens that sherpa-onnx needs."""

import base64

#: Multilingual models have at least this many tokens, and one more plain text token.
MULTILINGUAL = 51865


def metadata(name, dims, tokenizer, alignment_heads):
    """Returns the properties that sherpa-onnx reads from a model (sherpa-onnx/csrc/offline-whisper-model.cc)."""
    ids = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    ids.update({t: i for t, i in tokenizer["model"]["vocab"].items() if t == "<|endoftext|>"})
    multilingual = dims["n_vocab"] >= MULTILINGUAL
    sot, transcribe, translate = (ids[f"<|{t}|>"] for t in ("startoftranscript", "transcribe", "translate"))
    languages = sorted((i, token[2:-2]) for token, i in ids.items() if sot < i < translate)
    return {
        "model_type": f"whisper-{name}",
        "version": "1",
        "maintainer": "ct2_to_sherpa_onnx",
        **dims,
        "sot_sequence": f"{sot},{sot + 1},{transcribe}" if multilingual else sot,
        "all_language_tokens": ",".join(str(i) for i, _ in languages),
        "all_language_codes": ",".join(code for _, code in languages),
        "sot": sot,
        "sot_index": 0,
        "eot": ids["<|endoftext|>"],
        "blank_id": 220,
        "is_multilingual": int(multilingual),
        "no_speech": ids.get("<|nospeech|>", ids.get("<|nocaptions|>")),
        "transcribe": transcribe,
        "translate": translate,
        "sot_prev": ids["<|startofprev|>"],
        "sot_lm": ids["<|startoflm|>"],
        "no_timestamps": ids["<|notimestamps|>"],
        "n_alignment_heads": len(alignment_heads),
    }


def tokens_file(tokenizer, dims):
    """Returns one plain text token per line, its bytes in base64, by id."""
    tokens = byte_tokens(tokenizer["model"]["vocab"], dims["n_vocab"] >= MULTILINGUAL)
    return "".join(f"{base64.b64encode(token).decode() or '='} {i}\n" for i, token in enumerate(tokens))


def byte_tokens(vocabulary, multilingual):
    count = 50257 if multilingual else 50256
    to_byte = bytes_of_characters()
    by_id = {i: token for token, i in vocabulary.items() if i < count}
    by_id.setdefault(50256, "")  # the multilingual table ends in an empty token
    return [bytes(to_byte[c] for c in by_id[i]) for i in range(count)]


def bytes_of_characters():
    """Returns GPT-2's mapping of bytes to characters: printable bytes are unchanged, others start at 256."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in set(printable)]
    return {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}
