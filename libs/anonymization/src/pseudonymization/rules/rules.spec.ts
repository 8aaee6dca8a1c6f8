import { TimeSlice } from '@app/common';
import { hide, restore } from '../../../testing/hide-and-restore';
import { array, assert, constantFrom, asyncProperty, string } from 'fast-check';
import { EntityTable } from '../entities/entity-table';
import { ENTITY_TYPES, type EntityType } from '../../kinds/entity-type';
import type { Span } from '../../text/spans/span';
import { KeptValues } from './kept-values';
import { type Decided, decideAll, hiddenKinds, MODES, NO_RULES, type Rules } from './rules';
import type { Phrase } from './term';
import { TermFinder } from './term-finder';

const language = { code: 'en', regions: ['US'] } as const;
const SIGNAL = new AbortController().signal;
const TEXT = 'Hans Müller pays with 4929 1234 5678 9012 in Bonn.';
const SPANS: readonly Span[] = [
  { start: 0, end: 11, type: 'Names' },
  { start: 22, end: 41, type: 'Cards', canonical: '4929123456789012' },
  { start: 45, end: 49, type: 'Locations' },
];
const decided = async (rules: Partial<Rules>, isNew = true): Promise<Decided> => {
  const [all] = await decideAll({ ...NO_RULES, ...rules }, [{ text: TEXT, spans: SPANS, isNew }], SIGNAL);
  return all!;
};
const termsOf = (...terms: Phrase[]) => TermFinder.of(terms, new TimeSlice());
const hidden = async (rules: Partial<Rules>, choices: readonly EntityType[] = []) => {
  const table = EntityTable.create('placeholders');
  const { text, replacements } = await hide(table, {
    text: TEXT,
    spans: SPANS,
    rules: { ...NO_RULES, ...rules },
    choices,
    language,
  });
  return { table, text, replacements, restored: await restore(text, table, [text]) };
};

