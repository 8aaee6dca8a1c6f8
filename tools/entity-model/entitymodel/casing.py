"""Simulates real writing (lower case, capitals, typos, missing punctuation), and restores capitals in lower-case
corpora.
"""

from __future__ import annotations

import collections
import dataclasses
import random
import re
import unicodedata
from collections.abc import Callable

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
    """The most frequent capitalization of each word, except at sentence starts."""

    def __init__(self, training: dict[str, list[Example]]) -> None:
        self._forms: dict[str, dict[str, str]] = {}
        for language, names in _CASED_SOURCES.items():
            texts = [example.text for name in names for example in training[name]]
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
        """Adds likely capitals to a lower-case text; spans keep their positions."""
        text = example.text
        inside = bytearray(len(text))
        for start, end, _ in example.spans:
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
        return dataclasses.replace(example, text="".join(out))


def _rewrite(example: Example, change: Callable[[int, str], str]) -> Example:
    """Replaces each character by `change(i, char)` of any length, and moves the spans accordingly."""
    pieces = [change(i, char) for i, char in enumerate(example.text)]
    at = [0]
    for piece in pieces:
        at.append(at[-1] + len(piece))
    moved = [(at[start], at[end], label) for start, end, label in example.spans]
    spans = [(start, end, label) for start, end, label in moved if start < end]
    return dataclasses.replace(example, text="".join(pieces), spans=spans)


def _names_only(example: Example, change: Callable[[str], str]) -> Example:
    out = list(example.text)
    for start, end, label in example.spans:
        changed = change(example.text[start:end])
        if label == "PERSON" and len(changed) == end - start:
            out[start:end] = changed
    return dataclasses.replace(example, text="".join(out))


def _all_over(example: Example, change: Callable[[str], str]) -> Example:
    """Changes the whole text if that keeps its length."""
    changed = change(example.text)
    return dataclasses.replace(example, text=changed) if len(changed) == len(example.text) else example


def _typos(example: Example, rng: random.Random) -> Example:
    """Changes about one letter in thirty: omits, doubles or replaces it."""

    def change(_: int, char: str) -> str:
        if not char.isalpha() or rng.random() > 0.03:
            return char
        return rng.choice(["", char + char, rng.choice("abcdefghiklmnoprstuw")])

    return _rewrite(example, change)


def _without_punctuation(example: Example) -> Example:
    """Imitates speech recognition: lower case, no punctuation except inside words."""
    text = example.text
    return _rewrite(
        _all_over(example, str.lower),
        lambda i, char: (
            ""
            if char in '.,;:!?"()„“”'
            and not (0 < i < len(text) - 1 and text[i - 1].isalnum() and text[i + 1].isalnum())
            else char
        ),
    )


def noise(example: Example, rng: random.Random) -> Example:
    """Applies one random style of writing, most often none."""
    r = rng.random()
    if r < 0.07:
        return _all_over(example, str.lower)
    if r < 0.095:
        return _all_over(example, str.upper)
    if r < 0.115:
        return _names_only(example, str.upper)
    if r < 0.135:
        return _names_only(example, str.lower)
    if r < 0.165:
        return _typos(example, rng)
    if r < 0.185:
        return _without_punctuation(example)
    if r < 0.20:
        return _rewrite(example, lambda _, char: _UMLAUTS.get(char, char))
    if r < 0.21:
        return _rewrite(example, lambda _, char: unicodedata.normalize("NFD", char)[0])
    if rng.random() < 0.12:
        end = len(re.sub(r"[.!?]+$", "", example.text))
        if not example.spans or example.spans[-1][1] <= end:
            return dataclasses.replace(example, text=example.text[:end])
    return example
