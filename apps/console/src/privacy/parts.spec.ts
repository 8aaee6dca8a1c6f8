import fc from 'fast-check';
import { movedSpans, partsOf, placesOf } from './parts';

const spanOf = (text: string, word: string) => ({
  start: text.indexOf(word),
  end: text.indexOf(word) + word.length,
});

it('cuts a text where spans begin and end', () => {
  const text = 'Write to Anna today';
  const anna = spanOf(text, 'Anna');
  expect(partsOf(text, [anna])).toEqual([
    { text: 'Write to ' },
    { text: 'Anna', span: anna },
    { text: ' today' },
  ]);
});

it('loses no character, whatever the spans', () => {
  const span = fc.record({ start: fc.integer({ min: -3, max: 40 }), end: fc.integer({ min: -3, max: 40 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(span), (text, spans) => {
      const parts = partsOf(
        text,
        spans.filter(({ start }) => start >= 0),
      );
      expect(parts.map(({ text }) => text).join('')).toBe(text);
    }),
  );
});

it('moves spans after an edit, and drops those that the edit touched', () => {
  const before = 'Anna met Hans and Maria';
  const spans = ['Anna', 'Hans', 'Maria'].map((word) => spanOf(before, word));
  const now = 'Anna met Hansel and Maria';
  expect(movedSpans(before, now, spans).map(({ start, end }) => now.slice(start, end))).toEqual([
    'Anna',
    'Hans',
    'Maria',
  ]);
  const changed = 'Anna met Hxns and Maria';
  expect(movedSpans(before, changed, spans).map(({ start, end }) => changed.slice(start, end))).toEqual([
    'Anna',
    'Maria',
  ]);
});

it('keeps the same words in a moved span', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, old, next, tail) => {
      const before = head + old + tail;
      const now = head + next + tail;
      const spans = [
        { start: 0, end: head.length },
        { start: before.length - tail.length, end: before.length },
      ];
      for (const { start, end } of movedSpans(before, now, spans))
        expect([head, tail]).toContain(now.slice(start, end));
    }),
  );
});

it('finds the longer of two values with the same start, everywhere', () => {
  const text = 'Jan Weber, Jan';
  const places = placesOf(text, [{ text: 'Jan' }, { text: 'Jan Weber' }]);
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['Jan Weber', 'Jan']);
});
