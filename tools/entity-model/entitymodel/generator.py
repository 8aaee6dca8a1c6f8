"""Generates texts with people from the template files: letters, chats, headers, tables, code, and negatives.

A template is one line; `\\n` and `\\t` are escapes. Slots (a digit picks another person, none is person 0):
marked as PERSON   {F} first, {L} last, {N} full name, {Q} "Last, First", {R} "Last First", {I} "F. Last",
                     {G} German genitive of the last, {H} of the first name
about the same person, not marked   {e} e-mail address
marked as what they may be   {o} company, {k} known company, {s} street, {c} town, {x} institution or product, {w} role,
                     {v} user name, {d} date
never marked         {f} {l} name parts, {p} phone number, {#} number, {n} word or phrase that is no name
Only people are marked completely.
"""

from __future__ import annotations

import json
import pathlib
import random
import re

from .names import Names, Person, genitive, initial
from .places import Places
from .text import Example, Marked

_SLOT = re.compile(r"\{([FLNQRIGHeflosxcwvpdnk#])(\d?)\}")
_MARKS = {"o": "ORG", "k": "ORG", "s": "STREET", "c": "PLACE", "x": "THING", "w": "ROLE", "v": "USERNAME", "d": "DATE"}
_COMPLETE = frozenset({"PERSON"})
_FROM_LISTS = 0.5  # share of the companies, towns and streets that come from the lists
_TEMPLATES = pathlib.Path(__file__).parent / "templates"
_DOMAINS = [
    "web.de",
    "gmx.de",
    "gmail.com",
    "yahoo.com",
    "hotmail.com",
    "firma.de",
    "example.com",
    "acme.com",
    "t-online.de",
    "outlook.com",
    "company.co.uk",
    "posteo.de",
    "uni-mail.de",
]
_MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "en": "January February March April May June July August September October November December".split(),
}
_OTHER = {"de": "en", "en": "de"}
_WORDS = json.loads((_TEMPLATES / "words.json").read_text(encoding="utf-8"))


def _read_sections(path: pathlib.Path) -> dict[str, list[str]]:
    """Reads template sections. A line such as `# greeting` starts a section; every other line is a template."""
    known = {"greeting", "closing", "body", "header", "form", "negative"}
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# ") and line[2:] in known:
            current = sections.setdefault(line[2:], [])
        elif line:
            current.append(line.replace("\\n", "\n").replace("\\t", "\t"))
    return sections


class _Builder:
    """Builds one text, in which a slot always stands for the same person."""

    def __init__(self, names: Names, places: Places, phrases: list[str], language: str, rng: random.Random) -> None:
        self._names, self._places, self._phrases = names, places, phrases
        self._language, self._rng = language, rng
        self._people: dict[str, Person] = {}
        self._others: dict[str, str] = {}
        self.text, self.spans = "", list[Marked]()

    def _person(self, key: str) -> Person:
        return self._people.setdefault(key, self._names.person(self._language))

    def forget_people(self) -> None:
        self._people.clear()

    def forget_others(self) -> None:
        self._others.clear()

    def _fill(self, choices: list[str]) -> str:
        """Returns unlabeled text from a template of unlabeled slots."""
        return _SLOT.sub(lambda match: self._other(match[1], match[2]), self._rng.choice(choices))

    def _other(self, kind: str, digit: str) -> str:
        rng, language = self._rng, self._language
        if kind in "fl":
            key = kind + digit
            if key not in self._others:
                draw = self._names.first if kind == "f" else self._names.last
                self._others[key] = draw(language)
            return self._others[key]
        if (kind in "okc" or (kind == "s" and language == "de")) and rng.random() < _FROM_LISTS:
            if kind == "c":
                return self._places.town(language)
            if kind == "s":
                return self._places.german_street()
            return self._places.company(language)
        if kind in "osx":
            return self._fill(_WORDS[{"o": "company_", "s": "street_", "x": "thing_"}[kind] + language])
        if kind == "n":
            return rng.choice(self._phrases)
        if kind == "k":
            return rng.choice(_WORDS["companies"].split()).replace("_", " ")
        if kind in "cw":
            words = _WORDS[{"c": "cities_", "w": "roles_"}[kind] + language].split()
            return rng.choice(words).replace("_", " ")
        if kind == "v":
            first, last = self._names.first("en").lower(), self._names.last("en").replace(" ", "").lower()
            return rng.choice(
                [
                    f"{first}{last}",
                    f"{first}_{last}",
                    f"{last}{rng.randrange(99)}",
                    f"{first}xo",
                    f"real{last}",
                    f"{first.title()}{last.title()}",
                ]
            )
        if kind == "p":
            area = rng.choice(
                ["030", "089", "0221", "0171", "+49 40"] if language == "de" else ["713", "(415)", "+1 212"]
            )
            prefix, rest = rng.randrange(100, 999), rng.randrange(1000, 9999)
            return f"{area}{rng.choice(' -/')}{prefix}{rng.choice(['-', ' ', ''])}{rest}"
        if kind == "d":
            day, month, year = rng.randrange(1, 29), rng.randrange(1, 13), rng.randrange(1985, 2026)
            name = _MONTHS[language][month - 1]
            if language == "de":
                return rng.choice(
                    [
                        f"{day:02}.{month:02}.{year}",
                        f"{day}. {name} {year}",
                        f"{day}.{month}.",
                        f"Montag, {day}. {name}",
                    ]
                )
            return rng.choice(
                [
                    f"{month:02}/{day:02}/{year}",
                    f"{name} {day}, {year}",
                    f"{name} {day}th",
                    f"Tue, {name[:3]} {day}, {year}",
                    f"{year}-{month:02}-{day:02}",
                ]
            )
        return str(rng.choice([rng.randrange(1, 100), rng.randrange(10, 70), rng.randrange(100, 99999)]))

    def _address(self, person: Person) -> str:
        first, last = (
            re.sub(r"[^a-z]", "", part.lower().translate(str.maketrans("äöüéèáç", "aoueeac"))) or "info"
            for part in (person.first, person.last)
        )
        local = self._rng.choice(
            [
                f"{first}.{last}",
                f"{first[0]}.{last}",
                f"{first}{last}",
                last,
                first,
                f"{first}_{last}",
                f"{first}{self._rng.randrange(99)}",
                f"{last}{first[0]}",
                "info",
                "office",
            ]
        )
        return f"{local}@{self._rng.choice([*_DOMAINS, last + '.de', last + '.com'])}"

    def _named(self, kind: str, person: Person) -> tuple[str, str]:
        """Returns the labeled text and the unlabeled text after it."""
        if kind == "F":
            return person.first, ""
        if kind == "L":
            return person.last, ""
        if kind == "N":
            return self._names.full(person, self._language), ""
        if kind == "Q":
            middle = f" {self._rng.choice('ABCDEGHJKLMPRST')}." if self._rng.random() < 0.15 else ""
            return f"{person.last}, {person.first}{middle}", ""
        if kind == "R":
            middle = f" {self._rng.choice('ABCDEGHJKLMPRST')}" if self._rng.random() < 0.2 else ""
            return f"{person.last} {person.first}{middle}", ""
        if kind == "I":
            return f"{initial(person.first)} {person.last}", ""
        return genitive(person.last if kind == "G" else person.first)

    def add(self, template: str) -> None:
        at = 0
        for match in _SLOT.finditer(template):
            self.text += template[at : match.start()]
            at = match.end()
            kind, digit = match[1], match[2]
            if kind == "e":
                self.text += self._address(self._person(digit))
            elif kind.islower() or kind == "#":
                self.mark(self._other(kind, digit), _MARKS.get(kind))
            else:
                name, rest = self._named(kind, self._person(digit))
                self.mark(name, "PERSON")
                self.text += rest
        self.text += template[at:]

    def mark(self, part: str, label: str | None) -> None:
        if label:
            self.spans.append((len(self.text), len(self.text) + len(part), label))
        self.text += part

    def add_example(self, example: Example) -> None:
        at = len(self.text)
        self.spans += [(at + start, at + end, label) for start, end, label in example.spans]
        self.text += example.text

    def example(self) -> Example:
        return Example(self.text, self.spans, _COMPLETE)


