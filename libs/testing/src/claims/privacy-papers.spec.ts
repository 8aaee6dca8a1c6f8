import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requirementsOfLevelTwo } from './asvs-levels';
import { read } from './files';
import { citedIn } from './test-evidence';

const FOLDER = 'docs/privacy';
const KINDS = 'docs/concepts/entity-kinds.md';
const LANGUAGES = ['en', 'de'] as const;
/** A table that exists only in English. The German page introduces it. */
const TABLE = 'asvs.md';

const pagesIn = (language: string): string[] =>
  readdirSync(join(resolve(__dirname, '../../../..'), FOLDER, language)).toSorted();
const page = (language: string, name: string): string => read(`${FOLDER}/${language}/${name}`);

/**
 * Returns the cells of each table row of a document with a first cell that matches `wanted`, without heads and rules.
 */
const rows = (document: string, wanted: RegExp): string[][] =>
  document
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => wanted.test(first));

const BOTH = pagesIn('en').filter((name) => name !== TABLE);

describe('The papers in docs/privacy', () => {
  it('are the same in both languages, and the index lists all', () => {
    expect(pagesIn('de')).toEqual(pagesIn('en'));
    expect(pagesIn('en').length).toBeGreaterThan(8);
    const links = [...read(`${FOLDER}/README.md`).matchAll(/\]\(((?:en|de)\/[\w-]+\.md)\)/g)].map(
      ([, link]) => link,
    );
    expect(links.toSorted()).toEqual(
      LANGUAGES.flatMap((language) => pagesIn(language).map((name) => `${language}/${name}`)).toSorted(),
    );
    expect(links.indexOf('en/limits.md')).toBe(0);
  });

  it.each(BOTH)('have the same number of headings of each level in both languages: %s', (name) => {
    const levels = (language: string): string[] => page(language, name).match(/^#+(?= )/gm) ?? [];
    expect(levels('de')).toEqual(levels('en'));
  });

  it.each(BOTH)('cite the same tests in both languages: %s', (name) => {
    expect(citedIn(page('de', name))).toEqual(citedIn(page('en', name)));
  });

  it.each(LANGUAGES)(
    'have the same shares of each kind as docs/concepts/entity-kinds.md: %s [PRIV-1]',
    (language) => {
      const kind = /^`[A-Z]\w+`$/;
      const shown = rows(read(KINDS), kind)
        .filter((cells) => cells.length === 6)
        .map(([name, , , ...shares]) => [name, ...shares]);
      expect(shown.length).toBeGreaterThan(15);
      expect(rows(page(language, 'limits.md'), kind)).toEqual(shown);
    },
  );

  it.each(LANGUAGES)(
    'say what was measured of names that are missed, and of escaped values: %s',
    (language) => {
      const numbers = (text: string, pattern: RegExp): string[] =>
        (pattern.exec(text) ?? []).slice(1).map((number) => number.replaceAll(/[.,]/g, '.'));
      const missed = numbers(
        read('SECURITY.md'),
        /between ([\d.]+) % and ([\d.]+) % of the characters of names/,
      );
      const escaped = numbers(
        read('libs/anonymization/README.md'),
        /In ([\d,]+) texts no value is sent, completely or in part/,
      );
      const text = page(language, 'limits.md');
      expect([...missed, ...escaped]).toHaveLength(3);
      expect(numbers(text, /([\d.,]+) % (?:and|und) ([\d.,]+) %/)).toEqual(missed);
      expect(
        numbers(text, /([\d.,]{5}) (?:texts no value is sent|Texten wird kein Wert\s+gesendet)/),
      ).toEqual(escaped);
      const [, texts] = /values in (\d+) texts/.exec(read(KINDS)) ?? [];
      expect(text).toContain(` ${texts} `);
    },
  );

  it.each(LANGUAGES)('state the actual defaults of settings: %s', (language) => {
    const defaults = new Map(
      [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const said = [...page(language, 'retention.md').matchAll(/`([A-Z_]+)` \(`?(\w+)`?\)/g)];
    expect(said.length).toBeGreaterThan(6);
    expect(said.filter(([, name = '', value]) => defaults.get(name) !== value).map(([all]) => all)).toEqual(
      [],
    );
  });
});

describe('The table of ASVS', () => {
  const text = page('en', TABLE);
  const table = rows(text, /^\d+\.\d+\.\d+$/);

  it('answers each requirement of levels 1 and 2 once, as the counts state [PRIV-47]', () => {
    const asked = requirementsOfLevelTwo().map(({ number, level }) => [number, String(level)]);
    expect(asked).toHaveLength(253);
    expect(table.map(([number, level]) => [number, level])).toEqual(asked);
    const counts = rows(text, /^(?:met|partly|not there|operator|not applicable)$/);
    expect(counts.map(([answer, , count]) => [answer, Number(count)])).toEqual(
      counts.map(([answer]) => [answer, table.filter((cells) => cells[3] === answer).length]),
    );
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(asked.length);
  });

  it('has evidence for requirements that are met, and states what is missing if one is partly met', () => {
    const bare = table.filter(
      ([, , , answer, evidence = '']) => /met|partly/.test(answer ?? '') && !/[`[]/.test(evidence),
    );
    expect(bare).toEqual([]);
  });
});