describe('A policy', () => {
  it('without rules hides the kinds that the request names', async () => {
    expect((await hidden({}, ['Names'])).text).toBe('[NAME_1] pays with 4929 1234 5678 9012 in Bonn.');
    expect((await hidden({})).text).toBe(TEXT);
  });

  it('hides a kind always, whatever the request says', async () => {
    const { text, restored } = await hidden({ modes: { Cards: 'always' } });
    expect(text).toBe('Hans Müller pays with [CARD_1] in Bonn.');
    expect(restored).toBe(TEXT);
  });

  it('removes a kind permanently: it is never restored', async () => {
    const { text, restored, replacements } = await hidden({ modes: { Cards: 'remove' } }, ['Names']);
    expect(text).toBe('[NAME_1] pays with [CARD_1] in Bonn.');
    expect(restored).toBe('Hans Müller pays with [CARD_1] in Bonn.');
    expect(replacements.map(({ type, removed }) => [type, removed])).toEqual([
      ['Names', undefined],
      ['Cards', true],
    ]);
  });

  it('does not restore removed values after the table was stored', async () => {
    const { table, text } = await hidden({ modes: { Names: 'remove' } });
    const stored = await EntityTable.read(await table.write());
    expect(await restore(text, stored, [text])).toBe('[NAME_1] pays with 4929 1234 5678 9012 in Bonn.');
  });

  it('refuses a new text with a blocked kind, and removes the kind from what was sent before', async () => {
    expect((await decided({ modes: { Cards: 'block' } })).blocked).toEqual(['Cards']);
    const before = await decided({ modes: { Cards: 'block' } }, false);
    expect(before.blocked).toEqual([]);
    expect(before.spans.find(({ type }) => type === 'Cards')?.mode).toBe('block');
    expect((await hidden({ modes: { Cards: 'block' } })).replacements).toMatchObject([
      { type: 'Cards', removed: true },
    ]);
  });

  it('refuses before anything is hidden, and names only the field and the kind', async () => {
    const input = { text: TEXT, spans: SPANS, choices: [], language, field: 'prompt' };
    const rules: Rules = { ...NO_RULES, modes: { Cards: 'block' } };
    const table = EntityTable.create('placeholders');
    await expect(hide(table, { ...input, rules })).rejects.toThrow(
      expect.objectContaining({
        code: 'blocked_by_policy',
        message: 'prompt holds Cards, which the policy of your organization blocks',
      }),
    );
    expect(table.entities).toEqual([]);
  });

  it('finds terms in other spellings and encodings [PRIV-46]', async () => {
    const terms = await termsOf({ phrase: 'Müller' });
    const table = EntityTable.create('placeholders');
    const text = 'Herr M\\u00fcller, M&uuml;ller';
    const input = { text, spans: [], rules: { ...NO_RULES, terms }, choices: [], language };
    expect((await hide(table, input)).text).not.toMatch(/ller/);
  });

  it('refuses or removes its terms if it is set to, but never a word that a user has hidden', async () => {
    const terms = await termsOf({ phrase: 'Bonn' });
    expect((await decided({ modes: { Terms: 'block' }, terms })).blocked).toEqual(['Terms']);
    expect((await decided({ modes: { Terms: 'block' }, hide: ['Bonn'] })).blocked).toEqual([]);
    expect((await hidden({ modes: { Terms: 'remove' }, terms })).restored).toMatch('[TERM_1]');
    expect((await hidden({ modes: { Terms: 'never' }, terms })).text).toMatch('[TERM_1]');
  });

  it('applies the strictest mode to overlapping values', async () => {
    const spans: Span[] = [
      { start: 0, end: 11, type: 'Names' },
      { start: 5, end: 11, type: 'IdNumbers' },
    ];
    const rules: Rules = { ...NO_RULES, modes: { Names: 'always', IdNumbers: 'remove' } };
    const table = EntityTable.create('placeholders');
    const { text, replacements } = await hide(table, { text: TEXT, spans, rules, choices: [], language });
    expect(replacements).toMatchObject([{ type: 'Names', removed: true }]);
    expect(await restore(text, table, [text])).not.toContain('Müller');
  });

  it('that does not allow keeping ignores words that a chat kept before', async () => {
    const table = EntityTable.create('placeholders');
    table.keep.add('Hans Müller');
    const rules: Rules = { ...NO_RULES, usersMayKeep: false };
    const { text } = await hide(table, { text: TEXT, spans: SPANS, rules, choices: ['Names'], language });
    expect(text).toMatch(/^\[NAME_1\]/);
  });

  it('determines which kinds are hidden in a call', () => {
    const modes = { Cards: 'block', Secrets: 'remove', Urls: 'always', Names: 'never' } as const;
    expect(hiddenKinds({ modes }, ['Emails', 'Names', 'Cards'])).toEqual([
      'Secrets',
      'Cards',
      'Emails',
      'Urls',
    ]);
  });

  it('of a chat includes words that were hidden or kept before', async () => {
    const table = EntityTable.create('placeholders');
    table.hide.add('Bonn');
    table.keep.add('Hans Müller');
    const again = await EntityTable.read(await table.write());
    const { text } = await hide(again, { text: TEXT, spans: SPANS, choices: ['Names'], language });
    expect(text).toBe('Hans Müller pays with 4929 1234 5678 9012 in [TERM_1].');
  });

  it('leaves a kind out', async () => {
    expect((await hidden({ modes: { Locations: 'never' } }, ['Locations', 'Names'])).text).toBe(
      '[NAME_1] pays with 4929 1234 5678 9012 in Bonn.',
    );
  });

  it('does not change exceptions, only whole values and never a card', async () => {
    const exceptions = new KeptValues([{ value: 'Müller' }, { value: 'bonn', type: 'Locations' }]);
    expect((await hidden({ exceptions }, ENTITY_TYPES)).text).toBe('[NAME_1] pays with [CARD_1] in Bonn.');
    expect(
      (await hidden({ exceptions: new KeptValues([{ value: 'Bonn', type: 'Names' }]) }, ENTITY_TYPES)).text,
    ).toContain('[LOC');
    expect(
      (await hidden({ exceptions: new KeptValues([{ value: '4929 1234 5678 9012' }]) }, ENTITY_TYPES)).text,
    ).toContain('[CARD_1]');
  });

  it('allows a request to hide a word and keep a false find', async () => {
    expect((await hidden({ hide: ['pays'], keep: ['Hans Müller'] }, ['Names'])).text).toBe(
      'Hans Müller [TERM_1] with 4929 1234 5678 9012 in Bonn.',
    );
  });

  it('never shows a value of a kind that is always hidden, removed or blocked', async () => {
    await assert(
      asyncProperty(
        array(constantFrom(...MODES), { minLength: 3, maxLength: 3 }),
        async ([names, cards, places]) => {
          const modes = { Names: names, Cards: cards, Locations: places };
          const { text } = await hidden({ modes });
          for (const { start, end, type } of SPANS)
            if (['always', 'remove', 'block'].includes(modes[type as keyof typeof modes] ?? ''))
              expect(text).not.toContain(TEXT.slice(start, end));
        },
      ),
    );
  });
});

