import { REPLACEMENT_STYLES, type ReplacementStyle } from '../../kinds/entity-type';
import { parseLanguage } from '../../text/language';
import type { EntityTable } from '../entities/entity-table';
import { anonymize } from '../replacing/anonymize';
import { Restorer } from '../restoring/restore';
import { TableInMemory } from './table-in-memory';

const language = parseLanguage('en');
const NAMES = ['Hans Müller', 'Anna Schmidt', 'Maria Becker', 'Jan Weber'];

/** Hides names and e-mail addresses. Each text is hidden alone, like the lines of a batch. */
async function hide(table: TableInMemory, text: string): Promise<string> {
  const spans = [...text.matchAll(/\p{Lu}\p{L}+ \p{Lu}\p{L}+|[\w.]+@[\w.]+\.de/gu)].map((match) => {
    const [value] = match;
    const type = value.includes('@') ? ('Emails' as const) : ('Names' as const);
    const span = { start: match.index, end: match.index + value.length, type };
    return type === 'Emails' ? { ...span, canonical: value } : span;
  });
  const input = { text, spans, choices: ['Names', 'Emails'] as const, language };
  const { result } = await table.change([input], (part: EntityTable) => anonymize(part, [input]));
  return result[0]!.text;
}

async function restore(table: TableInMemory, sent: string, answer: string): Promise<string> {
  return (await Restorer.prepare(await table.partFor([sent]), [sent])).restore(answer);
}

describe.each<ReplacementStyle>([...REPLACEMENT_STYLES])('a table in memory with %s', (style) => {
  it('gives a value one replacement in all texts, and restores each text', async () => {
    const table = new TableInMemory(style);
    const texts = [...NAMES, ...NAMES].map((name, i) => `for ${name}, ${i}, ${name.slice(0, 3)}@firma.de`);
    const sent: string[] = [];
    for (const text of texts) sent.push(await hide(table, text));
    expect(sent.join('\n')).not.toMatch(/Hans|Schmidt|Becker|firma/);
    NAMES.forEach((_, i) => expect(sent[i]!.split(', ')[0]).toBe(sent[i + 4]!.split(', ')[0]));
    for (const [i, text] of sent.entries())
      expect(await restore(table, text, `Yes: ${text}`)).toBe(`Yes: ${texts[i]}`);
    expect(table.counts).toEqual({ Names: 4, Emails: 4 });
  });

  it('goes on as it was after it was written and read', async () => {
    const table = new TableInMemory(style);
    const before = await hide(table, 'for Hans Müller');
    const read = await TableInMemory.read(await table.write());
    expect(read.counts).toEqual(table.counts);
    expect(await hide(read, 'for Hans Müller')).toBe(before);
    expect(await hide(read, 'for Anna Schmidt')).not.toBe(before);
    expect(await restore(read, before, before)).toBe('for Hans Müller');
    await expect(TableInMemory.read('{"version":2}')).rejects.toThrow('not an entity table of version 1');
  });

  it('restores nothing that was sent in another text', async () => {
    const table = new TableInMemory(style);
    const [hans, anna] = [await hide(table, 'for Hans Müller'), await hide(table, 'for Anna Schmidt')];
    expect(await restore(table, anna, `${hans} and ${anna}`)).toBe(`${hans} and for Anna Schmidt`);
  });

  it('is unchanged if hiding fails', async () => {
    const table = new TableInMemory(style);
    const failing = table.change([{ text: 'Hans Müller' }], async () => {
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    expect(table.counts).toEqual({});
  });

  it('reads a few records for each text, however many it has', async () => {
    const table = new TableInMemory(style);
    const read: number[] = [];
    for (let i = 0; i < 300; i += 1) {
      await hide(table, `for person${i}@firma.de`);
      read.push((await table.partFor([`for person${i}@firma.de`])).entities.length);
    }
    expect(Math.max(...read)).toBeLessThan(30);
  });
});
