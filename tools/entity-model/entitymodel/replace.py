"""Replaces people, companies, towns, streets and numbers in an annotated text."""

from __future__ import annotations

import re
from collections.abc import Callable

from .names import Names
from .places import Places
from .text import Example, Marked

_NAME = re.compile(r"[^\W\d_]+(?:[ \-.']+[^\W\d_]+)*")
_LONGEST = 40  # characters of a name that is replaced
_GERMAN_STREET = re.compile(
    r"^[^\W\d_][^\W\d_.\- ]*(?:[ \-][^\W\d_]+)*(?:straße|str\.|weg|gasse|allee|ring|damm)(?= \d)"
)
_NUMBERS = {"ADDRESS", "ZIP", "REF", "CASEREF", "CODE", "IBAN", "CARD", "TAXID", "SSN", "IDNUM", "PLATE", "SECRET"}


def _substitute(example: Example, change: Callable[[str, str], str]) -> Example:
    """Replaces each span's text by `change(text, label)`."""
    out, spans, at = "", list[Marked](), 0
    for start, end, label in example.spans:
        out += example.text[at:start]
        new = change(example.text[start:end], label)
        spans.append((len(out), len(out) + len(new), label))
        out += new
        at = end
    return Example(out + example.text[at:], spans, example.complete)


def _cased_like(new: str, old: str) -> str:
    if old.islower():
        return new.lower()
    return new.upper() if old.isupper() and len(old) > 3 else new


class Replacer:
    """`language`, one of `names.LANGUAGES`, is that of the text."""

    def __init__(self, names: Names, places: Places) -> None:
        self._names, self._places = names, places

    def people(self, example: Example, language: str) -> Example:
        """Replaces every person's name consistently: a part of a full name gets the same part of the new one."""
        known: dict[str, str] = {}
        people = [example.text[start:end] for start, end, label in example.spans if label == "PERSON"]
        for name in sorted(set(people), key=lambda name: (-len(name.split()), name)):
            if name not in known:
                known[name] = new = self._like(name, language)
                parts, new_parts = name.split(), new.split()
                if len(parts) > 1 and len(new_parts) > 1:
                    known.setdefault(parts[0], new_parts[0])
                    known.setdefault(parts[-1], new_parts[-1])
        return _substitute(example, lambda part, label: known[part] if label == "PERSON" else part)

    def _like(self, name: str, language: str) -> str:
        last, comma, first = name.partition(", ")
        if comma and _NAME.fullmatch(last) and _NAME.fullmatch(first):
            return f"{_cased_like(self._names.last(language), last)}, {_cased_like(self._names.first(language), first)}"
        if not _NAME.fullmatch(name) or len(name) > _LONGEST:
            return name
        if len(name.split()) > 1:
            new = self._names.full(self._names.person(language), language)
        elif name.title() in self._names.known_first:
            new = self._names.first(language)
        else:
            new = self._names.last(language)
        return _cased_like(new, name)

    def companies(self, example: Example, language: str) -> Example:
        return self._all(example, {"ORG"}, lambda _: self._places.company(language))

    def towns(self, example: Example, language: str) -> Example:
        """Replaces places of one capitalized word by towns."""
        return self._all(
            example,
            {"LOC"},
            lambda place: self._places.town(language) if place.isalpha() and place.istitle() else place,
        )

    def streets(self, example: Example) -> Example:
        """Replaces German streets."""
        return _substitute(
            example,
            lambda part, label: (
                _GERMAN_STREET.sub(lambda _: self._places.german_street(), part) if label == "ADDRESS" else part
            ),
        )

    def numbers(self, example: Example) -> Example:
        """Replaces digits in addresses and in numbers of every kind."""
        return _substitute(example, lambda part, label: self._places.other_digits(part) if label in _NUMBERS else part)

    def _all(self, example: Example, labels: set[str], draw: Callable[[str], str]) -> Example:
        known: dict[str, str] = {}

        def change(part: str, label: str) -> str:
            if label not in labels:
                return part
            if part not in known:
                known[part] = _cased_like(draw(part), part)
            return known[part]

        return _substitute(example, change)
