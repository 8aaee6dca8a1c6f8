import { strFromU8, unzipSync } from 'fflate';
import { docxOf, type Block } from './docx';

const partsOf = async (blocks: readonly Block[], title = 'Minutes'): Promise<Record<string, string>> => {
  const file = await docxOf({ title, language: 'en', blocks });
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strFromU8(content)]));
};

const documentOf = async (...blocks: Block[]): Promise<string> =>
  (await partsOf(blocks))['word/document.xml'] ?? '';

describe('a document for word processors', () => {
  it('has its title, and no author or time', async () => {
    const parts = await partsOf([], 'Fall A & B');
    expect(parts['docProps/core.xml']).toContain('<dc:title>Fall A &amp; B</dc:title>');
    expect(Object.values(parts).join()).not.toMatch(/creator|created|modified/i);
  });

  it('escapes texts, and replaces what XML cannot contain', async () => {
    const text = 'a < b & "c" \u0007 \uD83D x\ud83d\ude00';
    const written = await documentOf({ type: 'paragraph', line: [{ text }] });
    expect(written).toContain('a &lt; b &amp; &quot;c&quot; \uFFFD \uFFFD x\ud83d\ude00');
  });

  it('keeps line breaks and tabs within a paragraph', async () => {
    const written = await documentOf({ type: 'paragraph', line: [{ text: 'one\ntwo\tthree' }] });
    expect(written.replaceAll(/<w:t [^>]*>/g, '<w:t>')).toContain(
      '<w:t>one</w:t></w:r><w:r><w:br/><w:t>two</w:t><w:tab/><w:t>three</w:t>',
    );
    expect(written).toContain('<w:t xml:space="preserve">one</w:t>');
  });

  it('counts each numbered list from its own first number', async () => {
    const entry: Block[] = [{ type: 'paragraph', line: [{ text: 'x' }] }];
    const parts = await partsOf([
      { type: 'list', first: 1, entries: [entry] },
      { type: 'list', entries: [entry] },
      { type: 'list', first: 4, entries: [[...entry, { type: 'list', first: 1, entries: [entry] }]] },
    ]);
    const levels = [...parts['word/document.xml']!.matchAll(/w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"/g)];
    const [one, bullet, four, inner] = levels.map(([, , list]) => list!);
    expect(levels.map(([, level]) => level)).toEqual(['0', '0', '0', '1']);
    expect(new Set([one, bullet, four, inner]).size).toBe(4);
    const numbering = parts['word/numbering.xml']!;
    const startOf = (list = ''): string | undefined => {
      const [, abstract] = new RegExp(`w:num w:numId="${list}"[^>]*><w:abstractNumId w:val="(\\d+)"`).exec(
        numbering,
      )!;
      return new RegExp(`w:abstractNum [^>]*w:abstractNumId="${abstract}".*?<w:start w:val="(\\d)"`).exec(
        numbering,
      )?.[1];
    };
    expect([one, four, inner].map(startOf)).toEqual(['1', '4', '1']);
  });

  it('gives all rows of a table the same number of cells, and repeats the head', async () => {
    const cell = (text: string) => [{ text }];
    const written = await documentOf({ type: 'table', rows: [[cell('a'), cell('b')], [cell('c')]] });
    expect(written.match(/<w:tc>/g)).toHaveLength(4);
    expect(written.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  });
});
