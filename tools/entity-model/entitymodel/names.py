"""Draws random people from name lists by origin, so that first and last name usually match."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import random
import re

from . import corpora

_LATIN_END = 0x250
_FITTING = re.compile(r"[^\W\d_][^\W\d_'’\- ]*(?:[\-'’ ][^\W\d_]+)*")
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl", "pt")
_PARTICLES = {
    "de": "von|von der|van|zu|von und zu|vom|zum|de|Freiherr von|al|El|Al|Ben".split("|"),
    "en": ["van", "van der", "de la", "de", "Van", "Le", "La", "St.", "von", "bin", "el", "dos", "da", "Del"],
    "es": ["de", "de la", "del", "de los", "de las"],
    "fr": ["de", "du", "de la", "des", "Le", "La", "d'", "van"],
    "it": ["Di", "De", "Del", "Della", "Lo", "La", "D'", "di"],
    "nl": ["van", "van de", "van der", "van den", "de", "ter", "ten", "in 't", "van 't", "Van den", "De"],
    "pl": ["von", "de"],
    "pt": ["de", "da", "do", "dos", "das"],
}
_OTHER_LISTS = (
    "tr pl it es fr nl pt sv da no fi cs sk hr hu ro sl lt lv et id ig yo sw ha tw en_IN en_NG en_PK world ga az"
).split()

# Names that the lists lack or have too rarely: romanized names of languages with lists in other scripts,
# names that are also words and must be learned from context alone, and familiar first names.
_PEOPLE = json.loads((pathlib.Path(__file__).parent / "templates" / "people.json").read_text(encoding="utf-8"))
_ROMANIZED = [(names["first"].split(), names["last"].split()) for names in _PEOPLE["romanized"].values()]
_NOUN_LAST_DE, _NOUN_LAST_EN = _PEOPLE["noun_last_de"].split(), _PEOPLE["noun_last_en"].split()
_WORD_FIRST_EN = _PEOPLE["word_first_en"].split()
_FAMILIAR_DE, _FAMILIAR_EN = _PEOPLE["familiar_de"].split(), _PEOPLE["familiar_en"].split()


@dataclasses.dataclass(frozen=True)
class Person:
    first: str
    last: str


def _is_fitting(name: str) -> bool:
    return 1 < len(name) < 25 and all(ord(char) < _LATIN_END for char in name) and _FITTING.fullmatch(name) is not None


def language_of(code: str) -> str:
    """Returns the language of the names in a text in `code`: one of LANGUAGES, or English."""
    return code if code in LANGUAGES else "en"


class Names:
    """Draws names; `language`, one of LANGUAGES, is that of the surrounding text."""

    def __init__(self, data: pathlib.Path, rng: random.Random) -> None:
        self._data, self._rng = data / "names", rng
        self._berlin = self._list("de_berlin.first")  # by falling frequency
        self._first_de, self._last_de = self._list("de_DE.first"), self._list("de_DE.last")
        self._more_last_de = self._list("de.last") + self._list("de_AT.last") + self._list("de_CH.last")
        self._rare_last_de = self._list("de_germaner.last")
        self._first_us, self._last_us = self._list("us_census.first"), self._list("us_census.last")
        self._first_en = self._list("en_US.first") + self._list("en_GB.first")
        self._more_first_en = self._list("en.first")
        self._last_en = self._list("en_US.last") + self._list("en_GB.last")
        self._more_last_en = self._list("en.last")
        self._rare_first, self._rare_last = self._list("multi_wiktionary.first"), self._list("multi_wiktionary.last")
        self._own = {
            language: (self._list(f"{language}.first"), self._list(f"{language}.last"))
            for language in LANGUAGES
            if language not in ("de", "en")
        }
        self._origins = [(self._list(f"{code}.first"), self._list(f"{code}.last")) for code in _OTHER_LISTS]
        self._origins = [(first, last) for first, last in self._origins if len(first) > 7 and len(last) > 7]
        self._origins += 2 * _ROMANIZED
        self._origins += 5 * [(self._list("tr.first"), self._list("tr.last"))]
        self.known_first = {
            name
            for names in (
                *(self._berlin, self._first_de, self._first_us, self._more_first_en, self._first_en),
                *(first for first, _ in self._own.values()),
            )
            for name in names
        }

    def _list(self, name: str) -> list[str]:
        path = self._data / f"{name}.txt.gz"
        lines = (line.strip() for line in corpora.open_lines(path)) if path.exists() else ()
        return [name for name in (line.title() if line.isupper() else line for line in lines) if _is_fitting(name)]

    def _frequent(self, names: list[str], steepness: float) -> str:
        """Draws a name of a list by falling frequency; the first ones are far more likely."""
        return names[int(len(names) * self._rng.random() ** steepness)]

    def person(self, language: str) -> Person:
        rng, r = self._rng, self._rng.random()
        if r < 0.2:
            first, last = rng.choice(self._origins)
            return Person(rng.choice(first), rng.choice(last))
        if r < 0.24:
            language = rng.choice(LANGUAGES)
        return Person(self.first(language), self.last(language))

    def first(self, language: str) -> str:
        rng, r = self._rng, self._rng.random()
        if language == "de":
            if r < 0.15:
                return rng.choice(_FAMILIAR_DE)
            if r < 0.4:
                return rng.choice(self._first_de)
            if r < 0.85:
                return self._frequent(self._berlin, 3)
        elif language == "en":
            if r < 0.2:
                return rng.choice(_FAMILIAR_EN)
            if r < 0.26:
                return rng.choice(_WORD_FIRST_EN)
            if r < 0.5:
                return rng.choice(self._first_en)
            if r < 0.7:
                return self._frequent(self._first_us, 2)
            if r < 0.8:
                return rng.choice(self._more_first_en)
        elif r < 0.85:
            return rng.choice(self._own[language][0])
        return rng.choice(self._rare_first) if r < 0.92 else rng.choice(rng.choice(self._origins)[0])

    def _bare_last(self, language: str) -> str:
        rng, r = self._rng, self._rng.random()
        if language == "de":
            if r < 0.08:
                return rng.choice(_NOUN_LAST_DE)
            if r < 0.3:
                return rng.choice(self._last_de)
            if r < 0.5:
                return rng.choice(self._more_last_de)
            if r < 0.85:
                return rng.choice(self._rare_last_de)
        elif language == "en":
            if r < 0.06:
                return rng.choice(_NOUN_LAST_EN)
            if r < 0.3:
                return rng.choice(self._last_en)
            if r < 0.65:
                return self._frequent(self._last_us, 2)
            if r < 0.82:
                return rng.choice(self._more_last_en)
        elif r < 0.82:
            return rng.choice(self._own[language][1])
        return rng.choice(self._rare_last) if r < 0.9 else rng.choice(rng.choice(self._origins)[1])

    def last(self, language: str) -> str:
        rng, name, r = self._rng, self._bare_last(language), self._rng.random()
        if r < 0.04:
            return f"{rng.choice(_PARTICLES[language])} {name}"
        if r < 0.08:
            return f"{name}-{self._bare_last(language)}"
        if r < 0.09:
            return rng.choice(["O'", "Mc", "Mac", "D'", "O’", "al-", "Al-", "El-"]) + name
        return name

    def full(self, person: Person, language: str) -> str:
        """Returns first and last name in one of their formats."""
        rng, r, first = self._rng, self._rng.random(), person.first
        if r < 0.06:
            first += f" {rng.choice('ABCDEFGHJKLMNPRSTW')}."
        elif r < 0.10:
            first += " " + self.first(language)
        elif r < 0.13:
            first += "-" + self.first(language)
        elif r < 0.17:
            first = initial(first)
        elif r < 0.18:
            first = f"{initial(first)} {rng.choice('ABCDEFGHJKLMNPRSTW')}."
        elif r < 0.19:
            return f"{first} {person.last[0]}."
        last = person.last
        if language == "en" and rng.random() < 0.02:
            last += rng.choice([" Jr.", " Jr", " III", " Sr.", ", Jr."])
        if rng.random() < (0.3 if language in ("es", "pt") else 0.015):
            last += " " + self._bare_last(language)
        return f"{first} {last}"


def initial(name: str) -> str:
    return "-".join(part[0] + "." for part in name.split("-") if part)


def genitive(name: str) -> tuple[str, str]:
    """Returns the German genitive as the name and the text after it: "Müllers" + "", "Hans" + "'"."""
    return (name, "'") if name[-1] in "sxzß" else (name + "s", "")
