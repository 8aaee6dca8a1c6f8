"""The classes of the network, and what the labels of a corpus say about them.

A corpus marks some kinds completely and others not at all. What it says about a word is therefore a set of tags, kept
as the bits of a whole number: bit t is set where tag t is allowed. A word in a span has the tags of its label; any
other word may be outside, or of any class that its corpus does not mark completely.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

# OTHER: names of products, works, events, laws and similar. CODE: numbers that identify a person or an account by
# themselves. Both and ROLE exist to distinguish such text from the other classes.
CLASSES = ["PERSON", "ORG", "LOC", "ADDRESS", "DATE", "DOB", "REF", "USERNAME", "CODE", "OTHER", "ROLE"]
TAGS = ["O", *(f"{place}-{name}" for name in CLASSES for place in "BI")]
OUTSIDE = 0
IGNORED = "IGNORED"  # label of text without any annotation


def begins(name: str) -> int:
    """Returns the tag of the first word of a span."""
    return 1 + 2 * CLASSES.index(name)


def goes_on(name: str) -> int:
    """Returns the tag of every other word of a span."""
    return 2 + 2 * CLASSES.index(name)


@dataclasses.dataclass(frozen=True)
class Meaning:
    """The meaning of a label: the span has exactly one class of `exact`, or is part of or equal to a span of a class of
    `within`; with `perhaps` it may also have no class.
    """

    exact: tuple[str, ...]
    within: tuple[str, ...] = ()
    perhaps: bool = False


_MEANINGS = {
    "PERSON": Meaning(("PERSON",)),
    "ORG": Meaning(("ORG",)),
    "LOC": Meaning(("LOC",)),
    "FAC": Meaning(("LOC",), perhaps=True),
    "ROUTE": Meaning(("OTHER", "LOC"), perhaps=True),
    # A street or a town alone is a place; with a number it is a part of an address.
    "STREET": Meaning(("LOC",), ("ADDRESS",)),
    "PLACE": Meaning(("LOC",), ("ADDRESS",)),
    "ADDRESS": Meaning(("ADDRESS",)),
    "ZIP": Meaning(("ADDRESS",)),
    "DATE": Meaning(("DATE",)),
    "TIME": Meaning(("DATE",), ("DATE",), perhaps=True),
    "DOB": Meaning(("DOB",)),
    "REF": Meaning(("REF",)),
    "CASEREF": Meaning(("OTHER",), ("REF",)),
    "USERNAME": Meaning(("USERNAME",)),
    "CODE": Meaning(("CODE", "REF")),
    **{label: Meaning(("CODE",)) for label in ("IBAN", "CARD", "TAXID", "SSN", "IDNUM", "PLATE", "SECRET")},
    **{label: Meaning(("OTHER",)) for label in ("PRODUCT", "WORK", "EVENT", "MISC", "LAW", "TAXON", "VEHICLE")},
    "NORP": Meaning(("OTHER",), perhaps=True),
    # A thing or an institution of a template.
    "THING": Meaning(("OTHER", "ORG"), ("OTHER", "ORG"), perhaps=True),
    "ROLE": Meaning(("ROLE",), perhaps=True),
    "TITLE": Meaning(("ROLE",), perhaps=True),
}
# Labels without a class: their words count as unmarked.
_PLAIN = {"AGE", "EMAIL", "PHONE", "URL", "IP", "MONEY", "QUANTITY"}
# A class is marked completely if one of these labels is complete.
_COMPLETE = {
    "PERSON": {"PERSON"},
    "ORG": {"ORG"},
    "LOC": {"LOC"},
    "ADDRESS": {"ADDRESS"},
    "DATE": {"DATE"},
    "DOB": {"DOB"},
    "REF": {"REF", "CODE"},
    "CODE": {"IBAN", "CODE"},
    "USERNAME": {"USERNAME"},
    "OTHER": {"PRODUCT", "MISC"},
    "ROLE": {"ROLE"},
}
ALL = (1 << len(TAGS)) - 1


def complete_classes(types: Iterable[str]) -> frozenset[str]:
    """Returns the classes that a corpus with these complete labels marks completely."""
    marked = set(types)
    return frozenset(name for name in CLASSES if marked & _COMPLETE[name])


def is_marked(label: str) -> bool:
    """Returns whether the label determines a class. Raises KeyError for an unknown label."""
    if label in _PLAIN:
        return False
    if label != IGNORED and label not in _MEANINGS:
        raise KeyError(label)
    return True


def _bits(tags: Iterable[int]) -> int:
    return sum(1 << tag for tag in set(tags))


def outside_tags(complete: frozenset[str]) -> int:
    """Returns the allowed tags of a word outside all spans."""
    free = [name for name in CLASSES if name not in complete]
    return _bits([OUTSIDE, *map(begins, free), *map(goes_on, free)])


def span_tags(label: str, complete: frozenset[str]) -> tuple[int, int]:
    """Returns the allowed tags of the first word and of every other word of a span with that label."""
    if label == IGNORED:
        return ALL, ALL
    meaning = _MEANINGS[label]
    exact = list(meaning.exact)
    if label == "DATE" and "DOB" not in complete:
        exact.append("DOB")
    first, rest = [begins(name) for name in exact], [goes_on(name) for name in exact]
    for name in meaning.within:
        if name not in complete or name in exact:
            first += [begins(name), goes_on(name)]
            rest += [begins(name), goes_on(name)]
    both = outside_tags(complete) if meaning.perhaps else 0
    return _bits(first) | both, _bits(rest) | both
