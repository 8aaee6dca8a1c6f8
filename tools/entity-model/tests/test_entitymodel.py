"""Fast checks without corpora or weights: python -m unittest discover tests"""

from __future__ import annotations

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from entitymodel import (
    casing,
    corpora,
    decode,
    generator,
    labels,
    names,
    replace,
    score,
    tables,
    text,
    tokenizer,
    vocabulary,
    windows,
    written,
)


def small_vocabulary() -> vocabulary.Vocabulary:
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", "a", "b", "ab", "▁a", "▁ab", "."]
    scores = [0, 0, 0, 0, -300, -200, -200, -390, -250, -400, -100]
    return vocabulary.Vocabulary(pieces, scores, {"\t": " ", "\x01": "", "\u00bd": "ab"}, 0, 1, 2, 3)


class Text(unittest.TestCase):
    def test_words_of_any_script(self) -> None:
        for given, expected in (
            ("Anna-Lena_K.", ["Anna", "-", "Lena", "_", "K", "."]),
            ("Mu\u0308ller", ["Mu\u0308ller"]),
            (" \u00a0\n", []),
            ("\U0001f600a", ["\U0001f600", "a"]),
            ("a\x00b", ["a", "\x00", "b"]),
        ):
            self.assertEqual([given[a:b] for a, b in text.words(given)], expected)

    def test_allowed_tags_and_spans_are_inverse_where_everything_is_marked(self) -> None:
        given = "Hans Müller Anna K. von Siemens AG in Bonn"
        spans = [(0, 11, "PERSON"), (12, 19, "PERSON"), (24, 34, "ORG"), (38, 42, "LOC")]
        found = text.words(given)
        allowed = text.allowed_tags(found, text.Example(given, spans, frozenset(labels.CLASSES)))
        self.assertTrue(all(tags.bit_count() == 1 for tags in allowed))
        self.assertEqual(text.spans_of(found, [tags.bit_length() - 1 for tags in allowed]), spans)

    def test_clean(self) -> None:
        for given, expected in (
            ('"Anna"', "Anna"),
            ("Anna K.", "Anna K."),
            ("Anna.", "Anna"),
            ("A. B. Smith Jr.", "A. B. Smith Jr."),
            ("(Müller),", "Müller"),
        ):
            ((start, end, _),) = text.clean(given, [(0, len(given), "PERSON")])
            self.assertEqual(given[start:end], expected)
        self.assertEqual(text.clean("123 .", [(0, 5, "PERSON")]), [])

    def test_clean_leaves_a_sentence_its_full_stop(self) -> None:
        for given, start, expected in (
            ("I saw Klein A.", 6, "Klein A"),
            ("I saw Klein A. \nBye", 6, "Klein A"),
            ("I saw Klein A. today", 6, "Klein A."),
            ("Bye\nAnna K.", 4, "Anna K."),
        ):
            ((start, end, _),) = text.clean(given, [(start, given.index(".") + 1, "PERSON")])
            self.assertEqual(given[start:end], expected)

    def test_clean_leaves_a_number_as_it_is(self) -> None:
        self.assertEqual(text.clean("#4711.", [(0, 6, "REF")]), [(0, 6, "REF")])

    def test_utf16(self) -> None:
        given = "\U0001f600 Anna"
        self.assertEqual(corpora.to_utf16(given, [(2, 6)]), [(3, 7)])
        self.assertEqual(corpora.from_utf16(given, [(3, 7)]), [(2, 6)])


