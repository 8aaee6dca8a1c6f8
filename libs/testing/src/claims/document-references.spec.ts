import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { filesEnding, read } from './files';

const ROOT = resolve(__dirname, '../../../..');

const headings = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** Returns the anchor that a Markdown renderer gives a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The target of `[text](target)` or of a definition `[text]: target`, inside the repository. */
const LINK = /\]\((?!https?:|mailto:)([^()\s]*)\)|^\[[^\]]+\]: (?!https?:|mailto:)(\S+)$/gm;

/** A comment's reference to a heading of the contract, with the number of a rule below it if it names one. */
const POINTER = /\(contract: ([^),]+)(?:, rule (\d+))?\)/g;

/** Returns a text with its wrapped comments and strings on one line. */
const unwrapped = (text: string): string =>
  text.replaceAll(/' \+\s*\n\s*'/g, '').replaceAll(/\n[ \t]*(?:\*|\/\/) /g, ' ');

const CONTRACT = filesEnding('.md').filter((path) => path.startsWith('docs/reference/contract/'));
const RULES = new Set(CONTRACT.flatMap((page) => read(page).match(/^\d+\. /gm) ?? []));
const TITLES = new Set(CONTRACT.flatMap(headings));

function leadsNowhere(text: string): string[] {
  return [...unwrapped(text).matchAll(POINTER)]
    .filter(
      ([, heading = '', rule]) => !TITLES.has(heading) || (rule !== undefined && !RULES.has(`${rule}. `)),
    )
    .map(([pointer]) => pointer);
}

describe('References to documents', () => {
  const sources = filesEnding('.ts', '.mjs', '.cjs', '.sql').filter(
    (path) => !path.includes('document-references'),
  );

  it('in comments name a heading of the contract', () => {
    const pointers = sources.flatMap((path) => read(path).match(POINTER) ?? []);
    const lost = sources.flatMap((path) => leadsNowhere(read(path)).map((pointer) => `${path}: ${pointer}`));
    expect(pointers.length).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });

  it('name no section by its number', () => {
    expect(sources.filter((path) => /\bcontract(?: section)? \d/i.test(read(path)))).toEqual([]);
  });

  it('are reported if they lead nowhere', () => {
    expect(leadsNowhere('(contract: Jobs) (contract: Anonymizing and restoring, rule 6)')).toEqual([]);
    expect(leadsNowhere('(contract: Job) (contract: Anonymizing and restoring, rule 7)')).toHaveLength(2);
  });

  it.each(filesEnding('.md').filter((path) => !path.startsWith('test/fixtures/')))(
    'in %s lead to existing files and headings',
    (page) => {
      const links = [...read(page).matchAll(LINK)].map(([, inline, defined]) => inline ?? defined ?? '');
      const lost = links.filter((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, target))) return true;
        return heading !== undefined && !headings(target).map(anchor).includes(heading);
      });
      expect(lost).toEqual([]);
    },
  );

  it('in docs/ name existing files of the repository', () => {
    const named = filesEnding('.md')
      .filter((path) => path.startsWith('docs/'))
      .flatMap((page) => [...read(page).matchAll(/`((?:apps|libs|test|tools|docker)\/[\w/.-]+)`/g)])
      .map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
