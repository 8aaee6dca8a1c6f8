import { EntityTable } from '../entities/entity-table';
import { parseLanguage } from '../language';
import { restore, Restorer } from '../restoring/restore';
import { anonymizeAll, anonymizeInSlices } from './anonymize';

const LINES = 300;
const line = (i: number) => `Please ask Anna Number${i} Schmidt about it.\n`;

/** A text with a name in each line, as a detector finds them. */
function aText() {
  let text = '';
  const spans = Array.from({ length: LINES }, (_, i) => {
    const start = text.length + 'Please ask '.length;
    text += line(i);
    return { start, end: start + `Anna Number${i} Schmidt`.length, type: 'Names' as const };
  });
  return { text, spans, choices: ['Names' as const], language: parseLanguage('en') };
}

describe('a long text in slices', () => {
  it.each(['placeholders', 'surrogates'] as const)(
    'is hidden and comes back as at once: %s',
    async (style) => {
      const input = aText();
      const seed = Buffer.alloc(32, 7);
      const whole = anonymizeAll(EntityTable.create(style, seed), [input]);
      const table = EntityTable.create(style, seed);
      const sliced = await anonymizeInSlices(table, [input]);
      expect(sliced).toEqual(whole);
      expect(sliced[0]!.text).not.toContain('Schmidt');
      const sent = [sliced[0]!.text];
      const restorer = await Restorer.prepare(table, sent);
      expect(await restorer.restore(sent[0]!)).toBe(input.text);
      expect(restore(sent[0]!, table, sent)).toBe(input.text);
    },
  );

  it('lets others in between however many texts there are, also without a word in any', async () => {
    const texts = Array.from({ length: 1_000 }, () => '');
    const input = { spans: [], choices: ['Names' as const], language: parseLanguage('en') };
    // A clock on which each look takes a millisecond.
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await anonymizeInSlices(
      EntityTable.create('surrogates'),
      texts.map((text) => ({ ...input, text })),
    );
    done = true;
    clock.mockRestore();
    expect(turns).toBeGreaterThan(texts.length / 2);
  });
});
