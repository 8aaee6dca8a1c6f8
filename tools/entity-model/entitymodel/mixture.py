"""Composes one round of training text: the corpora in chosen amounts, with replaced people and places, joined lines,
cut documents, and styles of writing.
"""

from __future__ import annotations

import dataclasses
import pathlib
import random
import re

from . import corpora
from .casing import TrueCaser, noise
from .generator import Generator
from .names import Names, language_of
from .places import Places
from .replace import Replacer
from .tables import Tables
from .text import Example, Marked

LER_WITHOUT = 0.06  # share of the court sentences without person, place, street or address that are read
# Share of the texts with replacements; for texts that a round reads again.
PEOPLE, PEOPLE_AGAIN = 0.45, 0.85
COMPANIES, TOWNS, STREETS, NUMBERS = 0.15, 0.15, 0.5, 0.6
INFLECTED = 0.3  # the remaining fraction in languages with case endings, which the lists lack
JOINED = 0.28  # share of lines that are joined with the next ones
LONGEST_JOINED = 800  # characters
CUT = 0.35  # share of the documents that are read in part
MADE_UP_DE, MADE_UP_EN, TABLES = 2000, 1800, 1500  # generated documents a round
_FILLERS = {
    "de": ["smartdata.de.train", "uner_pud.de.test", "germeval2014.de.dev", "mobie.de.train"],
    "en": ["uner_ewt.en.train", "uner_pud.en.test", "wikigold.en.all", "wnut17.en.train"],
}
_PHRASES = {
    "de": ["smartdata.de.train", "uner_pud.de.test", "germeval2014.de.dev", "mobie.de.train", "ler.de.train"],
    "en": [
        "crossner.en.dev",
        "crossner.en.test",
        "uner_pud.en.test",
        "wikigold.en.all",
        "btc.en.train",
        "wnut17.en.train",
        "uner_ewt.en.train",
    ],
}
_CAPITALIZED = re.compile(r"[A-ZÄÖÜ][^\W\d_]{2,}(?:[ -][A-ZÄÖÜ][^\W\d_]+){0,2}")
_DOCUMENTS = ("authored", "written")  # each is a separate text
_SECTIONED = ("litbank", "europeana")  # running text: a contiguous part of it is read
_KEPT_COURT = {"PERSON", "LOC", "STREET", "ADDRESS"}


def _phrases(examples: list[Example], first_names: set[str]) -> list[str]:
    """Returns capitalized words, up to three in a row, outside all spans. None of the words occurs in a name."""
    named = {
        word.lower()
        for example in examples
        for start, end, label in example.spans
        if label == "PERSON"
        for word in re.findall(r"\w+", example.text[start:end])
    }
    found: set[str] = set()
    for example in examples:
        outside, at = [], 0
        for start, end, _ in example.spans:
            outside.append(example.text[at:start])
            at = end
        for part in [*outside, example.text[at:]]:
            for match in _CAPITALIZED.finditer(part):
                parts = re.split("[ -]", match[0])
                if not any(word.lower() in named or word in first_names for word in parts):
                    found.add(match[0])
    return sorted(found)


def _has_person(example: Example) -> bool:
    return any(label == "PERSON" for _, _, label in example.spans)