describe("An organization's terms", () => {
  const found = async (phrases: readonly string[], text: string, exactCase = false): Promise<string[]> => {
    const finder = await termsOf(...phrases.map((phrase) => ({ phrase, exactCase })));
    return (await finder.find(text, new TimeSlice())).map(({ start, end }) => text.slice(start, end));
  };

  it.each([
    ['Nordlicht', 'Das Projekt Nordlicht läuft.', 'Nordlicht'],
    ['Nordlicht', 'Stand des Nordlichts im Mai', 'Nordlichts'],
    ['Nordlicht', 'NORDLICHT', 'NORDLICHT'],
    ['Projekt Polaris', 'im Projekt\nPolaris', 'Projekt\nPolaris'],
    ['Grünwerk', 'Die Gruenwerke', 'Gruenwerke'],
    ['Zenit', 'nie ma Zenitu', 'Zenitu'],
    ['R2-D2', 'our R2-D2 unit', 'R2-D2'],
    ['C++', 'C in c++ only', 'c++'],
    ['§§', 'nach §§ 3', '§§'],
  ])('%s is found in "%s"', async (phrase, text, expected) => {
    expect(await found([phrase], text)).toEqual([expected]);
  });

  it.each([
    ['Nordlicht', 'Nordlichter-Verein'.replace('er-', 'lampen-')],
    ['Polar', 'Polaris'],
    ['Projekt Polaris', 'Projekt.\n\nPolaris'],
  ])('%s is not found in "%s"', async (phrase, text) => {
    expect(await found([phrase], text)).toEqual([]);
  });

  it('are found even if many have the same beginning, the longest first', async () => {
    const phrases = Array.from({ length: 500 }, (_, i) => `Projekt ${i}`);
    expect(
      await found(['Projekt', ...phrases, 'C++', 'C+'], 'Projekt 499, Projekt 5000, C++, ABC++'),
    ).toEqual(['C++', 'Projekt 499', 'Projekt']);
  });

  it('are distinguished by case if they are case-sensitive', async () => {
    expect(await found(['Apollo'], 'apollo APOLLO Apollo Apollos', true)).toEqual(['Apollo', 'Apollos']);
    expect(await found(['Big Sky'], 'big sky, Big\nSky', true)).toEqual(['Big\nSky']);
    expect(await found(['.NET'], '.net .NET', true)).toEqual(['.NET']);
  });

  it('have their own labels and numbers, and are restored from the variants of models', async () => {
    const terms = await termsOf({ phrase: 'Nordlicht', label: 'PROJECT' }, { phrase: 'Polaris' });
    const text = 'Nordlicht and Polaris';
    const table = EntityTable.create('surrogates');
    const rules = { ...NO_RULES, terms };
    const { text: sent } = await hide(table, { text, spans: [], rules, choices: [], language });
    expect(sent).toBe('[PROJECT_1] and [TERM_1]');
    expect(await restore('**[Project 1]**, TERM_1', table, [sent])).toBe('**Nordlicht**, Polaris');
    const stored = await EntityTable.read(await table.write());
    expect(await restore(sent, stored, [sent])).toBe(text);
  });

  it('are found in any form of the lower-case sigma, also at the edges of a window', async () => {
    const text = `${' '.repeat(4_090)}ΟΔΟΣ+`;
    for (let shift = 0; shift < 10; shift += 1) {
      expect(await found(['οδος+'], text.slice(shift))).toEqual(['ΟΔΟΣ+']);
      expect(await found(['οδοσ+'], text.slice(shift))).toEqual(['ΟΔΟΣ+']);
    }
  });

  it('are compared with a bounded part of a text at a time', async () => {
    const spies = (['toLowerCase', 'normalize'] as const).map((name) => jest.spyOn(String.prototype, name));
    for (const letter of ['x', 'é', 'İ']) await found(['Nordlicht', 'C++'], letter.repeat(50_000));
    const lengths = spies.flatMap(({ mock }) => mock.contexts.map(({ length }) => length));
    jest.restoreAllMocks();
    expect(Math.max(...lengths)).toBeLessThan(5_000);
  });

  it('may yield after each position at which a term may begin', async () => {
    const sameButForCase = ['Apollo', 'aPollo', 'apOllo'].map((phrase) => ({ phrase, exactCase: true }));
    const finder = await termsOf(...sameButForCase);
    const slice = new TimeSlice();
    const checks = jest.spyOn(slice, 'isOver', 'get').mockReturnValue(false);
    await finder.find('APOLLO '.repeat(1_000), slice);
    expect(checks.mock.calls.length).toBeGreaterThanOrEqual(1_000);
  });

  it('are all found as whole words, in any number [PRIV-54]', async () => {
    const phrase = string({ unit: constantFrom(...'abcdefghijABÄß 12'), minLength: 4, maxLength: 12 })
      .map((words) => words.trim().replace(/\s+/g, ' '))
      .filter((words) => words.length > 3);
    await assert(
      asyncProperty(array(phrase, { minLength: 1, maxLength: 30 }), async (phrases) => {
        for (const one of phrases) expect((await found(phrases, `x ${one} .`)).join('|')).not.toBe('');
      }),
    );
  });
});
