import { filesEnding, read } from './files';

/** Written from code: their cells are as long as the code's texts. */
const GENERATED = new Set([
  'docs/operate/cli.md',
  'docs/operate/configuration.md',
  'docs/reference/gateway-fields.md',
]);
const LONGEST_CELL = 200;
const LONGEST_README = 7_168;

/** Returns the cells of a page's tables that are too long. Blocks of code have none. */
function longCells(page: string): string[] {
  const text = page.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^\|(.*)\|$/gm)]
    .flatMap(([, row = '']) => row.split(/(?<!\\)\|/))
    .map((cell) => cell.trim())
    .filter((cell) => cell.length > LONGEST_CELL && !/^:?-+:?$/.test(cell));
}

describe('The pages', () => {
  const pages = filesEnding('.md').filter((path) => path.startsWith('docs/') || !path.includes('/'));

  it.each(pages.filter((path) => !GENERATED.has(path)))('have short cells in their tables: %s', (path) => {
    expect(longCells(read(path))).toEqual([]);
  });

  it('have cells that are measured without rules and code', () => {
    expect(longCells(`| a | ${'b'.repeat(201)} |`)).toHaveLength(1);
    expect(longCells(`| a | ${'b'.repeat(200)} |\n|---|${'-'.repeat(201)}|`)).toEqual([]);
  });

  it.each(['README.md', 'README.de.md'])('include a README of at most 7,168 bytes: %s', (path) => {
    expect(Buffer.byteLength(read(path))).toBeLessThanOrEqual(LONGEST_README);
  });

  it.each(['README.md', 'README.de.md'])(
    'say how many names are hidden as the page of kinds does: %s',
    (path) => {
      const rows = [...read('docs/concepts/entity-kinds.md').matchAll(/^\| `[A-Z]\w+` .*\|$/gm)].map(
        ([row]) => row,
      );
      const [names = ''] = rows;
      const shares = [...names.matchAll(/1?\.\d+/g)].map(([share]) => Math.round(Number(share) * 100));
      const said = /(\d+) % (?:to|bis) (\d+) %[\s\S]*?(\d+) (?:kinds|Arten)/.exec(read(path)) ?? [];
      expect(names).toContain('`Names`');
      expect(said.slice(1).map(Number)).toEqual([Math.min(...shares), Math.max(...shares), rows.length]);
    },
  );

  it('are all listed in docs/README.md', () => {
    const inDocs = pages.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    const own = inDocs.filter(
      (path) =>
        !/^docs\/(?:privacy\/..|operate\/runbooks|develop\/decisions|reference\/contract)\/(?!README)/.test(
          path,
        ),
    );
    const linked = new Set(
      [...read('docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path]) => `docs/${path}`),
    );
    expect(own.filter((path) => !linked.has(path))).toEqual([]);
  });
});