class Mixture:
    def __init__(self, data: pathlib.Path) -> None:
        self._corpora = corpora.read_training(data)
        self._true_caser = TrueCaser(self._corpora)
        self._rng = random.Random()
        self._names, self._places = Names(data, self._rng), Places(data, self._rng)
        self._replacer = Replacer(self._names, self._places)
        self._tables = Tables(self._names, self._places, self._rng)
        fillers = {}
        for language, files in _FILLERS.items():
            examples = [example for name in files for example in self._corpora[name] if 20 < len(example.text) < 250]
            # Half of them contain people, because most lines of these corpora have none.
            named = [example for example in examples if _has_person(example)]
            fillers[language] = named + [example for example in examples if not _has_person(example)][: len(named)]
        phrases = {
            language: _phrases([example for name in files for example in self._corpora[name]], self._names.known_first)
            for language, files in _PHRASES.items()
        }
        self._generator = Generator(self._names, self._places, self._rng, fillers, phrases)

    def round(self, number: int, seed: int) -> list[Example]:
        """Returns the texts of round `number` in random order; deterministic for the same arguments."""
        self._rng.seed(f"{seed}/{number}")
        out: list[Example] = []
        for name, examples in self._corpora.items():
            varied = [self._vary(example, name, again) for example, again in self._pick(name, examples)]
            out += [self._part(example) for example in varied] if name.startswith(_DOCUMENTS) else self._join(varied)
        out += [self._generator.document("de") for _ in range(MADE_UP_DE)]
        out += [self._generator.document("en") for _ in range(MADE_UP_EN)]
        out += [self._tables.document() for _ in range(TABLES)]
        out = [noise(example, self._rng) for example in out]
        self._rng.shuffle(out)
        return out

    def _pick(self, name: str, examples: list[Example]) -> list[tuple[Example, bool]]:
        """Returns examples, and whether each was read before in this round."""
        rng, amount = self._rng, corpora.AMOUNT[name]
        if name == "ler.de.train":
            examples = [
                example
                for example in examples
                if any(label in _KEPT_COURT for _, _, label in example.spans) or rng.random() < LER_WITHOUT
            ]
        whole, rest = int(amount), round((amount - int(amount)) * len(examples))
        picked = [(example, i > 0) for i in range(whole) for example in examples]
        if name.startswith(_SECTIONED):
            start = rng.randrange(len(examples))
            part = [examples[(start + i) % len(examples)] for i in range(rest)]
        else:
            part = rng.sample(examples, rest)
        return picked + [(example, whole > 0) for example in part]

    def _vary(self, example: Example, name: str, again: bool) -> Example:
        rng = self._rng
        if name in corpora.TRUE_CASED:
            language, share = corpora.TRUE_CASED[name]
            if rng.random() < share:
                example = self._true_caser.apply(example, language, rng)
        if not example.spans:
            return example
        language = language_of(name.split(".")[1])
        kept = INFLECTED if language == "pl" else 1
        if rng.random() < (PEOPLE_AGAIN if again else PEOPLE) * kept:
            example = self._replacer.people(example, language)
        if rng.random() < COMPANIES * kept:
            example = self._replacer.companies(example, language)
        if rng.random() < TOWNS * kept:
            example = self._replacer.towns(example, language)
        if language == "de" and rng.random() < STREETS:
            example = self._replacer.streets(example)
        return self._replacer.numbers(example) if rng.random() < NUMBERS else example

    def _part(self, document: Example) -> Example:
        """Returns the document, or some consecutive lines of it that cut no span."""
        text = document.text
        starts = [0, *(match.end() for match in re.finditer("\n", text))]
        starts = [at for at in starts if not any(start < at < end for start, end, _ in document.spans)]
        if len(starts) < 4 or self._rng.random() > CUT:
            return document
        first, last = sorted(self._rng.sample([*starts, len(text)], 2))
        spans = [(a - first, b - first, label) for a, b, label in document.spans if first <= a and b <= last]
        return dataclasses.replace(document, text=text[first:last], spans=spans)

    def _join(self, examples: list[Example]) -> list[Example]:
        """Joins some neighboring lines to one text."""
        rng, out, i = self._rng, list[Example](), 0
        while i < len(examples):
            text, spans, complete = examples[i].text, list[Marked](examples[i].spans), examples[i].complete
            i += 1
            for _ in range(rng.choice([1, 2, 3, 4, 6]) if rng.random() < JOINED else 0):
                if i == len(examples) or len(text) + len(examples[i].text) > LONGEST_JOINED:
                    break
                text += rng.choice(["\n", "\n", " ", "\t"])
                spans += [(len(text) + start, len(text) + end, label) for start, end, label in examples[i].spans]
                text += examples[i].text
                complete &= examples[i].complete
                i += 1
            out.append(Example(text, spans, complete))
        return out
