"""One round of training text: the corpora in chosen amounts, people replaced, lines joined, written as people write."""

from __future__ import annotations

import pathlib
import random
import re

from . import corpora
from .casing import TrueCaser, noise
from .generator import Generator
from .names import Names
from .text import Example

# How often each corpus is read in one round; 1 unless said.
AMOUNT = {
    "europeana.de.all": 0.25,
    "multiconer1.de.train": 0.35,
    "multiconer1.en.train": 0.3,
    "multiconer1.es.train": 0.04,
    "multiconer1.nl.train": 0.06,
    "nlu_eval.en.train": 0.25,
    "uner_bosque.pt.train": 0.12,
    "lener_br.pt.train": 0.03,
    "echr_es.es.train": 0.1,
    "sgd.en.train": 0.9,
    "germeval2014.de.dev": 2,
    "smartdata.de.train": 3,
    "uner_pud.de.test": 2,
    "uner_pud.en.test": 2,
    "litbank.en.all": 0.45,
    "wnut17.en.train": 3,
    "btc.en.train": 2,
    "mobie.de.train": 0.8,
    "crossner.en.dev": 0.6,
    "crossner.en.test": 0.6,
}
LER_WITHOUT_PERSON = 0.12  # share of the court sentences without a person
FOUND = "found.de.unlabelled"
TRUE_CASED = {"multiconer1.de.train": ("de", 0.75), "multiconer1.en.train": ("en", 0.65)}
REPLACED, REPLACED_AGAIN = 0.45, 0.85  # share of texts whose people are replaced; of texts that a round reads again
JOINED = 0.28  # share of lines that are joined with the next ones
LONGEST_JOINED = 800  # characters
MADE_UP_DE, MADE_UP_EN = 7500, 6000  # generated documents a round
_NAME = re.compile(r"[^\W\d_]+(?:[ \-.']+[^\W\d_]+)*")
_FILLERS = {
    True: ["smartdata.de.train", "uner_pud.de.test", "germeval2014.de.dev", "mobie.de.train"],
    False: ["sgd.en.train", "uner_pud.en.test", "wikigold.en.all", "wnut17.en.train"],
}
_PHRASES = {
    True: ["smartdata.de.train", "uner_pud.de.test", "germeval2014.de.dev", "mobie.de.train", "ler.de.train"],
    False: [
        "crossner.en.dev",
        "crossner.en.test",
        "uner_pud.en.test",
        "wikigold.en.all",
        "btc.en.train",
        "wnut17.en.train",
        "sgd.en.train",
    ],
}
_CAPITALIZED = re.compile(r"[A-ZÄÖÜ][^\W\d_]{2,}(?:[ -][A-ZÄÖÜ][^\W\d_]+){0,2}")
_SECTIONED = ("litbank", "europeana")  # running text: a part of it is taken in one piece


def _phrases(examples: list[Example], first_names: set[str]) -> list[str]:
    """Capitalized words, up to three in a row, outside all names; none of these words is part of a name anywhere."""
    named = {
        word.lower() for text, spans in examples for start, end in spans for word in re.findall(r"\w+", text[start:end])
    }
    found: set[str] = set()
    for text, spans in examples:
        outside, at = [], 0
        for start, end in spans:
            outside.append(text[at:start])
            at = end
        for part in [*outside, text[at:]]:
            for match in _CAPITALIZED.finditer(part):
                parts = re.split("[ -]", match[0])
                if not any(word.lower() in named or word in first_names for word in parts):
                    found.add(match[0])
    return sorted(found)


class Mixture:
    def __init__(self, data: pathlib.Path, found: pathlib.Path | None) -> None:
        """`found`: what `namemodel.label` wrote, read as one more corpus."""
        self._corpora = corpora.read_training(data)
        self._true_caser = TrueCaser(data, self._corpora)
        self._rng = random.Random()
        self._names = Names(data, self._rng)
        fillers = {}
        for german, files in _FILLERS.items():
            examples = [example for name in files for example in self._corpora[name] if 20 < len(example[0]) < 250]
            # Half of them with people: most lines of these corpora have none.
            named = [example for example in examples if example[1]]
            fillers[german] = named + [example for example in examples if not example[1]][: len(named)]
        phrases = {
            german: _phrases([example for name in files for example in self._corpora[name]], self._names.known_first)
            for german, files in _PHRASES.items()
        }
        self._generator = Generator(self._names, self._rng, fillers, phrases)
        if found:
            self._corpora[FOUND] = corpora.read(found.parent, found.name.removesuffix(".jsonl.gz"))

    def round(self, number: int, seed: int) -> list[Example]:
        """The texts of round `number`, in random order; the same for the same arguments."""
        self._rng.seed(f"{seed}/{number}")
        out: list[Example] = []
        for name, examples in self._corpora.items():
            out += self._join([self._vary(example, name, again) for example, again in self._pick(name, examples)])
        out += [self._generator.document(True) for _ in range(MADE_UP_DE)]
        out += [self._generator.document(False) for _ in range(MADE_UP_EN)]
        out = [noise(example, self._rng) for example in out]
        self._rng.shuffle(out)
        return out

    def _pick(self, name: str, examples: list[Example]) -> list[tuple[Example, bool]]:
        """(example, has it been read before in this round)"""
        rng = self._rng
        if name == "ler.de.train":
            return [(example, False) for example in examples if example[1] or rng.random() < LER_WITHOUT_PERSON]
        amount = AMOUNT.get(name, 1)
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
        if name in TRUE_CASED:
            language, share = TRUE_CASED[name]
            if rng.random() < share:
                example = self._true_caser.apply(example, language, rng)
        if example[1] and rng.random() < (REPLACED_AGAIN if again else REPLACED):
            example = self._replace_people(example, ".de." in name)
        return example

    def _replace_people(self, example: Example, german: bool) -> Example:
        """Every person gets another name of the same make; the same name the same one."""
        text, spans = example
        out, moved, at, known = "", [], 0, dict[str, str]()
        for start, end in spans:
            name = text[start:end]
            if name not in known:
                known[name] = self._like(name, german)
            out += text[at:start]
            moved.append((len(out), len(out) + len(known[name])))
            out += known[name]
            at = end
        return out + text[at:], moved

    def _like(self, name: str, german: bool) -> str:
        if not _NAME.fullmatch(name) or len(name) > 40:
            return name
        rng = self._rng
        if len(name.split()) > 1:
            new = self._names.full(self._names.person(german), german)
        elif name.title() in self._names.known_first and rng.random() < 0.85:
            new = self._names.first(german)
        else:
            new = self._names.last(german)
        if name.islower():
            return new.lower()
        return new.upper() if name.isupper() and len(name) > 3 else new

    def _join(self, examples: list[Example]) -> list[Example]:
        """Some neighbouring lines become one text."""
        rng, out, i = self._rng, list[Example](), 0
        while i < len(examples):
            text, spans = examples[i][0], list(examples[i][1])
            i += 1
            for _ in range(rng.choice([1, 2, 3, 4, 6]) if rng.random() < JOINED else 0):
                if i == len(examples) or len(text) + len(examples[i][0]) > LONGEST_JOINED:
                    break
                text += rng.choice(["\n", "\n", " "])
                spans += [(len(text) + start, len(text) + end) for start, end in examples[i][1]]
                text += examples[i][0]
                i += 1
            out.append((text, spans))
        return out
