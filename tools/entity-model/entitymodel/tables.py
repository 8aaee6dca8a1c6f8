"""Generates tables and lists, in which cells and lines limit values, in every language of `names`."""

from __future__ import annotations

import json
import pathlib
import random

from .labels import CLASSES
from .names import LANGUAGES, Names
from .places import Places
from .text import Example, Marked

_TEMPLATES = pathlib.Path(__file__).parent / "templates"
_HEADERS = json.loads((_TEMPLATES / "columns.json").read_text(encoding="utf-8"))
_STREETS = json.loads((_TEMPLATES / "streets.json").read_text(encoding="utf-8"))
# Kinds of columns, by the keys of the header file, with the labels of their cells.
_MARKS = {
    "N": "PERSON",
    "L": "PERSON",
    "F": "PERSON",
    "Q": "PERSON",
    "o": "ORG",
    "c": "LOC",
    "s": "ADDRESS",
    "z": "ADDRESS",
    "d": "DATE",
    "b": "DOB",
    "r": "REF",
    "v": "USERNAME",
}
_NAMED = [["N"], ["N"], ["L", "F"], ["F", "L"], ["Q"], []]
_SEPARATORS = ["\t", "\t", " | ", "|", ";", ", ", "; ", ",", " – "]
_COMPLETE = frozenset(CLASSES) - {"ROLE"}


class Tables:
    def __init__(self, names: Names, places: Places, rng: random.Random) -> None:
        self._names, self._places, self._rng = names, places, rng

    def document(self) -> Example:
        """Returns a table, or a list with one kind of value per line."""
        language = self._rng.choice(LANGUAGES)
        return self._table(language) if self._rng.random() < 0.75 else self._list(language)

    def _table(self, language: str) -> Example:
        rng = self._rng
        named = rng.choice(_NAMED)
        others = rng.sample("ocszdrvweh" if rng.random() < 0.6 else "ocszdbrvweh", rng.randint(1, 4))
        separator, has_header = rng.choice(_SEPARATORS), rng.random() < 0.6
        if not has_header:
            others = [column for column in others if column != "b"]  # not distinguishable from other dates
        if separator in (", ", ","):
            named = [column for column in named if column != "Q"]
        columns = [*named, *others] if rng.random() < 0.7 else [*others, *named]
        framed = separator == " | " and rng.random() < 0.5
        text, spans = "", list[Marked]()
        if has_header:
            header = separator.join(_HEADERS[language][column] for column in columns)
            text = f"| {header} |\n|{'---|' * len(columns)}\n" if framed else header + "\n"
        for _ in range(rng.randint(1, 6)):
            text += "| " if framed else ""
            for i, column in enumerate(columns):
                text += separator if i else ""
                cell = self._cell(column, language)
                if column in _MARKS:
                    spans.append((len(text), len(text) + len(cell), _MARKS[column]))
                text += cell
            text += " |\n" if framed else "\n"
        return Example(text, spans, _COMPLETE)

    def _list(self, language: str) -> Example:
        rng = self._rng
        kinds, bullet = rng.choice([["N"], ["N"], ["Q"], ["N", "o"], ["N", "c"], ["F"], ["o"], ["o", "c"]]), "{}"
        if rng.random() < 0.5:
            bullet = rng.choice(["- {}", "* {}", "• {}", "{n}. {}", "({n}) {}", "[ ] {}"])
        text, spans = "", list[Marked]()
        for number in range(1, rng.randint(3, 9)):
            kind = rng.choice(kinds)
            before, _, after = bullet.replace("{n}", str(number)).partition("{}")
            text += before
            cell = self._cell(kind, language)
            spans.append((len(text), len(text) + len(cell), _MARKS[kind]))
            text += cell + after + "\n"
        return Example(text, spans, _COMPLETE)

    def _cell(self, column: str, language: str) -> str:
        rng, names = self._rng, self._names
        if column in "LF":
            return names.last(language) if column == "L" else names.first(language)
        if column == "N":
            return names.full(names.person(language), language)
        if column == "Q":
            return f"{names.last(language)}, {names.first(language)}"
        if column == "o":
            return self._places.company(language)
        if column == "c":
            return self._places.town(language)
        if column == "s":
            return self._street(language)
        if column == "z":
            code = self._places.other_digits(rng.choice(["12345", "00-123", "1234 AB", "1234"]))
            return f"{code} {self._places.town(language)}"
        if column in "db":
            first, last = (1940, 2010) if column == "b" else (2015, 2027)
            day, month, year = rng.randrange(1, 29), rng.randrange(1, 13), rng.randrange(first, last)
            return rng.choice([f"{day:02}.{month:02}.{year}", f"{day}/{month}/{year}", f"{year}-{month:02}-{day:02}"])
        if column == "r":
            form = rng.choice(
                ["AZ-2024-00817", "4 O 123/24", "R-88213", "2024/1173", "KD 4471902", "INV-20931", "#48211"]
            )
            return self._places.other_digits(form)
        if column == "v":
            first, last = names.first(language).lower(), names.last(language).lower().replace(" ", "")
            return rng.choice([f"{first}.{last}", f"{first[0]}{last}", f"{last}{rng.randrange(99)}", f"{first}_{last}"])
        if column == "e":
            return f"{names.first(language).lower()}@example.com"
        if column == "w":
            return rng.choice(["IT", "HR", "Support", "Admin", "Sales", "QA", "CEO", "B2B", "Team 4"])
        return self._places.other_digits(rng.choice(["12,50", "1.250,00 €", "99", "1200", "$45.00"]))

    def _street(self, language: str) -> str:
        form = self._rng.choice(_STREETS[language])
        return form.format(
            s=self._places.german_street() if "{s}" in form else "",
            L=self._names.last(language),
            n=self._rng.randrange(1, 180),
            m=self._rng.randrange(1, 40),
            a=self._rng.choice("abc"),
        )
