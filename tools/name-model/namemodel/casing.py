"""How people really write: lower case, capitals, typos, missing punctuation; and giving lower-case corpora capitals."""

from __future__ import annotations

import collections
import json
import pathlib
import random
import re
import unicodedata

from . import corpora
from .text import Example, words

_PARTICLES = set("von van der den de da di du la le el al bin ibn zu zur dos del ter ten of the und y e".split())
_CASED_SOURCES = {
    "de": ["germeval2014.de.dev", "smartdata.de.train", "uner_pud.de.test", "mobie.de.train", "ler.de.train"],
    "en": [
        "crossner.en.dev",
        "crossner.en.test",
        "crossner.en.train",
        "litbank.en.all",
        "uner_pud.en.test",
        "wikigold.en.all",
        "sgd.en.train",
    ],
}
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


class TrueCaser:
    """Most frequent capitalization of each word away from sentence starts."""

    def __init__(self, data: pathlib.Path, training: dict[str, list[Example]]) -> None:
        self._forms: dict[str, dict[str, str]] = {}
        for language, names in _CASED_SOURCES.items():
            texts = [text for name in names for text, _ in training[name]]
            if language == "de":
                texts += [
                    json.loads(line)["text"]
                    for path in sorted((data / "unlabelled").glob("*.de.*"))
                    for line in corpora.open_lines(path)
                ]
            counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
            for text in texts:
                spans = words(text)
                for (before_start, before_end), (start, end) in zip(spans, spans[1:]):
                    word = text[start:end]
                    if text[before_start:before_end] in '.!?:"„“-–•' or "\n" in text[before_end:start]:
                        continue
                    if word[0].isalpha() and not (word.isupper() and len(word) > 3):
                        counts[word.lower()][word] += 1
            self._forms[language] = {word: forms.most_common(1)[0][0] for word, forms in counts.items()}

    def apply(self, example: Example, language: str, rng: random.Random) -> Example:
        """Lower-case text with likely capitals; spans keep their places."""
        text, spans = example
        inside = bytearray(len(text))
        for start, end in spans:
            inside[start:end] = b"\1" * (end - start)
        out, sentence_start = list(text), True
        for start, end in words(text):
            word = text[start:end]
            if not word[0].isalpha():
                sentence_start = word in ".!?"
                continue
            if inside[start]:
                cased = word if word in _PARTICLES and not sentence_start else word.capitalize()
            else:
                cased = self._forms[language].get(word) or (
                    word.capitalize() if len(word) > 3 and rng.random() < 0.9 else word
                )
                if sentence_start:
                    cased = cased[0].upper() + cased[1:]
            if len(cased) == end - start:
                out[start:end] = cased
            sentence_start = False
        return "".join(out), spans


def _rewrite(example: Example, change) -> Example:
    """Replace each character by `change(i, char)`, any length, and move the spans along."""
    text, spans = example
    pieces = [change(i, char) for i, char in enumerate(text)]
    at = [0]
    for piece in pieces:
        at.append(at[-1] + len(piece))
    moved = [(at[start], at[end]) for start, end in spans]
    return "".join(pieces), [(start, end) for start, end in moved if start < end]


def _names_only(example: Example, change) -> Example:
    text, spans = example
    out = list(text)
    for start, end in spans:
        changed = change(text[start:end])
        if len(changed) == end - start:
            out[start:end] = changed
    return "".join(out), spans


def _typos(example: Example, rng: random.Random) -> Example:
    """About one wrong letter in thirty: left out, doubled, or a neighbour's."""

    def change(_: int, char: str) -> str:
        if not char.isalpha() or rng.random() > 0.03:
            return char
        return rng.choice(["", char + char, rng.choice("abcdefghiklmnoprstuw")])

    return _rewrite(example, change)


def _without_punctuation(example: Example) -> Example:
    """As speech recognition writes: lower case, no punctuation except inside words."""
    text, spans = example
    return _rewrite(
        (text.lower() if len(text.lower()) == len(text) else text, spans),
        lambda i, char: (
            ""
            if char in '.,;:!?"()„“”'
            and not (0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum())
            else char
        ),
    )


def noise(example: Example, rng: random.Random) -> Example:
    """One of the ways in which people write, most often the text as it is."""
    text, spans = example
    r = rng.random()
    if r < 0.07:
        text = text.lower() if len(text.lower()) == len(text) else text
    elif r < 0.095:
        text = text.upper() if len(text.upper()) == len(text) else text
    elif r < 0.115:
        return _names_only(example, str.upper)
    elif r < 0.135:
        return _names_only(example, str.lower)
    elif r < 0.165:
        return _typos(example, rng)
    elif r < 0.185:
        return _without_punctuation(example)
    elif r < 0.20:
        return _rewrite(example, lambda _, char: _UMLAUTS.get(char, char))
    elif r < 0.21:
        return _rewrite(example, lambda _, char: unicodedata.normalize("NFD", char)[0])
    if rng.random() < 0.12:
        end = len(re.sub(r"[.!?]+$", "", text))
        if not spans or spans[-1][1] <= end:
            text = text[:end]
    return text, spans
