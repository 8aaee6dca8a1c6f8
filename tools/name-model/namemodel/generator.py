"""Made-up texts with people in them, from the template files: letters, chats, headers, tables, code, and negatives.

A template is one line; `\\n` and `\\t` are escapes. Slots (a digit picks another person, none is person 0):
labelled as PERSON   {F} first, {L} last, {N} full name, {Q} "Last, First", {R} "Last First", {I} "F. Last",
                     {G} German genitive of the last, {H} of the first name
about the same person, not labelled   {e} e-mail address
never labelled       {f} {l} name parts, {o} company, {s} street, {x} institution or product, {c} city, {w} role,
                     {v} user name, {p} phone number, {d} date, {#} number, {n} word or phrase that is no name,
                     {k} known company
"""

from __future__ import annotations

import json
import pathlib
import random
import re

from .names import Names, Person, genitive, initial
from .text import Example, Span

_SLOT = re.compile(r"\{([FLNQRIGHeflosxcwvpdnk#])(\d?)\}")
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
    True: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    False: "January February March April May June July August September October November December".split(),
}
_WORDS = json.loads((_TEMPLATES / "words.json").read_text(encoding="utf-8"))


def _read_sections(path: pathlib.Path) -> dict[str, list[str]]:
    """`# greeting` and the like open a section; every other line is a template."""
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
    """One text under construction: the same slot gives the same person throughout."""

    def __init__(self, names: Names, phrases: list[str], german: bool, rng: random.Random) -> None:
        self._names, self._phrases, self._german, self._rng = names, phrases, german, rng
        self._people: dict[str, Person] = {}
        self._others: dict[str, str] = {}
        self.text, self.spans = "", list[Span]()

    def _person(self, key: str) -> Person:
        return self._people.setdefault(key, self._names.person(self._german))

    def forget_people(self) -> None:
        self._people.clear()

    def forget_others(self) -> None:
        self._others.clear()

    def _fill(self, choices: list[str]) -> str:
        """Unlabelled text from a template of unlabelled slots."""
        return _SLOT.sub(lambda match: self._other(match[1], match[2]), self._rng.choice(choices))

    def _other(self, kind: str, digit: str) -> str:
        rng, language = self._rng, "de" if self._german else "en"
        if kind in "fl":
            key = kind + digit
            if key not in self._others:
                draw = self._names.first if kind == "f" else self._names.last
                self._others[key] = draw(self._german)
            return self._others[key]
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
            first, last = self._names.first(False).lower(), self._names.last(False).replace(" ", "").lower()
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
            area = rng.choice(["030", "089", "0221", "0171", "+49 40"] if self._german else ["713", "(415)", "+1 212"])
            prefix, rest = rng.randrange(100, 999), rng.randrange(1000, 9999)
            return f"{area}{rng.choice(' -/')}{prefix}{rng.choice(['-', ' ', ''])}{rest}"
        if kind == "d":
            day, month, year = rng.randrange(1, 29), rng.randrange(1, 13), rng.randrange(1985, 2026)
            name = _MONTHS[self._german][month - 1]
            if self._german:
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
        """(what is labelled, what follows it unlabelled)"""
        if kind == "F":
            return person.first, ""
        if kind == "L":
            return person.last, ""
        if kind == "N":
            return self._names.full(person, self._german), ""
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
                self.text += self._other(kind, digit)
            else:
                label, rest = self._named(kind, self._person(digit))
                self.spans.append((len(self.text), len(self.text) + len(label)))
                self.text += label + rest
        self.text += template[at:]

    def add_example(self, example: Example) -> None:
        text, spans = example
        self.spans += [(len(self.text) + start, len(self.text) + end) for start, end in spans]
        self.text += text


class Generator:
    def __init__(
        self, names: Names, rng: random.Random, fillers: dict[bool, list[Example]], phrases: dict[bool, list[str]]
    ) -> None:
        """By language (True: German): `fillers`, annotated sentences that stand between the templates of a letter, and
        `phrases`, capitalized words that are no names."""
        self._names, self._rng, self._fillers, self._phrases = names, rng, fillers, phrases
        self._sections = {True: _read_sections(_TEMPLATES / "de.txt"), False: _read_sections(_TEMPLATES / "en.txt")}

    def document(self, german: bool) -> Example:
        rng, r = self._rng, self._rng.random()
        builder = _Builder(self._names, self._phrases[german], german, rng)
        if r < 0.45:
            self._letter(builder, german)
        elif r < 0.6:
            self._mixture(builder, german, ["body"], rng.choice([1, 1, 2, 3]), " " if rng.random() < 0.6 else "\n")
        elif r < 0.75:
            self._mixture(builder, german, ["form", "form", "header"], rng.choice([1, 1, 2, 3]), "\n")
        elif r < 0.9:
            self._mixture(builder, german, ["negative"], rng.choice([1, 1, 2, 3, 4]), rng.choice(["\n", " "]))
        else:
            self._mixture(
                builder,
                german,
                ["body", "form", "negative", "header", "filler"],
                rng.choice([2, 3, 4, 5]),
                rng.choice(["\n", "\n\n", " "]),
            )
        return builder.text, builder.spans

    def _pick(self, section: str, german: bool) -> str:
        return self._rng.choice(self._sections[german][section])

    def _mixture(self, builder: _Builder, german: bool, sections: list[str], count: int, glue: str) -> None:
        for i in range(count):
            if i:
                builder.add(glue)
                builder.forget_others()
                if self._rng.random() < 0.5:
                    builder.forget_people()
            section = self._rng.choice(sections)
            # Now and then a sentence in the other language.
            language = german if self._rng.random() < 0.95 else not german
            if section == "filler":
                builder.add_example(self._rng.choice(self._fillers[language]))
            else:
                builder.add(self._pick(section, language))

    def _letter(self, builder: _Builder, german: bool) -> None:
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
                builder.add_example(rng.choice(self._fillers[german]))
            else:
                builder.add(self._pick(part, german))
