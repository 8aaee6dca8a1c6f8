import { TimeSlice } from '@app/common';
import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../../text/language';
import { Restorer } from '../restoring/restore';
import { NO_RULES } from '../rules/rules';
import { TermFinder } from '../rules/term-finder';
import { ReadableText } from '../../text/readable/readable-text';
import { TooManyValues } from '../../text/spans/value-limit';
import { anonymize } from './anonymize';
import type { AnonymizedText, TextToAnonymize } from './anonymized-text';

const LINES = 300;
const line = (i: number) => `Please ask Anna Number${i} Schmidt about it.\n`;

/** Returns a text with a name in each line, and its detected spans. */
function aText() {
  let text = '';
  const spans = Array.from({ length: LINES }, (_, i) => {
    const start = text.length + 'Please ask '.length;
    text += line(i);
    return { start, end: start + `Anna Number${i} Schmidt`.length, type: 'Names' as const };
  });
  return { text, spans, choices: ['Names' as const], language: parseLanguage('en') };
}

const hide = (texts: readonly Pick<TextToAnonymize, 'text' | 'spans'>[]): Promise<unknown> =>
  anonymize(
    EntityTable.create('surrogates'),
    texts.map((text) => ({ ...text, choices: ['Names'], language: parseLanguage('en') })),
  );

/** Counts the turns of the event loop during some work. Each reading of its clock takes a millisecond. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await work();
  done = true;
  clock.mockRestore();
  return turns;
}

describe('a long text', () => {
  it.each(['placeholders', 'surrogates'] as const)(
    'is hidden and restored the same, however often it yields: %s',
    async (style) => {
      const input = aText();
      const seed = Buffer.alloc(32, 7);
      const [whole] = await anonymize(EntityTable.create(style, seed), [input]);
      const table = EntityTable.create(style, seed);
      let hidden: AnonymizedText | undefined;
      const turns = await turnsDuring(async () => {
        [hidden] = await anonymize(table, [input]);
      });
      expect(turns).toBeGreaterThan(LINES);
      expect(hidden).toEqual(whole);
      expect(hidden!.text).not.toContain('Schmidt');
      const restorer = await Restorer.prepare(table, [hidden!.text]);
      expect(await restorer.restore(hidden!.text)).toBe(input.text);
    },
  );

  it('stops between two slices when its caller aborts', async () => {
    const caller = new AbortController();
    setImmediate(() => caller.abort(new Error('gone')));
    const text = 'Anna '.repeat(200_000);
    const input = { text, spans: [], choices: [], language: parseLanguage('en') };
    await expect(anonymize(EntityTable.create('placeholders'), [input], caller.signal)).rejects.toThrow(
      'gone',
    );
  });

  it('yields for any number of texts, even without words', async () => {
    const texts = Array.from({ length: 1_000 }, () => '');
    const turns = await turnsDuring(() => hide(texts.map((text) => ({ text, spans: [] }))));
    expect(turns).toBeGreaterThan(texts.length / 2);
  });

  it('is not hidden if it holds more values than one request may hide', async () => {
    const text = 'Anna '.repeat(100_001);
    const spans = Array.from({ length: 100_001 }, (_, i) => ({
      start: 5 * i,
      end: 5 * i + 4,
      type: 'Names' as const,
    }));
    await expect(hide([{ text, spans }])).rejects.toThrow(TooManyValues);
  });

  it('is not hidden if a word that the request hides occurs more often than one request may hide values', async () => {
    const rules = { ...NO_RULES, hide: ['a'] };
    const input = {
      text: 'a '.repeat(200_000),
      spans: [],
      choices: [],
      language: parseLanguage('en'),
      rules,
    };
    await expect(anonymize(EntityTable.create('placeholders'), [input])).rejects.toThrow(TooManyValues);
  });

  it('yields between the decoders', async () => {
    const turns = await turnsDuring(() => ReadableText.read('plain', new TimeSlice()));
    expect(turns).toBeGreaterThan(5);
  });

  it('yields within a word that is as long as the text', async () => {
    const text = 'x'.repeat(4_096 * 100);
    const value = { start: 4_096 * 50, end: 4_096 * 50 + 5, type: 'Names' as const };
    const turns = await turnsDuring(() => hide([{ text, spans: [value] }]));
    expect(turns).toBeGreaterThan(30);
  });

  it('yields between the values of a table that is searched for in identifiers', async () => {
    const terms = Array.from({ length: 100 }, (_, i) => ({ phrase: `Anna Number${i}` }));
    const found: TermFinder[] = [];
    const turns = await turnsDuring(async () => {
      found.push(await TermFinder.of(terms, new TimeSlice()));
    });
    expect(turns).toBeGreaterThan(30);
    const text = 'with Anna Number7';
    expect(await found[0]!.find(text, new TimeSlice())).toMatchObject([{ start: 5, end: text.length }]);
  });
});