class Pieces(unittest.TestCase):
    def setUp(self) -> None:
        self.tokenizer = tokenizer.Tokenizer(small_vocabulary())

    def test_best_split_and_offsets(self) -> None:
        self.assertEqual(self.tokenizer.encode("ab a"), [(9, 0, 2), (8, 3, 4)])

    def test_unknown_newline_and_normalization(self) -> None:
        self.assertEqual(self.tokenizer.encode("\n\na\t\n \nx\x01"), [(8, 2, 3), (2, 4, 4), (4, 7, 7), (3, 7, 8)])
        self.assertEqual(self.tokenizer.encode("\u00bd"), [(9, 0, 1)])

    def test_of_equal_splits_the_longest_last_piece_wins(self) -> None:
        equal = small_vocabulary()
        equal.scores[7] = -400  # "ab" = "a" + "b"
        self.assertEqual([piece for piece, _, _ in tokenizer.Tokenizer(equal).encode(".ab")], [4, 10, 7])

    def test_windows_hold_every_piece_and_word_once(self) -> None:
        given = "ab a. ab\n" * 120 + "ab" * 500
        parts, found = windows.windows(self.tokenizer, given)
        self.assertEqual([i for part in parts for i in part.ids], [i for i, _, _ in self.tokenizer.encode(given)])
        self.assertEqual([word for part in parts for word, _ in part.tagged], list(range(len(found))))
        self.assertLessEqual(max(len(part.ids) for part in parts), windows.WINDOW)

    def test_batches_keep_the_budget(self) -> None:
        lengths = [random.Random(1).randrange(1, 200) for _ in range(300)]
        made = windows.batches(lengths, 2560, random.Random(2))
        self.assertEqual(sorted(i for batch in made for i in batch), list(range(300)))
        self.assertTrue(all((max(lengths[i] for i in batch) + 2) * len(batch) <= 2560 for batch in made))


class Labels(unittest.TestCase):
    def tags(self, bits: int) -> set[str]:
        return {tag for i, tag in enumerate(labels.TAGS) if bits >> i & 1}

    def test_an_unmarked_word_may_be_of_every_class_that_is_not_marked_completely(self) -> None:
        complete = labels.complete_classes(["PERSON", "ORG", "LOC", "EMAIL"])
        self.assertEqual(complete, {"PERSON", "ORG", "LOC"})
        outside = self.tags(labels.outside_tags(complete))
        self.assertTrue({"O", "B-ADDRESS", "I-REF"} <= outside)
        self.assertFalse({"B-PERSON", "I-ORG", "B-LOC"} & outside)

    def test_a_marked_word_is_of_its_class_even_where_that_is_not_marked_completely(self) -> None:
        self.assertEqual([self.tags(bits) for bits in labels.span_tags("ORG", frozenset())], [{"B-ORG"}, {"I-ORG"}])

    def test_a_label_that_says_less_allows_more(self) -> None:
        for label, complete, first in (
            ("CODE", frozenset(labels.CLASSES), {"B-CODE", "B-REF"}),
            ("DATE", frozenset(labels.CLASSES), {"B-DATE"}),
            ("DATE", frozenset(["DATE"]), {"B-DATE", "B-DOB"}),
            ("STREET", frozenset(["LOC"]), {"B-LOC", "B-ADDRESS", "I-ADDRESS"}),
            ("STREET", frozenset(["LOC", "ADDRESS"]), {"B-LOC"}),
            (labels.IGNORED, frozenset(labels.CLASSES), set(labels.TAGS)),
        ):
            self.assertEqual(self.tags(labels.span_tags(label, complete)[0]), first, label)

    def test_an_unknown_label_is_an_error(self) -> None:
        self.assertFalse(labels.is_marked("PHONE"))
        with self.assertRaises(KeyError):
            labels.is_marked("COLOR")


class Written(unittest.TestCase):
    def test_marks_become_spans(self) -> None:
        [first, second] = written.parse("=== de kurze Mail\nHallo ⟦PERSON|Ana⟧,\nbis ⟦DATE|Mai⟧\n\n=== fr note\nRien.\n")
        self.assertEqual((first.language, first.genre, first.text), ("de", "kurze Mail", "Hallo Ana,\nbis Mai"))
        self.assertEqual(first.spans, [(6, 9, "PERSON"), (15, 18, "DATE")])
        self.assertEqual((second.text, second.spans), ("Rien.", []))

    def test_what_cannot_be_read_is_named(self) -> None:
        for wrong in ("⟦PERSON|a ⟦ORG|b⟧⟧", "⟦PERSON| a⟧", "⟦ANIMAL|Rex⟧", "⟦PERSON|a", ""):
            with self.assertRaises(written.Malformed):
                written.parse(f"=== de probe\n{wrong}\n")

    def test_a_value_that_stands_unmarked_elsewhere_is_found(self) -> None:
        [text] = written.parse("=== en note\n⟦PERSON|May⟧ and May, not Mayer\n")
        self.assertEqual(written.unmarked(text), ["May"])

    def test_the_texts_beside_the_tool_can_be_read(self) -> None:
        for language in written.LANGUAGES:
            self.assertGreater(len(corpora.read(pathlib.Path(), f"written.{language}")), 50)


