import { array, assert, integer, property, tuple } from 'fast-check';
import type { AnonymizedText } from '@app/anonymization';
import type { ChosenPassage } from './choose-passages';
import { asSent, sentPassages } from './sent-passages';

const TEXT = 'abcdefghijklmnopqrstuvwxyz'.repeat(4);
const PASSAGE = 13;

/** Returns consecutive passages of `TEXT` from passage `first` on. */
const passagesFrom = (first: number, count: number): ChosenPassage[] =>
  Array.from({ length: count }, (_, i) => {
    const start = (first + i) * PASSAGE;
    return {
      documentId: 'd',
      start,
      text: TEXT.slice(start, start + PASSAGE),
      before: TEXT.slice(Math.max(0, start - 5), start),
      after: TEXT.slice(start + PASSAGE, start + PASSAGE + 5),
      spans: [],
    };
  });

describe('sentPassages', () => {
  it('keeps what was sent of each passage, whatever was replaced, also across its edges', () => {
    const cuts = array(tuple(integer({ min: 0, max: 49 }), integer({ min: 1, max: 9 })), { maxLength: 5 });
    assert(
      property(integer({ min: 0, max: 2 }), integer({ min: 1, max: 3 }), cuts, (first, count, given) => {
        const passages = passagesFrom(first, 3);
        const offset = passages[0]!.start - passages[0]!.before.length;
        let end = 0;
        const changes = given
          .toSorted(([a], [b]) => a - b)
          .flatMap(([start, length]) => {
            if (start < end) return [];
            end = start + length;
            return [{ start, end, replacement: `<${start}>` }];
          });
        const detected = changes.map(({ start, end }) => ({ start, end, type: 'Names' as const }));
        const hidden = { changes, detected, replacements: [] } as unknown as AnonymizedText;
        const [sent] = sentPassages(passages, [hidden], count);
        const [from, to] = [passages[0]!.start, passages[count - 1]!.start + PASSAGE];
        let expected = '';
        for (let at = from; at < to; at += 1) {
          const change = changes.find(({ start, end }) => offset + start <= at && at < offset + end);
          if (!change) expected += TEXT[at];
          else if (offset + change.start === at) expected += change.replacement;
        }
        const shown = asSent(sent!, TEXT.slice(sent!.start, sent!.end));
        expect(shown.text).toBe(expected);
        for (const { start, end, original } of shown.replacements) {
          expect(shown.text.slice(start, end)).toMatch(/^<\d+>$/);
          expect(TEXT).toContain(original);
        }
      }),
    );
  });

  it('keeps nothing of passages that did not fit, and shows no value that the policy removed', () => {
    const hidden = {
      changes: [{ start: 1, end: 3, replacement: '[NAME_1]' }],
      detected: [{ start: 1, end: 3, type: 'Names' }],
      replacements: [{ replacement: '[NAME_1]', type: 'Names', original: 'bc', removed: true }],
    } as unknown as AnonymizedText;
    expect(sentPassages(passagesFrom(0, 2), [hidden], 0)).toEqual([]);
    const [sent] = sentPassages(passagesFrom(0, 2), [hidden], 1);
    expect(asSent(sent!, TEXT.slice(0, PASSAGE))).toEqual({
      text: 'a[NAME_1]defghijklm',
      replacements: [{ start: 1, end: 9, kind: 'Names' }],
    });
  });
});
