"""Words, tags and spans, shared by training, evaluation and the exported format.

All offsets in this package are code points; UTF-16 appears only where files are read or written (`corpora`, `vectors`).
"""

from __future__ import annotations

import dataclasses
import re
import sys
import unicodedata

from . import labels

Span = tuple[int, int]
Marked = tuple[int, int, str]
"""(start, end, label)"""

# Unicode's White_Space property, spelled out because \s differs between Python and JavaScript.
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def _class_of_categories(initials: str) -> str:
    """Returns the body of a regular-expression character class of all code points with a general category that starts
    with one of `initials`.
    """
    ranges: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code))[0] in initials:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in ranges)


LETTERS = _class_of_categories("LMN")
WORD = re.compile(f"[{LETTERS}]+|[^{LETTERS}{WHITE_SPACE}]")
_LETTER = re.compile(f"[{_class_of_categories('L')}]")
_INITIAL = f"(?:^|[{WHITE_SPACE}.])[{_class_of_categories('L')}]"
_SHORT_LAST_PART = f"[{WHITE_SPACE}.][{_class_of_categories('L')}]{{2,4}}"
_NO_WHITE_SPACE = re.compile(f"[^{WHITE_SPACE}]")
_KEEPS_FULL_STOP = re.compile(f"(?:{_INITIAL}|{_SHORT_LAST_PART})\\.$")


def words(text: str) -> list[Span]:
    """Returns runs of letters, marks and numbers; every other character except white space is a separate word."""
    return [m.span() for m in WORD.finditer(text)]


@dataclasses.dataclass(frozen=True)
class Example:
    """A text with its marks (ascending, without overlaps) and the completely marked classes."""

    text: str
    spans: list[Marked]
    complete: frozenset[str]


def allowed_tags(text_words: list[Span], example: Example) -> list[int]:
    """Returns for each word the allowed tags as the bits of `labels`. A word that touches a span belongs to it."""
    tags = [labels.outside_tags(example.complete)] * len(text_words)
    i = 0
    for start, end, label in example.spans:
        while i < len(text_words) and text_words[i][1] <= start:
            i += 1
        tag, rest = labels.span_tags(label, example.complete)
        while i < len(text_words) and text_words[i][0] < end:
            tags[i], tag = tag, rest
            i += 1
    return tags


def spans_of(text_words: list[Span], tags: list[int]) -> list[Marked]:
    """Returns the spans of a sequence of tags. A continuation without a beginning starts a span."""
    spans: list[Marked] = []
    before = labels.OUTSIDE
    for (start, end), tag in zip(text_words, tags):
        if tag != labels.OUTSIDE:
            place, _, name = labels.TAGS[tag].partition("-")
            goes_on = place == "I" and before != labels.OUTSIDE and labels.TAGS[before][2:] == name
            spans.append((spans.pop()[0], end, name) if goes_on else (start, end, name))
        before = tag
    return spans


def _is_name_character(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _ends_a_sentence(text: str, start: int, end: int) -> bool:
    """Returns whether the line ends with the span and contains other text. Its last full stop then ends the sentence.
    """
    before, after = text[text.rfind("\n", 0, start) + 1 : start], text[end:].split("\n", 1)[0]
    return bool(_NO_WHITE_SPACE.search(before)) and not _NO_WHITE_SPACE.search(after)


def _clean_name(text: str, start: int, end: int) -> Span:
    while start < end and not _is_name_character(text[start]):
        start += 1
    while end > start and not (_is_name_character(text[end - 1]) or text[end - 1] == "."):
        end -= 1
    if end > start and text[end - 1] == ".":
        if not _KEEPS_FULL_STOP.search(text[start:end]) or _ends_a_sentence(text, start, end):
            end -= 1
    return start, end


def clean(text: str, spans: list[Marked]) -> list[Marked]:
    """Removes punctuation from both edges of people's names; a full stop stays after an initial or another short
    abbreviation ("Anna K.", "U. Sch.", "Waldo Jr.") unless it ends a sentence; a name without any letter is dropped.
    Other spans keep what the network gave them."""
    kept: list[Marked] = []
    for start, end, label in spans:
        if label == "PERSON":
            start, end = _clean_name(text, start, end)
            if start == end or not _LETTER.search(text[start:end]):
                continue
        kept.append((start, end, label))
    return kept
