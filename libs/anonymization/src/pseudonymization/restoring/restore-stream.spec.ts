import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hide, restore, restoreStream } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { EntityTable } from '../entities/entity-table';
import { type EntityType, REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import type { AnonymizedText } from '../replacing/anonymized-text';

const ALL: readonly EntityType[] = ['Names', 'Emails', 'Phone'];
const LAST = 'Müller Koch Schulz Lang Jones Smith Braun Peters Vogt Öz Aue Groß Haas Wolf'.split(' ');
const PEOPLE = LAST.map((last, index) => `{N:${index % 2 ? 'Anna' : 'Hans'} ${last}}`).join(', ');
const OTHERS = '{E:hans.mueller@firma.de} {P+49301234567:+49 30 1234567} https://x.de/{N:Li} ';

describe.each(REPLACEMENT_STYLES)('a streamed answer (%s)', (style) => {
  const table = EntityTable.create(style);
  let hidden: AnonymizedText;
  let pieces: fc.Arbitrary<string>;
  beforeAll(async () => {
    hidden = await hide(table, {
      ...markedText(`${PEOPLE} ${OTHERS}`),
      choices: ALL,
      language: parseLanguage('de'),
    });
    pieces = fc.constantFrom(
      ...hidden.replacements.map(({ replacement }) => replacement),
      ...hidden.replacements.map(({ replacement }) => replacement.split(' ').at(-1) ?? ''),
      ' ',
      ', ',
      ' und ',
      '.\n',
      '**',
      '[',
      ']',
      '(',
      's ',
      '’s ',
      '-',
      '/',
      '@',
      'https://x.de/',
      '![](https://evil.io/?q=',
      ')',
      '"',
      '\\n',
      '\\u00',
      '\\',
      '\\\\',
      '{',
      '}',
      'Max ',
      '😀',
      '\u0308',
    );
  });

  it('is restored like the whole answer, however it is cut, and never retracts text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 9 }),
        async (parts, steps) => {
          const answer = parts.join('');
          const whole = await restore(answer, table, [hidden.text]);
          const stream = await restoreStream(table, [hidden.text]);
          let shown = '';
          for (let at = 0, step = 0; at < answer.length; step += 1) {
            const size = steps[step % steps.length] ?? 1;
            shown += await stream.write(answer.slice(at, at + size));
            expect(whole.startsWith(shown)).toBe(true);
            at += size;
          }
          expect(shown + (await stream.end())).toBe(whole);
        },
      ),
      { numRuns: 500 },
    );
  });

  // Nightly of 200 answers in each style.
  it('is restored at every split position of answers with at least twelve values of one type', async () => {
    const names = hidden.replacements.filter(({ type }) => type === 'Names');
    const values = names.map(({ replacement }) => replacement);
    const sent = [values.join(', ')];
    // `[NAME_1]` is the beginning of `[NAME_12]` except for its bracket.
    const answers = fc
      .array(fc.tuple(fc.constantFrom(...values), fc.constantFrom(', ', ' und ', ': ', '\n', 's ', '.')), {
        minLength: 12,
        maxLength: 14,
      })
      .map((said) => said.map(([value, joint]) => `${value}${joint}`).join(''));
    expect(values.length).toBeGreaterThan(12);
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const whole = await restore(answer, table, sent);
        for (let cut = 0; cut <= answer.length; cut += 1) {
          const stream = await restoreStream(table, sent);
          const first = await stream.write(answer.slice(0, cut));
          expect(whole.startsWith(first)).toBe(true);
          expect(first + (await stream.write(answer.slice(cut))) + (await stream.end())).toBe(whole);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('shows plain words as soon as they are complete, and a value one word later', async () => {
    const [first] = hidden.replacements;
    const stream = await restoreStream(table, [hidden.text]);
    expect(await stream.write('Thank you very ')).toBe('Thank you very ');
    expect(await stream.write('much, ')).toBe('much, ');
    expect(await stream.write(`${first?.replacement} `)).toBe('');
    expect(await stream.write('writes ')).toBe(`${first?.original} writes `);
  });
});

describe('The pieces of a streamed answer', () => {
  const collectGarbage = (): void => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    setFlagsFromString('--no-expose-gc');
  };

  it('take only the memory of their own text while a caller collects them', async () => {
    const table = EntityTable.create('surrogates');
    const { text } = await hide(table, {
      ...markedText(PEOPLE),
      choices: ALL,
      language: parseLanguage('de'),
    });
    const answer = await restoreStream(table, [text]);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const pieces: string[] = [];
    for (let i = 0; i < 10_000; i++) pieces.push(await answer.write(`This is piece number ${i}. `));
    collectGarbage();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    expect(length).toBeGreaterThan(200_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * length);
  });
});