class Generator:
    def __init__(
        self,
        names: Names,
        places: Places,
        rng: random.Random,
        fillers: dict[str, list[Example]],
        phrases: dict[str, list[str]],
    ) -> None:
        """Takes by language ("de", "en"): `fillers`, annotated sentences between the templates of a letter, and
        `phrases`, capitalized words that are no names.
        """
        self._names, self._places, self._rng = names, places, rng
        self._fillers, self._phrases = fillers, phrases
        self._sections = {language: _read_sections(_TEMPLATES / f"{language}.txt") for language in ("de", "en")}

    def document(self, language: str) -> Example:
        """Returns a text from the templates of `language`, "de" or "en"."""
        rng, r = self._rng, self._rng.random()
        builder = _Builder(self._names, self._places, self._phrases[language], language, rng)
        if r < 0.45:
            self._letter(builder, language)
        elif r < 0.6:
            self._mixture(builder, language, ["body"], rng.choice([1, 1, 2, 3]), " " if rng.random() < 0.6 else "\n")
        elif r < 0.75:
            self._mixture(builder, language, ["form", "form", "header"], rng.choice([1, 1, 2, 3]), "\n")
        elif r < 0.9:
            self._mixture(builder, language, ["negative"], rng.choice([1, 1, 2, 3, 4]), rng.choice(["\n", " "]))
        else:
            self._mixture(
                builder,
                language,
                ["body", "form", "negative", "header", "filler"],
                rng.choice([2, 3, 4, 5]),
                rng.choice(["\n", "\n\n", " "]),
            )
        return builder.example()

    def _pick(self, section: str, language: str) -> str:
        return self._rng.choice(self._sections[language][section])

    def _mixture(self, builder: _Builder, language: str, sections: list[str], count: int, glue: str) -> None:
        for i in range(count):
            if i:
                builder.add(glue)
                builder.forget_others()
                if self._rng.random() < 0.5:
                    builder.forget_people()
            section = self._rng.choice(sections)
            # Occasionally adds a sentence in the other language.
            spoken = language if self._rng.random() < 0.95 else _OTHER[language]
            if section == "filler":
                builder.add_example(self._rng.choice(self._fillers[spoken]))
            else:
                builder.add(self._pick(section, spoken))

    def _letter(self, builder: _Builder, language: str) -> None:
        rng = self._rng
        keeps_people = rng.random() < 0.5
        parts: list[str] = []
        if rng.random() < 0.3:
            parts.append("header")
        if rng.random() < 0.8:
            parts.append("greeting")
        parts += [
            rng.choice(["body", "body", "filler", "filler", "negative"])
            for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))
        ]
        if rng.random() < 0.8:
            parts.append("closing")
        for i, part in enumerate(parts):
            if i:
                follows_greeting = parts[i - 1] == "greeting"
                builder.add(
                    rng.choice(
                        ["\n", "\n\n", "\n\n", " "] if follows_greeting or part == "closing" else ["\n", " ", " "]
                    )
                )
                if not keeps_people:
                    builder.forget_people()
                builder.forget_others()
            if part == "filler":
                builder.add_example(rng.choice(self._fillers[language]))
            else:
                builder.add(self._pick(part, language))
