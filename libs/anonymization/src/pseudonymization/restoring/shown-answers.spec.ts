import { restore, restoreInPieces, restoreStream } from '../../../testing/hide-and-restore';
import * as fc from 'fast-check';
import { FRAGMENTS } from '../../../testing/addresses/fragments';
import { HOSTILE_FORMS, ORDINARY_FORMS } from '@app/testing';
import { sentValues } from '../../../testing/addresses/sent-values';
import { CHATS } from '../../../testing/mangling/chats';

const VALUES = {
  surrogates: ['Jan Weber', 'Weber', 'Jan', 'Petra Weber', 'Harriet Pemberton', 'Pemberton', 'Holger Köhler'],
  placeholders: ['[NAME_1]', '[NAME_1B]', 'NAME_2', '[NAME_12]', '{NAME_2}', '<NAME_1>', '[ NAME 12 ]'],
} as const;
const ADDRESSES = {
  surrogates: ['jan.weber@example.com', 'hp34@example.org'],
  placeholders: ['[EMAIL_1]'],
} as const;
/** The words of the originals. The sent values contain them unchanged, or encoded. */
const ORIGINAL = /Hans|Müller|Anna|Klaus|Jäger|Mary|Jones|hans\.mueller@firma|hans@firma|mj77/i;
/**
 * The links of linkifiers for a shown address with the text next to it: a mail to that person's own domain, or an invalid
 * one, if a question mark precedes the first @, or a sign that no domain contains follows it.
 */
const OWN_LETTER =
  /^mailto:(?:[^?@]*\?)?[^?]*(?:hans\.mueller@firma|hans@firma|mj77@mail)\.[^.?&@]*\.?[^\p{L}\p{N}.?&@]*(?:[^\p{L}\p{N}.?&@-][^?&@]*)?$/iu;

const ALL_FORMS = [...Object.values(HOSTILE_FORMS).flat(), ...ORDINARY_FORMS].filter(
  ({ length }) => length < 1_000,
);

// KaTeX warns about each character of unknown width.
beforeAll(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterAll(() => jest.restoreAllMocks());

describe.each(['surrogates', 'placeholders'] as const)('an answer with %s that is shown', (style) => {
  const { table, sent } = CHATS[style];
  const value = fc.constantFrom<string>(...VALUES[style], ...VALUES[style], ...ADDRESSES[style]);
  const form = fc
    .tuple(fc.constantFrom(...ALL_FORMS), value)
    .map(([text, written]) => text.replaceAll('%', () => written));
  const part = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) },
    { weight: 3, arbitrary: value },
    { weight: 1, arbitrary: form },
  );
  const answers = fc.array(part, { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''));

  it('sends no value to any host in any renderer [SEC-36]', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const restored = await restore(answer, table, sent);
        const carried = sentValues(restored).filter(
          ({ value: all }) => ORIGINAL.test(all) && !OWN_LETTER.test(all),
        );
        expect(carried).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  const formula = fc
    .record({
      around: fc.constantFrom(
        ['$$', '$$'],
        ['$$\n', '\n$$'],
        ['```math\n', '\n```'],
        ['~~~ katex\n', '\n~~~'],
        ['\\[', '\\]'],
        ['\\begin{align*}', '\\end{align*}'],
      ),
      command: fc.constantFrom(
        ['\\href{', '}{x}'],
        ['\\url{', '}'],
        ['\\includegraphics{', '}'],
        ['\\includegraphics[alt={a}]{', '}'],
        ['\\includegraphics[width=1em]%}\n{', '}'],
        ['\\htmlStyle{', '}{x}'],
        ['\\htmlStyle{}{\\href%}{}\n{', '}{x}}'],
      ),
      before: fc.constantFrom('', 'x\n\n', 'x % }\n', '\\url{a} ', '\\text{a}\n\n\n'),
      argument: fc.array(
        fc.oneof(
          value,
          fc.constantFrom('https://evil.io/?q=', ' ', '\n\n', '\n \n', '%\n', '{a}', '\\%', '\\}', 'a'),
        ),
        { minLength: 1, maxLength: 8 },
      ),
      prose: fc.constantFrom('', 'Dear reader,\n\n', '`$$` and\n\n', '$$x$$\n\n'),
    })
    .map(
      ({ prose, around, before, command, argument }) =>
        `${prose}${around[0]}${before}${command[0]}${argument.join('')}${command[1]}${around[1]}\n\nRegards`,
    );

  it('sends no value through a formula, and is restored like the whole answer however it is cut [SEC-38]', async () => {
    await fc.assert(
      fc.asyncProperty(formula, fc.integer({ min: 1, max: 9 }), async (answer, size) => {
        const restored = await restore(answer, table, sent);
        expect(sentValues(restored).filter(({ value: all }) => ORIGINAL.test(all))).toEqual([]);
        const stream = await restoreStream(table, sent);
        let shown = '';
        for (let at = 0; at < answer.length; at += size)
          shown += await stream.write(answer.slice(at, at + size));
        expect(shown + (await stream.end())).toBe(restored);
      }),
      { numRuns: 400 },
    );
  });

  it('is restored like the whole answer, however it is cut', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(answers, steps, fc.boolean(), async (answer, sizes, json) => {
        const text = json ? JSON.stringify({ a: answer, b: [answer] }) : answer;
        const whole = await restore(text, table, sent, { json });
        const stream = await restoreStream(table, sent, { json });
        let shown = '';
        for (let at = 0, step = 0; at < text.length; step += 1) {
          const size = sizes[step % sizes.length] ?? 1;
          shown += await stream.write(text.slice(at, at + size));
          at += size;
        }
        expect(shown + (await stream.end())).toBe(whole);
      }),
      { numRuns: 400 },
    );
  });

  it('is restored like the whole answer if an escaped backslash precedes a bracket, one character at a time', async () => {
    const [first, second] = VALUES[style];
    for (const before of ['\\', '\\\\', '\\\\\\'])
      for (const answer of [`${before}{${first}}`, `${before}[${second}]`, `a${before}{NAME_2}[NAME_1]`]) {
        const text = JSON.stringify({ a: answer });
        const shown = await restoreInPieces(text, table, sent, { json: true });
        expect(shown).toBe(await restore(text, table, sent, { json: true }));
      }
  });

  it('is safe in the strings of JSON too [SEC-37]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 4 }), async (strings) => {
        const restored: unknown = JSON.parse(
          await restore(JSON.stringify(strings), table, sent, { json: true }),
        );
        const carried = (restored as string[])
          .flatMap((text) => sentValues(text))
          .filter(({ value: all }) => ORIGINAL.test(all) && !OWN_LETTER.test(all));
        expect(carried).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
