import { Detector, EntityTable, ENTITY_TYPES, NO_RULES, parseLanguage } from '@app/anonymization';
import type { EntityType, Replacement, Rules, Span } from '@app/anonymization';
import { HideTexts, originalValues, shownValues } from './hide-texts';

const language = parseLanguage('en');
const owner = { organizationId: 'o', userId: 'u' };

/** Returns the kinds that were searched for and the hidden text, with a finder that finds a name in the first word. */
async function search(
  choices: readonly EntityType[],
  modes: Rules['modes'] = {},
  { text = 'Anna calls.', leaves = false } = {},
) {
  const lookedFor: (readonly EntityType[])[] = [];
  const find = async (
    texts: readonly string[],
    _: unknown,
    __: unknown,
    kinds: readonly EntityType[],
  ): Promise<Span[][]> => {
    lookedFor.push(kinds);
    return texts.map(() => [{ start: 0, end: 4, type: 'Names' }]);
  };
  const hideTexts = new HideTexts(new Detector({ find, close: async () => undefined }, { timeoutMs: 1000 }));
  const caller = new AbortController();
  const asked = { choices, language, rules: { ...NO_RULES, modes }, owner };
  const searched = await hideTexts.search([{ text }], asked, caller.signal);
  if (leaves) caller.abort(new Error('gone'));
  const [hidden] = await searched.hideBehind(EntityTable.create('placeholders'));
  return { lookedFor, kinds: searched.kinds, text: hidden!.text };
}

describe('HideTexts', () => {
  it('searches only for the requested kinds if patterns find them', async () => {
    expect((await search(['Emails', 'Phone'])).lookedFor).toEqual([['Emails', 'Phone']]);
  });

  it.each(['always', 'remove', 'block'] as const)(
    'searches for the kinds that the policy hides: %s',
    async (mode) => {
      const { lookedFor, text } = await search(['Emails'], { Names: mode });
      expect(lookedFor).toEqual([ENTITY_TYPES]);
      expect(text).toBe('[NAME_1] calls.');
    },
  );

  it('does not search for kinds that the policy leaves out', async () => {
    expect((await search(['Names', 'Emails'], { Names: 'never' })).lookedFor).toEqual([['Emails']]);
  });

  it('reports no searched kinds for texts in which nothing is hidden', async () => {
    expect(await search([])).toMatchObject({ lookedFor: [], kinds: [] });
  });

  it('stops when its caller disconnects', async () => {
    const text = 'Anna calls. '.repeat(100_000);
    await expect(search(['Names'], {}, { text, leaves: true })).rejects.toThrow('gone');
  });
});

const name = (original: string, replacement: string): Replacement => ({
  type: 'Names',
  original,
  replacement,
});

describe('the entity maps', () => {
  it('contain each replacement once, by first appearance, and its original at the same index', () => {
    const replacements = [
      name('Eva', 'Ida'),
      { type: 'Phone', original: '1', replacement: '2' } as const,
      name('Otto', 'Karl'),
      name('Eva', 'Ida'),
    ];
    expect(shownValues(replacements)).toEqual({ Names: ['Ida', 'Karl'], Phone: ['2'] });
    expect(originalValues(replacements)).toEqual({ Names: ['Eva', 'Otto'], Phone: ['1'] });
  });

  it('are empty if nothing was replaced', () => {
    expect(shownValues([])).toEqual({});
  });
});
