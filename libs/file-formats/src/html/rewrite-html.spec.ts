import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { htmlCode } from './rewrite-html';

const options = { drop: new Set<Droppable>(), codeOf: () => undefined };
const PAGE = `<!doctype html><html><head><meta charset="iso-8859-1"><title>Anna Weber</title>
<meta name=author content='Anna Weber &amp; Sons'></head><body><!-- by Anna Weber -->
<p>Dear <b>An</b>na <i>Weber</i>,<br>1 &lt; 2</p><a href="mailto:anna%20weber@firma.de?subject=Anna%20Weber">write</a>
<img alt="Anna Weber" src="x.png"><script>const name = "Anna Weber";</script><table><tr><td>Anna<td>Weber</table>
<template><p>Anna Weber</p></template></body></html>`;

async function replaced(file: string, value: RegExp, replacement: string): Promise<string> {
  const { texts } = await readTexts(htmlCode, Buffer.from(file), options);
  const changes = texts.map(({ text }) => ({
    length: text.length,
    of: [...text.matchAll(value)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      replacement,
    })),
  }));
  return (await writeTexts(htmlCode, Buffer.from(file), { changes, memory: [] }, options)).content.toString();
}

describe('htmlCode', () => {
  it('shows a paragraph as one text, and attributes, comments and scripts', async () => {
    const { texts } = await readTexts(htmlCode, Buffer.from(PAGE), options);
    const shown = (part: string): string[] =>
      texts.filter((text) => text.part === part).map(({ text }) => text.trim());
    expect(shown('text')).toEqual([
      'Anna Weber',
      'Dear Anna Weber,',
      '1 < 2',
      'write',
      'Anna',
      'Weber',
      'Anna Weber',
    ]);
    expect(shown('attributes')).toContain('mailto:anna weber@firma.de?subject=Anna Weber');
    expect(shown('comments')).toEqual(['by Anna Weber']);
    expect(shown('code')).toEqual(['const name = "Anna Weber";']);
  });

  it('writes only what changes, and keeps the formats of a paragraph', async () => {
    const written = await replaced(PAGE.replace('<td>Weber', ''), /Anna Weber/gi, 'A <1> & B');
    expect(written).toContain(
      '<p>Dear <b>A &lt;1&gt; &amp; B</b> <i></i>,<br>1 &lt; 2</p>'.replace(' <i>', '<i>'),
    );
    expect(written).toContain('content="A &lt;1&gt; &amp; B &amp; Sons"');
    expect(written).toContain('<meta charset="utf-8">');
    expect(await partsWithValues(htmlCode, Buffer.from(written), ['Anna Weber'], options)).toEqual([]);
  });

  it('finds a value that is left in differently formatted pieces', async () => {
    const left = Buffer.from('<p>Dear <b>An</b>na <i>Weber</i></p>');
    expect(await partsWithValues(htmlCode, left, ['Anna Weber'], options)).toEqual(['text']);
  });

  it('returns a page without changes byte for byte, but for its encoding', async () => {
    expect(await replaced(PAGE, /never/g, '')).toBe(PAGE.replace('iso-8859-1', 'utf-8'));
  });

  it('refuses pictures within the page unless they are left out', async () => {
    const page = Buffer.from('<img src="data:image/png;base64,AAAA" alt="x">');
    await expect(readTexts(htmlCode, page, options)).rejects.toMatchObject({ why: 'pictures' });
    const drop = { ...options, drop: new Set<Droppable>(['pictures']) };
    const { texts } = await readTexts(htmlCode, page, drop);
    const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
    const { content, report } = await writeTexts(htmlCode, page, { changes, memory: [] }, drop);
    expect(content.toString()).toBe('<img src="" alt="x">');
    expect(report.dropped).toEqual({ pictures: 1 });
  });

  it.each([
    ['a script', String.raw`<p>x</p><script>{"name":"J\u00fcrgen M\u00fcller"}</script>`],
    ['a comment', '<!--[if mso]><p>J&uuml;rgen M&uuml;ller</p><![endif]-->'],
    ['a page within', '<iframe srcdoc="&lt;p&gt;J&amp;uuml;rgen M&amp;uuml;ller&lt;/p&gt;"></iframe>'],
  ])('finds a value that is left in %s, encoded', async (_, page) => {
    expect(await partsWithValues(htmlCode, Buffer.from(page), ['Jürgen Müller'], options)).toEqual(['code']);
  });

  it('refuses pictures in styles and in lists of sources', async () => {
    for (const page of [
      '<p style="background:url(data:image/png;base64,AA)">x</p>',
      '<img srcset="a.png 1x, data:image/png;base64,AA 2x">',
    ])
      await expect(readTexts(htmlCode, Buffer.from(page), options)).rejects.toMatchObject({
        why: 'pictures',
      });
  });

  it('reads a page that nests a hundred thousand elements', async () => {
    const { texts } = await readTexts(htmlCode, Buffer.from(`${'<div>'.repeat(100_000)}Anna`), options);
    expect(texts).toEqual([{ part: 'text', text: 'Anna' }]);
  });
});
