#!/usr/bin/env python3
"""Builds libs/anonymization/data/{first-names,last-names,common-words}.txt.gz from open lists and annotated corpora.

usage: build.py CORPORA OUT

CORPORA is the folder of annotated text (JSON lines with "text" and "spans") with its `names/` lists; OUT is the data
folder. Names: the locale lists of joke2k/faker (MIT), popular-names-by-country (CC0) and the US Census (public domain).
Common words: words that the training corpora write in lower case, or capitalized
without meaning a person. A word that is mostly a person's name is no common word. Sorted, one a line, so that the files
are the same in every build.
"""

import glob
import gzip
import json
import os
import re
import sys
from collections import Counter

NAME = re.compile(r"^[A-ZÀ-ÞĀ-ŽȘ-țƏ][a-zß-ÿā-žș-ț'’-]+(?:[A-ZÀ-Þ][a-zß-ÿ]+)?(?:-[A-ZÀ-ÞĀ-Ž][a-zß-ÿā-ž]+)?$")
WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
LISTS = ("[a-z][a-z]_[A-Z][A-Z].{}.txt.gz", "country_*.{}.txt.gz", "world.{}.txt.gz", "us_census.{}.txt.gz")
TRAIN = (
    "btc.en.train", "crossner.en.train", "crossner.en.dev", "crossner.en.test", "germeval2014.de.dev", "ler.de.train",
    "litbank.en.all", "smartdata.de.train", "sgd.en.train", "wnut17.en.train", "uner_pud.de.test", "uner_pud.en.test",
    "wikigold.en.all", "europeana.de.all", "mobie.de.train",
)
MEASURED = ("smartdata.de.test", "mobie.de.dev", "mobie.de.test")
UNLABELLED = ("unlabelled/codealltag_s_rest.de.unlabelled", "unlabelled/codealltag_xl_finance.de.unlabelled")


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from file


def names(folder, kind):
    found = set()
    for pattern in LISTS:
        for path in sorted(glob.glob(os.path.join(folder, "names", pattern.format(kind)))):
            for line in lines(path):
                found.update(word for word in line.split() if len(word) >= 3 and NAME.match(word))
    return found


def documents(folder, corpus):
    for line in lines(os.path.join(folder, corpus + ".jsonl.gz")):
        yield json.loads(line)


def letters(text):
    return "".join(char for char in text if char.isalpha()).lower()


def common_words(folder):
    """Returns lower-cased words that are clearly more often lower case, or capitalized without meaning a person, than a
    person's name. Texts of evaluation sets do not count."""
    measured = {letters(row["text"]) for corpus in MEASURED for row in documents(folder, corpus)}
    lower, other, person = Counter(), Counter(), Counter()
    for corpus in TRAIN + UNLABELLED:
        for row in documents(folder, corpus):
            text = row["text"]
            if letters(text) in measured:
                continue
            units = text.encode("utf-16-le")
            inside = bytearray(len(text) + 1)
            for span in row["spans"]:
                if span["label"] == "PERSON":
                    start = len(units[: 2 * span["start"]].decode("utf-16-le"))
                    end = len(units[: 2 * span["end"]].decode("utf-16-le"))
                    inside[start:end] = b"\1" * (end - start)
            for match in WORD.finditer(text):
                word = match.group()
                if word.islower():
                    lower[word] += 1
                elif corpus not in UNLABELLED:
                    (person if inside[match.start()] else other)[word.lower()] += 1
    def is_common(word):
        plain = lower[word] + other[word]
        return len(word) > 1 and plain >= 3 and plain > 2 * person[word] and (lower[word] >= 2 or other[word] >= 4)
    return {word for word in set(lower) | set(other) if is_common(word)}


def write(path, words):
    with open(path, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0, compresslevel=9) as file:
        file.write("\n".join(sorted(words)).encode())
    print(f"{path}: {len(words)} words, {os.path.getsize(path)} bytes")


if __name__ == "__main__":
    corpora, out = sys.argv[1:]
    write(os.path.join(out, "first-names.txt.gz"), names(corpora, "first"))
    write(os.path.join(out, "last-names.txt.gz"), names(corpora, "last"))
    write(os.path.join(out, "common-words.txt.gz"), common_words(corpora))
