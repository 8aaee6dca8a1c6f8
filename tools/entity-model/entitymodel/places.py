"""Draws random companies, towns and streets from the lists, and other digits for numbers."""

from __future__ import annotations

import pathlib
import random

from . import corpora
from .names import LANGUAGES

_COUNTRIES = {
    "de": ["de", "at", "ch"],
    "en": ["us", "gb"],
    "es": ["es"],
    "fr": ["fr"],
    "it": ["it"],
    "nl": ["nl"],
    "pl": ["pl"],
    "pt": ["pt", "br"],
}
_FOREIGN = 0.15  # share of companies and towns from anywhere
_LONGEST = 40  # characters


class Places:
    """Draws by `language`, one of `names.LANGUAGES`: that of the surrounding text."""

    def __init__(self, data: pathlib.Path, rng: random.Random) -> None:
        self._data, self._rng = data / "lists", rng
        self._companies = {language: self._of_countries("companies", language) for language in LANGUAGES}
        self._companies["de"] += _spread(self._list("shops.de"), 3000)
        self._companies["en"] += self._list("companies.us_messy") + self._list("orgs.en")
        self._any_company = self._list("companies.other") + self._list("brands")
        self._towns = {language: self._of_countries("cities", language) for language in LANGUAGES}
        self._towns["de"] += self._list("towns.de")
        self._any_town = self._list("cities.world") + self._list("regions.world")
        self._streets = self._list("streets.de")

    def _list(self, name: str) -> list[str]:
        path = self._data / f"{name}.txt.gz"
        lines = (line.strip() for line in corpora.open_lines(path)) if path.exists() else ()
        return [line for line in lines if 2 < len(line) < _LONGEST and line[0].isalnum()]

    def _of_countries(self, kind: str, language: str) -> list[str]:
        return [entry for country in _COUNTRIES[language] for entry in self._list(f"{kind}.{country}")]

    def company(self, language: str) -> str:
        own = self._companies[language]
        return self._rng.choice(own if self._rng.random() > _FOREIGN else self._any_company)

    def town(self, language: str) -> str:
        own = self._towns[language]
        return self._rng.choice(own if self._rng.random() > _FOREIGN else self._any_town)

    def german_street(self) -> str:
        return self._rng.choice(self._streets)

    def other_digits(self, number: str) -> str:
        """Returns the number with other digits. A leading zero stays, and no new one is added."""
        rng = self._rng

        def change(i: int, char: str) -> str:
            if not char.isdecimal() or (char == "0" and (i == 0 or not number[i - 1].isdecimal())):
                return char
            return str(rng.randrange(0 if i and number[i - 1].isdecimal() else 1, 10))

        return "".join(change(i, char) for i, char in enumerate(number))


def _spread(entries: list[str], count: int) -> list[str]:
    """Returns `count` entries spread over the list, deterministically."""
    return entries[:: max(1, len(entries) // count)]
