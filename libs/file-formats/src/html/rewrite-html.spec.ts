import { array, assert, asyncProperty, constantFrom, integer, oneof, tuple } from 'fast-check';
import { parse, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { htmlCode } from './rewrite-html';

const options = { drop: new Set<Droppable>(), codeOf: () => undefined };
const PAGE = `<!doctype html><html><head><meta charset="iso-8859-1"><title>Anna Weber</title>
<meta name=author content='Anna Weber &amp; Sons'></head><body><!-- by Anna Weber -->
<p>Dear <b>An</b>na <i>Weber</i>,<br>1 &lt; 2</p><a href="mailto:anna%20weber@firma.de?subject=Anna%20Weber">write</a>
<img alt="Anna Weber" src="x.png"><script>const name = "Anna Weber";</script><table><tr><td>Anna<td>Weber</table>
<template><p>Anna Weber</p></template></body></html>`;

async function replaced(file: string | Buffer, value: RegExp, replacement: string): Promise<string> {
  const content = Buffer.from(file);
  const { texts } = await readTexts(htmlCode, content, options);
  const changes = texts.map(({ text }) => ({
    length: text.length,
    of: [...text.matchAll(value)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      replacement,
    })),
  }));
  return (await writeTexts(htmlCode, content, { changes, memory: [] }, options)).content.toString();
}

