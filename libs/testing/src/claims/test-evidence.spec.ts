import {
  citedIn,
  EVIDENCE_COMMAND,
  EVIDENCE_PAGE,
  evidencePage,
  faultsOf,
  findEvidence,
  readDocuments,
  readSources,
  withDefinitions,
} from './test-evidence';
import { read } from './files';

const documents = readDocuments();
const sources = readSources();
const evidence = findEvidence(sources);

/** The path of a test file, followed by a text in quotes. */
const QUOTE = /`(?:apps|libs|test)\/[\w/.-]+\.tsx?`:? "[^"]*"/g;

const planted = (source: string): string[] =>
  findEvidence(new Map([['a.spec.ts', source]])).map(({ id, title, suites }) =>
    [...suites, title, id].join(' > '),
  );

describe('Documents that cite tests', () => {
  it('cite ids that exactly one test has', () => {
    expect([...documents.values()].flatMap(citedIn).length).toBeGreaterThan(400);
    expect(evidence.length).toBeGreaterThan(200);
    expect(faultsOf(evidence, documents)).toEqual([]);
  });

  it('quote no title of a test', () => {
    const quotes = [...documents].flatMap(([path, text]) => {
      const line = text.replaceAll(/\s+/g, ' ');
      const titles = evidence.filter(({ title }) => line.includes(`"${title}"`)).map(({ title }) => title);
      return [...titles, ...(line.match(QUOTE) ?? [])].map((quote) => `${path}: ${quote}`);
    });
    expect(quotes).toEqual([]);
  });

  it(`have the page and the link definitions that \`${EVIDENCE_COMMAND}\` writes`, () => {
    expect(read(EVIDENCE_PAGE)).toBe(evidencePage(evidence, documents));
    const stale = [...documents].filter(([path, text]) => withDefinitions(path, text) !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it.each(['SEC-72', 'PRIV-7'])('fail the check if the test %s is removed, skipped or renumbered', (id) => {
    const citing = [...documents].filter(([, text]) => citedIn(text).includes(id));
    const lost = citing.map(([path]) => `${path} cites ${id}, which no test has`);
    const file = evidence.find((test) => test.id === id)?.file ?? '';
    const text = sources.get(file) ?? '';
    const faultsWith = (changed: string): string[] =>
      faultsOf(findEvidence(new Map([...sources, [file, changed]])), documents).filter((fault) =>
        fault.includes(` ${id},`),
      );

    expect(lost.length).toBeGreaterThan(0);
    expect(faultsWith('')).toEqual(lost);
    expect(faultsWith(text.replace(` [${id}]`, ''))).toEqual(lost);
    expect(faultsWith(text.replace(`[${id}]`, '[SEC-9999]'))).toEqual(lost);
    expect(faultsWith(text.replaceAll(/\bit\b(?=[.(])/g, 'it.skip'))).toEqual(lost);
  });

  it('fail the check if two tests have one id', () => {
    const copy = new Map([...sources, ['copy.spec.ts', "it('opens [SEC-72]', () => {});"]]);
    expect(faultsOf(findEvidence(copy), documents)).toContain(
      'copy.spec.ts has SEC-72, which another test has too',
    );
  });
});

describe('The search for tests with an id', () => {
  it.each([
    ['a plain title', "it('opens [SEC-1]', () => {})", 'opens'],
    ['another function', "test('opens [SEC-1]', function () {})", 'opens'],
    ['a table', "it.each([1, 2])('opens %s [SEC-1]', (n) => {})", 'opens %s'],
    ['a tagged table', 'it.each`n\n${1}`("opens $n [SEC-1]", ({ n }) => {})', 'opens $n'],
    ['a template', 'it(`opens ${n} [SEC-1]`, () => {})', 'opens ${n}'],
    ['a condition', "(isLong ? it : it.skip)('opens [SEC-1]', () => {})", 'opens'],
    ['a helper', "itWith(client)('opens [SEC-1]', () => {})", 'opens'],
    ['an escaped quote', String.raw`it('isn\'t open [SEC-1]', () => {})`, "isn't open"],
  ])('reads a test with %s', (_, source, title) => {
    expect(planted(source)).toEqual([`${title} > SEC-1`]);
    expect(planted(`describe('a door', () => { inBrowser('here', () => { ${source}; }); });`)).toEqual([
      `a door > here > ${title} > SEC-1`,
    ]);
  });

  it.each([
    ['a suite', "describe('doors [SEC-1]', () => { it('open', () => {}); })"],
    ['a suite of a helper', "inBrowser('doors [SEC-1]', () => { it.each([1])('open', () => {}); })"],
    ['a skipped test', "it.skip('opens [SEC-1]', () => {})"],
    ['a skipped table', "xit.each([1])('opens %s [SEC-1]', () => {})"],
    ['a test of a skipped suite', "describe.skip('doors', () => { it('open [SEC-1]', () => {}); })"],
    ['a test without a body', "it.todo('opens [SEC-1]')"],
    ['a comment', "// it('opens [SEC-1]', () => {})"],
    ['an id inside the title', "it('opens [SEC-1] twice', () => {})"],
  ])('does not count %s', (_, source) => {
    expect(planted(source)).toEqual([]);
  });
});

describe('Link definitions', () => {
  const linked = 'Opens ([SEC-2], [PRIV-10]).\n\n[SEC-2]: d.md#sec-2\n[PRIV-10]: d.md#priv-10\n';
  const definitions =
    '[SEC-2]: ../security/test-evidence.md#sec-2\n[PRIV-10]: ../security/test-evidence.md#priv-10\n';

  it('are at the end of a document for the ids that it cites, and replace earlier ones', () => {
    const document = withDefinitions('docs/privacy/a.md', linked);
    expect(document).toBe(`Opens ([SEC-2], [PRIV-10]).\n\n${definitions}`);
    expect(withDefinitions('docs/privacy/a.md', document)).toBe(document);
  });

  it('are not citations', () => {
    expect(citedIn(definitions)).toEqual([]);
    expect(citedIn(linked)).toEqual(['SEC-2', 'PRIV-10']);
  });

  it('are removed from a document that cites no id', () => {
    expect(withDefinitions('a.md', `Opens.\n\n${definitions}`)).toBe('Opens.\n');
  });
});
