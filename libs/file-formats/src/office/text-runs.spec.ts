import { applyChanges, type TextChange } from '../editing/text-editor';
import { array, assert, constantFrom, nat, property, record, string, tuple } from 'fast-check';
import { changeRuns, type Run } from './text-runs';

const runs = array(
  tuple(string({ unit: 'binary', maxLength: 6 }), constantFrom(false, false, false, true)).map(
    ([text, isMark]): Run => (isMark ? { text: text.length % 2 === 0 ? '\t' : '\n', isMark } : { text }),
  ),
  { minLength: 1, maxLength: 12 },
).filter((list) => list.some(({ isMark }) => !isMark));

const edits = array(record({ gap: nat(6), length: nat(8), replacement: string({ maxLength: 8 }) }), {
  maxLength: 5,
});

/** Places edits one after the other in a text of this length. */
function placed(
  list: readonly { gap: number; length: number; replacement: string }[],
  end: number,
): TextChange[] {
  let at = 0;
  const changes: TextChange[] = [];
  for (const { gap, length, replacement } of list) {
    const start = at + gap;
    const last = start + length + 1;
    if (last > end) break;
    changes.push({ start, end: last, replacement });
    at = last + 1;
  }
  return changes;
}

/** Tells whether a change covers more than marks. Values always do. */
function replacesText(list: readonly Run[], { start, end }: TextChange): boolean {
  let at = 0;
  return list.some(({ text, isMark }) => {
    const first = at;
    at += text.length;
    return !isMark && first < end && at > start;
  });
}

const textOf = (list: readonly Run[]): string => list.map(({ text }) => text).join('');

describe('changeRuns', () => {
  it('makes exactly the changed text of any runs, without marks', () => {
    assert(
      property(runs, edits, (list, changed) => {
        const texts = list.filter(({ isMark }) => !isMark);
        const changes = placed(changed, textOf(texts).length);
        expect(changeRuns(texts, changes).join('')).toBe(applyChanges(textOf(texts), changes));
      }),
    );
  });

  it('keeps every mark, and all runs that no change touches', () => {
    assert(
      property(runs, edits, (list, changed) => {
        const changes = placed(changed, textOf(list).length)
          .filter((change) => replacesText(list, change))
          .map((change) => ({ ...change, replacement: change.replacement.replaceAll(/[\t\n]/g, '') }));
        const written = changeRuns(list, changes);
        let start = 0;
        for (const [index, { text, isMark }] of list.entries()) {
          const end = start + text.length;
          const isTouched = changes.some((change) => change.start <= end && change.end >= start);
          if (isMark || !isTouched) expect(written[index]).toBe(text);
          start = end;
        }
      }),
    );
  });

  it('gives a value its own marks back', () => {
    const value = array(constantFrom('a', 'b', '\t', '\n', ' '), { minLength: 1, maxLength: 8 }).map(
      (list) => `x${list.join('')}y`,
    );
    assert(
      property(string({ maxLength: 4 }), value, string({ maxLength: 4 }), (before, hidden, after) => {
        const list = split(`${before}${hidden}${after}`);
        const start = before.length;
        const masked = changeRuns(list, [{ start, end: start + hidden.length, replacement: '[NAME_1]' }]);
        const again = list.map((run, index) => ({ ...run, text: masked[index]! }));
        const label = { start, end: start + '[NAME_1]'.length, replacement: hidden };
        expect(changeRuns(again, [label]).join('')).toBe(textOf(list));
      }),
    );
  });
});

/** Splits a text into runs of one character, with marks between runs of text as programs write them. */
const split = (text: string): Run[] =>
  text
    .split(/([\t\n])/)
    .flatMap((piece): Run[] =>
      /[\t\n]/.test(piece)
        ? [{ text: piece, isMark: true }]
        : [...piece, ''].map((character) => ({ text: character })),
    );
