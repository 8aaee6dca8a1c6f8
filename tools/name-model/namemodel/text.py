"""Words, tags and spans: what one labelled unit is, shared by training, evaluation and the exported format.

All offsets in this package are code points; UTF-16 appears only where files are read or written (`corpora`, `vectors`).
"""

from __future__ import annotations

import re
import sys
import unicodedata

Span = tuple[int, int]
Example = tuple[str, list[Span]]

O, B, I = 0, 1, 2

# Unicode's White_Space property, spelled out because \s means something else in Python and in JavaScript.
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def _class_of_categories(initials: str) -> str:
    """Body of a regular-expression character class with every code point whose general category starts with one of
    `initials`."""
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
    """Runs of letters, marks and numbers; every other character that is no white space is a word of its own."""
    return [m.span() for m in WORD.finditer(text)]


def tags_of(text_words: list[Span], spans: list[Span]) -> list[int]:
    """BIO tag of each word; a word that touches a span belongs to it. `spans` ascend and do not overlap."""
    tags = [O] * len(text_words)
    i = 0
    for start, end in spans:
        while i < len(text_words) and text_words[i][1] <= start:
            i += 1
        tag = B
        while i < len(text_words) and text_words[i][0] < end:
            tags[i], tag = tag, I
            i += 1
    return tags


def spans_of(text_words: list[Span], tags: list[int]) -> list[Span]:
    """Inverse of `tags_of`; an I without a span before it opens one."""
    spans: list[Span] = []
    open_span = False
    for (start, end), tag in zip(text_words, tags):
        if tag == B or (tag == I and not open_span):
            spans.append((start, end))
            open_span = True
        elif tag == I:
            spans[-1] = (spans[-1][0], end)
        else:
            open_span = False
    return spans


def _is_name_character(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _ends_a_sentence(text: str, start: int, end: int) -> bool:
    """Does the line end with the span, and hold more than it? Then its last full stop is the sentence's."""
    before, after = text[text.rfind("\n", 0, start) + 1 : start], text[end:].split("\n", 1)[0]
    return bool(_NO_WHITE_SPACE.search(before)) and not _NO_WHITE_SPACE.search(after)


def clean(text: str, spans: list[Span]) -> list[Span]:
    """Cut punctuation off both edges; a full stop stays after an initial or another short abbreviation ("Anna K.",
    "U. Sch.", "Waldo Jr.") unless it ends a sentence; a span without any letter is dropped."""
    kept: list[Span] = []
    for start, end in spans:
        while start < end and not _is_name_character(text[start]):
            start += 1
        while end > start and not (_is_name_character(text[end - 1]) or text[end - 1] == "."):
            end -= 1
        if end > start and text[end - 1] == ".":
            if not _KEEPS_FULL_STOP.search(text[start:end]) or _ends_a_sentence(text, start, end):
                end -= 1
        if start < end and _LETTER.search(text[start:end]):
            kept.append((start, end))
    return kept