class Corpora(unittest.TestCase):
    def document(self, given: str, *marked: tuple[str, str], ignored: tuple[str, ...] = ()) -> dict:
        def place(part: str) -> dict:
            start = len(given[: given.index(part)].encode("utf-16-le")) // 2
            return {"start": start, "end": start + len(part.encode("utf-16-le")) // 2}

        spans = [{**place(part), "label": label} for part, label in marked]
        return {"text": given, "spans": spans, "types": ["PERSON"], "ignore": [place(part) for part in ignored]}

    def test_spans_are_in_code_points_and_plain_labels_are_dropped(self) -> None:
        document = self.document(
            "\U0001f600 Anna a@b.de Rhein", ("Anna", "PERSON"), ("a@b.de", "EMAIL"), ignored=("Rhein",)
        )
        example = corpora.typed_example(document)
        self.assertEqual(
            [(example.text[start:end], label) for start, end, label in example.spans],
            [("Anna", "PERSON"), ("Rhein", labels.IGNORED)],
        )

    def test_a_mark_counts_more_than_that_it_is_ignored(self) -> None:
        example = corpora.typed_example(self.document("Anna Rhein", ("Anna Rhein", "PERSON"), ignored=("Rhein",)))
        self.assertEqual(example.spans, [(0, 10, "PERSON")])

    def test_the_parts_of_an_address_in_one_line_become_one(self) -> None:
        parts = [("Calle Mayor 3", "ADDRESS"), ("28001", "ZIP"), ("Madrid", "LOC")]
        one = corpora.typed_example(self.document("en Calle Mayor 3, 28001 Madrid", *parts))
        self.assertEqual(one.spans, [(3, 30, "ADDRESS")])
        lines = corpora.typed_example(self.document("Calle Mayor 3\n28001 Madrid", *parts))
        self.assertEqual(lines.spans, [(0, 13, "ADDRESS"), (14, 26, "ADDRESS")])


class Decoding(unittest.TestCase):
    def scores(self, **given: float) -> list[float]:
        row = [-9.0] * len(labels.TAGS)
        for tag, value in given.items():
            row[labels.TAGS.index(tag.replace("_", "-"))] = value
        return row

    def decode(self, *rows: list[float], bias: list[float] = decode.BIAS) -> list[str]:
        return [labels.TAGS[tag] for tag in decode.best_tags(list(rows), bias)]

    def test_no_inside_without_a_beginning_of_the_same_class(self) -> None:
        inside = self.scores(I_PERSON=5, B_PERSON=1, B_ORG=2)
        self.assertEqual(self.decode(inside, inside), ["B-PERSON", "I-PERSON"])
        self.assertEqual(self.decode(self.scores(B_ORG=5), self.scores(I_LOC=3, I_ORG=2)), ["B-ORG", "I-ORG"])

    def test_a_bias_against_outside_covers_what_is_outside_by_a_hair(self) -> None:
        row = self.scores(O=1, B_ORG=0.5)
        self.assertEqual(self.decode(row), ["O"])
        self.assertEqual(self.decode(row, bias=[-1.0, *decode.BIAS[1:]]), ["B-ORG"])

    def test_empty(self) -> None:
        self.assertEqual(decode.best_tags([]), [])


class MadeUp(unittest.TestCase):
    def test_genitive(self) -> None:
        self.assertEqual(names.genitive("Müller"), ("Müllers", ""))
        self.assertEqual(names.genitive("Hans"), ("Hans", "'"))

    def test_every_slot_of_every_template_is_known(self) -> None:
        folder = pathlib.Path(generator.__file__).parent / "templates"
        for language in ("de", "en"):
            sections = generator._read_sections(folder / f"{language}.txt")
            self.assertEqual(set(sections), {"greeting", "closing", "body", "header", "form", "negative"})
            for template in (line for lines in sections.values() for line in lines):
                self.assertNotRegex(generator._SLOT.sub("", template), r"\{[A-Za-z#]\d?\}", template)

    def test_noise_moves_spans_along(self) -> None:
        rng = random.Random(3)
        given = text.Example("Sehr geehrter Herr Jörg Müßig, hallo!", [(19, 29, "PERSON")], frozenset())
        for _ in range(500):
            changed = casing.noise(given, rng)
            ((start, end, _),) = changed.spans
            self.assertEqual(changed.text[start - 1], " ")
            self.assertNotEqual(changed.text[end - 1], ",")


class StillNames:
    """Returns constant names instead of drawing from the lists."""

    known_first = {"Anna", "Berta"}

    def first(self, _: str) -> str:
        return "Berta"

    def last(self, _: str) -> str:
        return "Neu"

    def person(self, language: str) -> names.Person:
        return names.Person(self.first(language), self.last(language))

    def full(self, person: names.Person, _: str) -> str:
        return f"{person.first} {person.last}"


class StillPlaces:
    def company(self, _: str) -> str:
        return "Acme GmbH"

    def town(self, _: str) -> str:
        return "Lohne"

    def german_street(self) -> str:
        return "Am Wall"

    def other_digits(self, number: str) -> str:
        return number


class Replacing(unittest.TestCase):
    def setUp(self) -> None:
        self.replacer = replace.Replacer(StillNames(), StillPlaces())

    def test_a_part_of_a_name_becomes_the_part_of_the_new_one(self) -> None:
        given = "ALT, Anna: Alt rief an, Anna Alt nicht."
        spans = [(0, 9, "PERSON"), (11, 14, "PERSON"), (24, 32, "PERSON")]
        changed = self.replacer.people(text.Example(given, spans, frozenset()), "de")
        self.assertEqual(changed.text, "Neu, Berta: Neu rief an, Berta Neu nicht.")
        self.assertEqual(
            [changed.text[start:end] for start, end, _ in changed.spans], ["Neu, Berta", "Neu", "Berta Neu"]
        )

    def test_streets_of_addresses_alone(self) -> None:
        given = "Ringweg 5, Ringweg"
        changed = self.replacer.streets(text.Example(given, [(0, 9, "ADDRESS"), (11, 18, "LOC")], frozenset()))
        self.assertEqual(changed.text, "Am Wall 5, Ringweg")


class Made(unittest.TestCase):
    def test_no_span_of_a_table_crosses_a_cell(self) -> None:
        made = tables.Tables(StillNames(), StillPlaces(), random.Random(5))
        for _ in range(300):
            example = made.document()
            for start, end, _ in example.spans:
                self.assertNotRegex(example.text[start:end], r"[\t\n|;]")
                self.assertEqual(example.text[start:end], example.text[start:end].strip())


class Score(unittest.TestCase):
    def test_leak_counts_what_no_label_covers_and_own_what_the_label_does_not(self) -> None:
        gold = [
            {
                "text": "Anna Otto",
                "spans": [{"start": 0, "end": 4, "label": "PERSON"}, {"start": 5, "end": 9, "label": "PERSON"}],
            }
        ]
        found = [{"spans": [{"start": 0, "end": 4, "label": "PERSON"}, {"start": 5, "end": 9, "label": "ORG"}]}]
        figures = score.score(gold, found, "PERSON")
        self.assertEqual((figures["R"], figures["leak"], figures["own"]), (0.5, 0, 0.5))


if __name__ == "__main__":
    unittest.main()
