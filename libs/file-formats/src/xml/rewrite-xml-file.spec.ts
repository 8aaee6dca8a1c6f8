import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, nat, oneof, string, tuple } from 'fast-check';
import { SaxesParser } from 'saxes';
import { FIXTURES, hide, restore, rewritten, squeezed, VALUES } from '../../testing/office-fixtures';
import { partsWithValues, readTexts } from '../editing/edit-file';
import type { TextChange } from '../editing/text-editor';
import { xmlCode } from './rewrite-xml-file';

const options = { drop: new Set<never>(), codeOf: () => undefined };
const FILES = Object.entries(
  JSON.parse(readFileSync(join(FIXTURES, 'xml.json'), 'utf8')) as Record<
    string,
    { values: string[]; why?: string }
  >,
).map(([name, about]) => ({ name, ...about, file: readFileSync(join(FIXTURES, name)) }));
const READ = FILES.filter(({ why }) => why === undefined);

const replaced = async (file: string, change: (text: string) => TextChange[]): Promise<string> =>
  (await rewritten('a.xml', Buffer.from(file), change)).content.toString();
const inAll =
  (pattern: RegExp, replacement: string) =>
  (text: string): TextChange[] =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      replacement,
    }));

describe('xmlCode', () => {
  it.each(READ)(
    '$name shows every planted value, has none afterwards, and gets them back',
    async (fixture) => {
      const { content, texts } = await rewritten('a.xml', fixture.file, hide);
      const shown = squeezed(texts.map(({ text }) => text).join('\n'));
      expect(fixture.values.filter((value) => !shown.includes(squeezed(value)))).toEqual([]);
      expect(await partsWithValues(xmlCode, content, VALUES, options)).toEqual([]);
      expect(content.toString()).not.toMatch(/Br(?:ü|&uuml;|%C3%BC)ggemann|iso-8859|utf-16/i);
      const restored = await rewritten('a.xml', content, restore);
      expect((await readTexts(xmlCode, restored.content, options)).texts).toEqual(texts);
    },
  );

  it.each(READ)('$name stays as it is without changes, but for its encoding', async ({ file }) => {
    const { content } = await rewritten('a.xml', file, () => []);
    const again = await rewritten('a.xml', content, () => []);
    expect(again.content.equals(content)).toBe(true);
    expect(content.equals(file)).toBe(
      !/encoding="(?!utf-8)/i.test(file.toString('latin1').replaceAll('\0', '')),
    );
  });

  it('shows a value after its name, and an element with texts and elements as one text', async () => {
    const file = Buffer.from('<a:b xmlns:a="urn:x" phone="1">Dear <i>An</i>na<!-- x --></a:b>');
    const { texts } = await readTexts(xmlCode, file, options);
    expect(texts).toEqual([
      { part: 'names', text: 'b' },
      { part: 'names', text: 'a' },
      { part: 'attributes', text: 'urn:x', joins: 'field', isAddress: true },
      { part: 'names', text: 'phone' },
      { part: 'attributes', text: '1', joins: 'field', isAddress: true },
      { part: 'names', text: 'i' },
      { part: 'comments', text: ' x ' },
      { part: 'text', text: 'Dear Anna' },
    ]);
  });

  it.each([
    ['<a>x<![CDATA[Anna]]></a>', '<a>x<![CDATA[]]]]><![CDATA[>]]></a>'],
    ['<a><!--Anna--></a>', '<a><!--]]>--></a>'],
    ['<a><?b Anna?></a>', '<a><?b ]]>?></a>'],
    ['<a b="Anna">&#65;nna</a>', '<a b="]]&gt;">]]&gt;</a>'],
    ['<anna:a xmlns:anna="u" anna:b="c"/>', '<_:a xmlns:_="u" _:b="c"/>'],
  ])('writes what replaces a value in %s so that the file remains XML', async (file, expected) => {
    expect(await replaced(file, inAll(/anna/gi, ']]>'))).toBe(expected);
  });

  it('writes a comment without two hyphens', async () => {
    expect(await replaced('<a><!--Anna--></a>', inAll(/Anna/g, '--x-'))).toBe('<a><!--- x- --></a>');
  });

  it('keeps the namespaces and schemas of standards out of sight', async () => {
    const file =
      '<a xmlns="urn:oasis:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:oasis:x http://docs.oasis-open.org/x.xsd"/>';
    const { texts } = await readTexts(xmlCode, Buffer.from(file), options);
    expect(texts.map(({ text }) => text)).toEqual(['a', 'xsi', 'schemaLocation']);
  });

  it.each([
    ['a document type', '<!-- x --><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'doctype'],
    ['an entity', '<a>&b;</a>', 'damaged'],
    ['an element that is not closed', '<a><b></a>', 'damaged'],
    ['two roots', '<a/><b/>', 'damaged'],
    ['deep elements', '<a>'.repeat(2_000) + '</a>'.repeat(2_000), 'expands_too_far'],
    ['an attribute that is given twice', '<a b="1" b="2"/>', 'damaged'],
    ['an attribute without quotes', '<a b=c/>', 'damaged'],
    ['no content', '', 'empty'],
    ['other content', '%PDF-1.7', 'other_type'],
  ])('refuses %s', async (_, file, why) => {
    await expect(readTexts(xmlCode, Buffer.from(file), options)).rejects.toMatchObject({ why });
  });

  it('writes nothing of any file that it has not shown', async () => {
    const word = nat(9999).map((n) => `Zq${n}zq`);
    const text = oneof(
      word,
      constantFrom(' ', '&amp;', '&#65;', '\r\n', '<![CDATA[&<]]>'),
      word.map((each) => `<![CDATA[${each}]]>`),
    );
    const aside = oneof(
      word.map((each) => `<!--${each}-->`),
      word.map((each) => `<?${each} ${each}?>`),
    );
    const attribute = tuple(word, word, constantFrom('"', "'")).map(
      ([name, value, quote]) => ` ${name} =${quote}${value}${quote}`,
    );
    const element = tuple(
      word,
      array(attribute, { maxLength: 1 }),
      array(oneof(text, aside), { maxLength: 4 }),
    ).map(([name, attributes, content]) =>
      content.length === 0
        ? `<${name}${attributes.join('')}/>`
        : `<${name}${attributes.join('')}>${content.join('')}</${name} >`,
    );
    const file = tuple(array(aside, { maxLength: 1 }), array(oneof(element, text, aside))).map(
      ([before, content]) => `<?xml version="1.0" x="Zq1zq"?>${before.join('')}<r>${content.join('')}</r>`,
    );
    await assert(
      asyncProperty(file, async (source) => {
        const written = await replaced(source, (each) => [{ start: 0, end: each.length, replacement: '' }]);
        expect(written).not.toMatch(/zq/i);
        expect(() => new SaxesParser().write(written).close()).not.toThrow();
        expect(await replaced(source, () => [])).toBe(
          source.replace(/<\?xml.*?\?>/, '<?xml version="1.0" encoding="UTF-8"?>'),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('restores any value to the byte', async () => {
    await assert(
      asyncProperty(
        string({ unit: 'grapheme', minLength: 1 }),
        constantFrom('<a>@</a>', '<a b="@"/>', '<a><![CDATA[@]]></a>'),
        async (value, file) => {
          const kept = value.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
          const hidden = file.replace('@', '[NAME_1]');
          const restored = await replaced(hidden, inAll(/\[NAME_1\]/g, kept));
          const { texts } = await readTexts(xmlCode, Buffer.from(restored), options);
          if (/[\p{L}\p{N}]/u.test(kept)) expect(texts.map(({ text }) => text)).toContain(kept);
        },
      ),
    );
  });
});
