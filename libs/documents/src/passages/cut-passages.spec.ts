import { array, assert, constantFrom, property } from 'fast-check';
import { anyText } from '@app/testing';
import { cutPassages } from './rank-passages';

const joined = (text: string): string =>
  cutPassages(text)
    .map((passage) => passage.text)
    .join('');

describe('cutPassages', () => {
  it('loses no part of any text', () => {
    const pieces = constantFrom('Wort ', 'Satz. ', 'Zeile\n', '\n\n', '\u{1F600}', 'x'.repeat(700), ' ');
    assert(
      property(array(pieces, { maxLength: 400 }), (text) =>
        expect(joined(text.join(''))).toBe(text.join('')),
      ),
    );
    assert(property(anyText(), (text) => expect(joined(text)).toBe(text)));
  });

  it('keeps a short text whole', () => {
    expect(cutPassages('Hans Müller').map(({ text }) => text)).toEqual(['Hans Müller']);
    expect(cutPassages('')).toEqual([]);
  });

  it.each([
    ['between paragraphs', 'Ein Satz. Noch einer.\nNeue Zeile', '\n\n'],
    ['between sentences, where paragraphs are too long', 'viele Wörter ohne Punkt,\n aber mit Zeile', '. '],
    ['between lines, where there are no sentences', 'Spalte;Spalte Spalte', '\n'],
    ['between words, where there are no lines', 'Wort', ' '],
  ])('cuts %s', (_, content, end) => {
    const [first] = cutPassages(`${content.repeat(900 / content.length)}${end}${content.repeat(300)}`);
    expect(first!.text.endsWith(end)).toBe(true);
    expect(first!.text.length).toBeLessThanOrEqual(1_600);
  });

  it('never cuts a character in two', () => {
    const passages = cutPassages(`a${'\u{1F600}'.repeat(3_000)}`);
    expect(passages.every(({ text }) => text.isWellFormed())).toBe(true);
  });

  it('returns the text around each passage', () => {
    const text = Array.from({ length: 500 }, (_, i) => `Satz Nummer ${i}. `).join('');
    for (const { start, text: own, before, after } of cutPassages(text)) {
      expect(text.slice(start - before.length, start)).toBe(before);
      expect(text.slice(start + own.length, start + own.length + after.length)).toBe(after);
    }
  });

  it('cuts a hostile megabyte', () => {
    for (const text of [
      '. '.repeat(5e5),
      '\n'.repeat(1e6),
      ')'.repeat(1e6),
      ' \n'.repeat(5e5),
      'x'.repeat(1e6),
    ])
      expect(joined(text).length).toBe(1e6);
  });
});
