import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { markedText } from '../../../testing/marked-text';
import { RecordsInMemory } from '../../../testing/records-in-memory';
import { REPLACEMENT_STYLES } from '../../kinds/entity-type';
import { ENTITY_TYPES } from '../../kinds/kinds';
import { parseLanguage } from '../../text/language';
import { RestoreInSteps } from './restore-in-steps';

const AHEAD = 4_608;
const VALUES = [
  '{N:Hans Müller}',
  '{N:Anna Müller}',
  '{N:Jan von der Lühe}',
  '{E:hans.mueller@firma.de}',
  '{P+49301234567:+49 30 1234567}',
  '{O:Weber Nordlicht Logistik GmbH}',
];
const FILLER = 'Der Vermerk nennt keine weiteren Beteiligten und endet hier. '.repeat(20);

describe.each(REPLACEMENT_STYLES)('a text that is restored in steps (%s)', (style) => {
  const store = new RecordsInMemory(style);
  let replacements: string[];

  beforeAll(async () => {
    const inputs = VALUES.map((value) => ({
      ...markedText(`Vermerk: ${value}, https://x.de/${value}.`),
      choices: ENTITY_TYPES,
      language: parseLanguage('de'),
    }));
    replacements = (await store.hide(inputs)).flatMap((text) =>
      text.replacements.map(({ replacement }) => replacement),
    );
  });

  it('equals the whole text with the whole table, however it arrives and wherever a step ends', async () => {
    const parts = array(
      constantFrom(0, 1, 2, 3, 4, 5, 6, 7).chain((pick) =>
        pick < 4
          ? constantFrom(...replacements, ...replacements.flatMap((text) => text.split(' ')))
          : constantFrom(' ', ', ', '\n', '.\n\n', 'https://x.de/', '[', '-', 's ', FILLER, 'Max ', '😀'),
      ),
      { minLength: 4, maxLength: 40 },
    );
    await assert(
      asyncProperty(
        parts,
        integer({ min: 150, max: 1_500 }),
        integer({ min: 1, max: 3_000 }),
        integer({ min: 0, max: 400 }),
        async (written, step, size, shift) => {
          const text = `${'x'.repeat(shift)} ${written.join('')}${FILLER.repeat(4)}${written.join(' ')}`;
          const whole = await store.restore(text);
          const restoring = new RestoreInSteps((around) => store.restorerFor(around), step);
          let shown = '';
          for (let at = 0; at < text.length; at += size)
            shown += await restoring.write(text.slice(at, at + size));
          expect(shown + (await restoring.end())).toBe(whole);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('reads the table for a value that the end of a step divides', async () => {
    const lead = `${FILLER.slice(0, 600)}: `;
    const rest = `. ${FILLER.repeat(5).slice(0, AHEAD)}`;
    for (const value of replacements) {
      const text = `${lead}${value}${rest}`;
      const whole = await store.restore(text);
      for (let cut = 0; cut <= value.length + 1; cut += 1) {
        const restoring = new RestoreInSteps((around) => store.restorerFor(around), lead.length + cut);
        const shown = (await restoring.write(text)) + (await restoring.end());
        expect(shown).toBe(whole);
      }
    }
  });

  it('keeps no more text than a step needs, and returns the rest while it arrives', async () => {
    const asked: number[] = [];
    const restoring = new RestoreInSteps((around) => {
      asked.push(around.length);
      return store.restorerFor(around);
    }, 1_000);
    const text = `${replacements[0]} `.repeat(2_000);
    let shown = 0;
    for (let at = 0; at < text.length; at += 500) {
      shown += (await restoring.write(text.slice(at, at + 500))).length;
      const original = 'Hans Müller '.length / `${replacements[0]} `.length;
      expect(shown).toBeGreaterThan((at - 1_500 - 2 * AHEAD) * original);
    }
    await restoring.end();
    expect(asked.length).toBeGreaterThan(10);
    expect(Math.max(...asked)).toBeLessThan(1_000 + 5 * AHEAD);
    expect(restoring.restored).toBe(2_000);
  });
});
