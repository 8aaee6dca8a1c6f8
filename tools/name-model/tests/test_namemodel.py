"""Fast checks without corpora or weights: python -m unittest discover tests"""

from __future__ import annotations

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from namemodel import casing, corpora, decode, generator, names, text, tokenizer, vocabulary, windows


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

    def test_tags_and_spans_are_inverse(self) -> None:
        given = "Hans Müller und Anna K. kommen"
        spans = [(0, 11), (16, 23)]
        found = text.words(given)
        self.assertEqual(text.spans_of(found, text.tags_of(found, spans)), spans)

    def test_clean(self) -> None:
        for given, expected in (
            ('"Anna"', "Anna"),
            ("Anna K.", "Anna K."),
            ("Anna.", "Anna"),
            ("A. B. Smith Jr.", "A. B. Smith Jr."),
            ("(Müller),", "Müller"),
        ):
            ((start, end),) = text.clean(given, [(0, len(given))])
            self.assertEqual(given[start:end], expected)
        self.assertEqual(text.clean("123 .", [(0, 5)]), [])

    def test_clean_leaves_a_sentence_its_full_stop(self) -> None:
        for given, start, expected in (
            ("I saw Klein A.", 6, "Klein A"),
            ("I saw Klein A. \nBye", 6, "Klein A"),
            ("I saw Klein A. today", 6, "Klein A."),
            ("Bye\nAnna K.", 4, "Anna K."),
        ):
            ((start, end),) = text.clean(given, [(start, given.index(".") + 1)])
            self.assertEqual(given[start:end], expected)

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


class Decoding(unittest.TestCase):
    def test_no_inside_without_a_beginning(self) -> None:
        self.assertEqual(decode.best_tags([[0, 1, 5], [0, 1, 5], [9, 0, 0], [3, 2, 4], [9, 0, 0]]), [1, 2, 0, 0, 0])

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
        rng, given = random.Random(3), "Sehr geehrter Herr Jörg Müßig, hallo!"
        for _ in range(500):
            changed, spans = casing.noise((given, [(19, 29)]), rng)
            ((start, end),) = spans
            self.assertEqual(changed[start - 1], " ")
            self.assertNotEqual(changed[end - 1], ",")


if __name__ == "__main__":
    unittest.main()