/** Returns what a browser makes of a page, without comments. */
function shown(source: string): string {
  const document = parse(source, { scriptingEnabled: false });
  const pending: DefaultTreeAdapterTypes.ParentNode[] = [document];
  for (let node = pending.pop(); node; node = pending.pop()) {
    node.childNodes = node.childNodes.filter(({ nodeName }) => nodeName !== '#comment');
    for (const child of node.childNodes) if ('childNodes' in child) pending.push(child);
    if ('attrs' in node)
      for (const attribute of node.attrs)
        if (attribute.name === 'srcdoc') attribute.value = shown(attribute.value);
    if ('content' in node) pending.push((node as DefaultTreeAdapterTypes.Template).content);
  }
  return serialize(document);
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
    expect(written).toContain("content='A &lt;1&gt; &amp; B &amp; Sons'");
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

  it('keeps pictures within the page while values are put back', async () => {
    const page = Buffer.from('<img src="data:image/png;base64,AAAA" alt="x">');
    const restoring = { ...options, isRestoring: true as const };
    const { texts } = await readTexts(htmlCode, page, restoring);
    const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
    const { content } = await writeTexts(htmlCode, page, { changes, memory: [] }, restoring);
    expect(content.toString()).toBe(page.toString());
  });

  it.each([
    ['a script', String.raw`<p>x</p><script>{"name":"J\u00fcrgen M\u00fcller"}</script>`],
    ['a comment', '<!--[if mso]><p>J&uuml;rgen M&uuml;ller</p><![endif]-->'],
    ['a page within', '<iframe srcdoc="&lt;p&gt;J&amp;uuml;rgen M&amp;uuml;ller&lt;/p&gt;"></iframe>'],
    ['a style', String.raw`<style>p::after { content: "J\0000fcrgen M\fc ller" }</style>`],
    ['a handler', String.raw`<p onclick="alert('J\u00fcrgen M\xfcller')">x</p>`],
    ['data of an element', String.raw`<p data-a='{"n":"J\u00fcrgen M\u00fcller"}'>x</p>`],
    ['an address', '<a href="/q?n=J%C3%BCrgen+M%c3%bcller&amp;x=1%2F2">x</a>'],
    ['an address in an older encoding', '<a href="/q?n=J%FCrgen%20M%FCller">x</a>'],
    ['a comment without tags', '<!-- J&uuml;rgen M&#252;ller -->'],
    ['a page for browsers without scripts', '<noscript><p>J&uuml;rgen <b>M&uuml;ller</b></p></noscript>'],
    ['an instruction', '<?php $name = "J&uuml;rgen M&uuml;ller"; ?>'],
  ])('finds an encoded value in %s, and hides it', async (_, page) => {
    const left = await partsWithValues(htmlCode, Buffer.from(page), ['Jürgen Müller'], options);
    expect(left).not.toEqual([]);
    const written = await replaced(page, /Jürgen Müller/g, '[NAME_1]');
    expect(await partsWithValues(htmlCode, Buffer.from(written), ['Jürgen Müller'], options)).toEqual([]);
    const restored = await replaced(written, /\[NAME_1\]/g, 'Jürgen Müller');
    const { texts } = await readTexts(htmlCode, Buffer.from(restored), options);
    expect(texts).toEqual((await readTexts(htmlCode, Buffer.from(page), options)).texts);
  });

  it.each([
    ['/akte?q=A%2FB%26C&n=Anna%20Weber&u=a%40b.de', '/akte?q=A%2FB%26C&n=%5BNAME_1%5D&u=a%40b.de'],
    ['mailto:x@y.de?subject=50%25&body=Anna%20Weber', 'mailto:x@y.de?subject=50%25&body=%5BNAME_1%5D'],
    ['/Anna Weber?next=%2Fa', '/[NAME_1]?next=%2Fa'],
  ])('changes in the address %s only the value, and restores its escapes', async (address, expected) => {
    const page = `<a href="${address}">x</a>`;
    const written = await replaced(page, /Anna Weber/g, '[NAME_1]');
    expect(written).toBe(`<a href="${expected}">x</a>`);
    expect(await replaced(written, /\[NAME_1\]/g, 'Anna Weber')).toBe(page);
  });

  it.each([
    ['iso-8859-15', '<meta charset="iso-8859-15"><p>Weiß, 5 €', [0xdf, 0xa4]],
    [
      'koi8-r',
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>Weж, 5 и',
      [0xd6, 0xc9],
    ],
  ])('reads a page in %s, and declares UTF-8 in what it writes', async (encoding, page, bytes) => {
    let next = 0;
    const file = Buffer.concat(
      [...page].map((each) => Buffer.from([each > '\u007f' ? bytes[next++]! : each.charCodeAt(0)])),
    );
    expect(await replaced(file, /never/g, '')).toBe(page.replace(encoding, 'utf-8'));
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeff<p>Weiß', 'utf16le'), '\ufeff<p>Weiß'],
    [
      'UTF-8 with a mark, whatever it declares',
      Buffer.from('\ufeff<meta charset=latin1>ß'),
      '\ufeff<meta charset="utf-8">ß',
    ],
    ['Windows-1252 without saying so', Buffer.from('<p>Weiß', 'latin1'), '\ufeff<p>Weiß'],
    ['UTF-8', Buffer.from('<p>Weiß'), '<p>Weiß'],
  ])('writes a page in %s so that browsers read it as UTF-8', async (_, file, expected) => {
    expect(await replaced(file, /never/g, '')).toBe(expected);
  });

  it('changes the declaration of a page in XML, and no text that looks like one', async () => {
    const page = '<?xml version="1.0" encoding="ISO-8859-1"?><p>Content; charset=latin1 "x"</p>';
    expect(await replaced(page, /never/g, '')).toBe(`\ufeff${page.replace('ISO-8859-1', 'utf-8')}`);
  });

  it('goes on with a text after a line break', async () => {
    const { texts } = await readTexts(htmlCode, Buffer.from('<p>Anna<br>Weber<p>Ulm'), options);
    expect(texts).toEqual([
      { part: 'text', text: 'Anna' },
      { part: 'text', text: 'Weber', joins: 'line' },
      { part: 'text', text: 'Ulm' },
    ]);
  });

  it('keeps the rows of a table with a text between them', async () => {
    const page = '<table><tr><td>1</td></tr>Anna <b>Weber</b><tr><td>2</td></tr></table>';
    expect(await replaced(page, /Anna Weber/g, '[NAME_1]')).toBe(
      '<table><tr><td>1</td></tr>[NAME_1]<b></b><tr><td>2</td></tr></table>',
    );
  });

  it.each([
    ['a second form', '<form><form title="Anna">', '<form><form title="[NAME_1]">'],
    ['a second body', '<body><p>x<body title="Anna">', '<body><p>x<body title="[NAME_1]">'],
    ['an attribute that is given twice', '<p title="x" title="Anna">', '<p title="x">'],
    ['an end tag with attributes', '<p>x</p title="Anna">', '<p>x</p>'],
    ['an unfinished tag', '<p>x</p><a title="Anna', '<p>x</p><a title="[NAME_1]'],
    ['the name of an element', '<x-anna>x</x-anna>', '<x-NAME_1>x</x-NAME_1>'],
    ['the name of an attribute', '<p data-anna="1">', '<p data-NAME_1="1">'],
    ['a doctype', '<!doctype html SYSTEM "anna"><p>', '<!doctype html SYSTEM "[NAME_1]"><p>'],
    ['an element with raw text', '<xmp><b>Anna</xmp><iframe>Anna', '<xmp><b>[NAME_1]</xmp><iframe>[NAME_1]'],
    ['characters of SVG', '<svg><![CDATA[Anna<]]></svg>', '<svg>[NAME_1]&lt;</svg>'],
  ])('leaves no value in %s', async (_, page, expected) => {
    expect(await replaced(page, /anna/gi, '[NAME_1]')).toBe(expected);
  });

  it('leaves out pictures in styles, scripts and lists of sources', async () => {
    const page = Buffer.from(
      '<p style="background:url(data:image/png;base64,AA)">x</p><img srcset="a.png 1x, data:image/png;base64,AA 2x">' +
        '<style>p{background:url(data:image/gif;base64,AA)}</style><script>a="data:image/png;base64,AA"</script>',
    );
    const drop = { ...options, drop: new Set<Droppable>(['pictures']) };
    const { texts } = await readTexts(htmlCode, page, drop);
    const changes = texts.map(({ text }) => ({ length: text.length, of: [] }));
    const { content, report } = await writeTexts(htmlCode, page, { changes, memory: [] }, drop);
    expect(content.toString()).toBe(
      '<p style="background:url()">x</p><img srcset="a.png 1x,  2x"><style>p{background:url()}</style><script>a=""</script>',
    );
    expect(report.dropped).toEqual({ pictures: 4 });
  });

  it('does not take names of elements and attributes for values', async () => {
    const page = Buffer.from('<title>x</title><p title=x max><mark class=x>y</mark>');
    expect(await partsWithValues(htmlCode, page, ['Mark', 'Title', 'Max'], options)).toEqual([]);
    expect(await partsWithValues(htmlCode, page, ['x', 'Y'], options)).not.toEqual([]);
  });

  it('does not take the texts of two cells for a value', async () => {
    const page = Buffer.from('<table><tr><td>Anna<td>Weber</table>');
    expect(await partsWithValues(htmlCode, page, ['Anna Weber'], options)).toEqual([]);
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

  describe('for any bytes', () => {
    const word = integer({ min: 0, max: 9999 }).map((n) => `Zq${n}zq`);
    const name = oneof(
      constantFrom('p', 'td', 'tr', 'table', 'form', 'body', 'b', 'svg', 'select', 'option', 'a'),
      word,
    );
    const value = oneof(
      word,
      word.map((each) => `"${each}"`),
      word.map((each) => `'a ${each}"`),
      constantFrom('""', "'"),
    );
    const attribute = tuple(oneof(constantFrom('title', 'srcdoc', 'style', 'on'), word), value).map((each) =>
      each.join('='),
    );
    const piece = oneof(
      word,
      constantFrom(
        ' ',
        '<',
        '>',
        '</',
        '</>',
        '&',
        '&amp',
        '&uuml;',
        '"',
        "'",
        '=',
        '/',
        '\r\n',
        '<![CDATA[',
        ']]>',
        '--',
      ),
      constantFrom('<!--', '-->', '<!', '<?', '--!>', '<!-->', '\\', '%C3', '+', '?'),
      constantFrom(
        'script',
        'style',
        'xmp',
        'iframe',
        'noscript',
        'textarea',
        'title',
        'plaintext',
        'template',
        'math',
      ).map((each) => `<${each}>`),
      constantFrom('script', 'style', 'xmp', 'iframe', 'noscript', 'textarea', 'title', 'svg').map(
        (each) => `</${each}>`,
      ),
      tuple(name, array(attribute)).map(([each, attributes]) => `<${[each, ...attributes].join(' ')}>`),
      name.map((each) => `</${each} ${each}x>`),
      word.map((each) => `<!doctype html SYSTEM "${each}">`),
    );
    const page = array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(''));

    it('writes nothing that it has not shown, except markup', async () => {
      await assert(
        asyncProperty(page, async (source) => {
          expect(await replaced(source, /[\s\S]+/g, '')).not.toMatch(/zq/i);
        }),
        { numRuns: 500 },
      );
    });

    it('keeps what a browser shows if nothing changes', async () => {
      await assert(
        asyncProperty(page, async (source) => {
          const written = await replaced(source, /never/g, '');
          expect(shown(written)).toBe(shown(source));
          expect(await replaced(written, /never/g, '')).toBe(written);
        }),
        { numRuns: 500 },
      );
    });
  });
});
