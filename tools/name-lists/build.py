#!/usr/bin/env python3
"""Builds the lists of names and words in libs/anonymization/data from open lists and annotated corpora.

usage: build.py CORPORA WORDS OUT

CORPORA is the folder of annotated text (JSON lines with "text" and "spans") with its `names/` lists; WORDS is the
folder that fetch-words.sh wrote; OUT is the data folder, which already contains `languages/`.

Names: the locale lists of joke2k/faker (MIT), popular-names-by-country (CC0) and the US Census (public domain).
Common words (English and German): words that the training corpora write in lower case, or capitalized without meaning
a person. A word that is mostly a person's name is no common word.

Lower-case words (the other six languages): words that pages on the web write in lower case and that a dictionary
contains, and words that the training corpora write in lower case; also without their accents, as in chats. Names are
excluded.

The files are sorted, with one word in each line, so that they are the same in every build.
"""

import glob
import gzip
import json
import os
import re
import sys
import unicodedata
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
# Well-cased corpora of the other languages.
TRAIN_OTHERS = (
    "authored.es.train", "authored.fr.train", "authored.it.train", "authored.nl.train", "authored.pl.train",
    "authored.pt.train", "echr_es.es.train", "echr_fr.fr.train", "europeana.nl.all", "lener_br.pt.train",
    "meddocan.es.train", "newseye.fr.all", "soduco.fr.all", "uner_bosque.pt.train", "uner_pud.pt.test",
)
OTHERS = ("es", "fr", "it", "nl", "pl", "pt")
LONGEST = 12  # letters; the network seldom takes longer words for names
INCLUDED = 50  # the count that pyspellchecker gives to words of dictionaries, which include names
GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}


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


def inside_people(row):
    """Returns for each character of the text whether it is in a person's name."""
    text = row["text"]
    units = text.encode("utf-16-le")
    inside = bytearray(len(text) + 1)
    for span in row["spans"]:
        if span["label"] == "PERSON":
            start = len(units[: 2 * span["start"]].decode("utf-16-le"))
            end = len(units[: 2 * span["end"]].decode("utf-16-le"))
            inside[start:end] = b"\1" * (end - start)
    return inside


def common_words(folder):
    """Returns lower-cased English and German words that are clearly more often lower case, or capitalized without
    meaning a person, than a person's name. Texts of evaluation sets do not count."""
    measured = {letters(row["text"]) for corpus in MEASURED for row in documents(folder, corpus)}
    lower, other, person = Counter(), Counter(), Counter()
    for corpus in TRAIN + UNLABELLED:
        for row in documents(folder, corpus):
            text = row["text"]
            if letters(text) in measured:
                continue
            inside = inside_people(row)
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


def spelled_out(word):
    """Returns the form of `spelledOut` in src/lexicon/fold.ts."""
    return re.sub("[äöüß]", lambda match: GERMAN[match[0]], unicodedata.normalize("NFC", word.lower()))


def without_accents(word):
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(char for char in letters if not unicodedata.combining(char)).replace("ł", "l")


def curated_names(out):
    """Returns the surrogate names of all languages, and the family names that are found without another word."""
    for path in sorted(glob.glob(os.path.join(out, "languages", "*.json"))):
        with open(path, encoding="utf-8") as file:
            language = json.load(file)
        yield from (name for names in language["request"]["surrogates"].values() for name in names)
        yield from language.get("people", {}).get("familyNames", [])


def dictionary(folder, language):
    if language == "pl":
        with open(os.path.join(folder, "polish.txt"), encoding="utf-8") as file:
            return set(file.read().split("\n"))
    with gzip.open(os.path.join(folder, language + ".json.gz"), "rt", encoding="utf-8") as file:
        return {word for word, count in json.load(file).items() if count > INCLUDED}


def lower_case_words(corpora, folder, first_names, last_names, curated):
    """Returns the words of OTHERS, spelled out, with and without accents."""
    first, last, chosen = (
        {without_accents(form) for name in names for form in (name, spelled_out(name))}
        for names in (first_names, last_names, curated)
    )
    lower, person = Counter(), Counter()
    for corpus in TRAIN_OTHERS:
        for row in documents(corpora, corpus):
            inside = inside_people(row)
            for match in WORD.finditer(row["text"]):
                word = match.group()
                if inside[match.start()]:
                    person[word.lower()] += 1
                elif word.islower():
                    lower[word] += 1

    def is_name(word):
        """Family names count as words only if the corpora use them as words, and hardly as names."""
        plain = without_accents(word)
        # With the s of a genitive, too.
        if plain in first or plain in chosen or plain.removesuffix("s") in chosen:
            return True
        return plain in last and not (lower[word] >= 20 and lower[word] > 50 * person[word])

    found = {word for word in lower if lower[word] >= 3 and lower[word] > 2 * person[word]}
    for language in OTHERS:
        known = dictionary(folder, language)
        with open(os.path.join(folder, language + ".web.txt"), encoding="utf-8") as file:
            found.update(word for word in file.read().split("\n") if word.islower() and word in known)
    words = {word for word in found if 1 < len(word) <= LONGEST and word.isalpha() and not is_name(word)}
    return {spelled_out(form) for word in words for form in (word, without_accents(word))}


def write(path, words):
    with open(path, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0, compresslevel=9) as file:
        file.write("\n".join(sorted(words)).encode())
    print(f"{path}: {len(words)} words, {os.path.getsize(path)} bytes")


if __name__ == "__main__":
    corpora, words, out = sys.argv[1:]
    first, last = names(corpora, "first"), names(corpora, "last")
    write(os.path.join(out, "first-names.txt.gz"), first)
    write(os.path.join(out, "last-names.txt.gz"), last)
    write(os.path.join(out, "common-words.txt.gz"), common_words(corpora))
    others = lower_case_words(corpora, words, first, last, curated_names(out))
    write(os.path.join(out, "lower-case-words.txt.gz"), others)
