import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { array, assert, asyncProperty, constantFrom, nat, oneof, string } from 'fast-check';
import {
  FIXTURES,
  hide,
  restore,
  rewritten,
  squeezed,
  VALUES,
  WITH_TRACKED_CHANGES,
} from '../../testing/office-fixtures';
import { partsWithValues, readTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import type { TextChange } from '../editing/text-editor';
import { readRtf } from '../text/read-rtf';
import { rtf } from './rtf.format';
import { rtfCode } from './rewrite-rtf';

const options = { drop: new Set<Droppable>(), codeOf: () => undefined };
const FILES = Object.entries(
  JSON.parse(readFileSync(join(FIXTURES, 'rtf.json'), 'utf8')) as Record<
    string,
    { maker: string; values: string[]; drop?: Droppable[] }
  >,
)
  .filter(([name]) => !WITH_TRACKED_CHANGES.test(name))
  .map(([name, { drop = [], ...about }]) => ({
    name,
    drop,
    ...about,
    file: readFileSync(join(FIXTURES, name)),
  }));

const texts = async (body: string, drop: Droppable[] = []): Promise<string[]> =>
  (
    await readTexts(rtfCode, Buffer.from(`{\\rtf1 ${body}}`, 'latin1'), { ...options, drop: new Set(drop) })
  ).texts.map(({ text }) => text);

/** Returns a document in which `to` stands instead of each `from`. */
async function replaced(body: string, from: string, to: string): Promise<string> {
  const change = (text: string): TextChange[] => {
    const start = text.indexOf(from);
    return start === -1 ? [] : [{ start, end: start + from.length, replacement: to }];
  };
  const { content } = await rewritten('a.rtf', Buffer.from(`{\\rtf1 ${body}}`, 'latin1'), change);
  return content.toString('latin1').slice(7, -1);
}

async function visible(file: Buffer): Promise<string> {
  let text = '';
  for await (const piece of readRtf(file)) text += piece;
  return text;
}

describe('rtfCode', () => {
  it.each(FILES)(
    '$name shows every planted value, and has none afterwards',
    async ({ file, values, drop }) => {
      const { content, texts: shown, report } = await rewritten('a.rtf', file, hide, { drop });
      const all = squeezed(shown.map(({ text }) => text).join('\n'));
      expect(values.filter((value) => !all.includes(squeezed(value)))).toEqual([]);
      expect(await partsWithValues(rtfCode, content, VALUES, options)).toEqual([]);
      expect(content.toString('latin1')).not.toMatch(
        /Br(?:\xfc|ue|\\'fc|\\u252\\'fc|%C3%BC)ggemann|themedata|504b|example\.org/i,
      );
      expect(shown.filter(({ part }) => !Object.hasOwn(rtf.parts, part))).toEqual([]);
      expect(Object.keys(report.dropped).filter((part) => !Object.hasOwn(rtf.parts, part))).toEqual([]);
    },
  );

  it.each(FILES.filter(({ drop }) => drop.length === 0))('$name gets every text back', async ({ file }) => {
    const { content } = await rewritten('a.rtf', file, hide);
    const { content: restored } = await rewritten('a.rtf', content, restore);
    // A value has one form here, and may be written with other blanks.
    expect(squeezed(await visible(restored))).toBe(squeezed(await visible(file)));
    const shown = async (of: Buffer): Promise<string[]> =>
      (await readTexts(rtfCode, of, options)).texts
        .filter(({ part }) => part !== 'authors')
        .map(({ text }) => squeezed(text));
    expect(await shown(restored)).toEqual(await shown(file));
  });

  it.each(FILES)('$name without changes keeps every byte that is not left out', async ({ file, drop }) => {
    const { content } = await rewritten('a.rtf', file, () => [], { drop });
    const again = await rewritten('a.rtf', content, () => []);
    expect(again.content.equals(content)).toBe(true);
    expect(await visible(content)).toBe(await visible(file));
  });

  it.each(FILES.filter(({ drop }) => drop.length > 0))(
    '$name is refused unless it may drop $drop',
    async ({ file, drop }) => {
      await expect(readTexts(rtfCode, file, options)).rejects.toMatchObject({ why: drop[0] });
    },
  );

  it.each([
    ['a code page', String.raw`\ansicpg1251 \'cc\'e0\'f0\'e8\'ff`, 'Мария'],
    [
      'the character set of a font',
      String.raw`{\fonttbl{\f3\fcharset204 Arial;}}\f3 \'cc\'e0{\b \'f0}\'e8\'ff`,
      'Мария',
    ],
    ['two bytes for a character', String.raw`{\fonttbl{\f3\fcharset128 Arial;}}\f3 \'93\'63\'92\'86`, '田中'],
    ['Unicode with fallbacks', String.raw`M\u252\'fcller {\uc2\u246 oe}\uc0\u223 `, 'Müller öß'],
    ['Unicode above 32767', String.raw`x\u-10179?\u-8704?`, 'x😀'],
    ['bytes', 'M\u00fcller', 'Müller'],
    ['lines', 'M\u00fcl\r\nler', 'Müller'],
    ['symbols', String.raw`\{M\~\_\-\\\tab\lquote\}`, '{M\u00a0\u2011\\\t\u2018}'],
  ])('reads characters in %s', async (_, body, expected) => {
    expect((await texts(body)).at(-1)).toBe(expected);
  });

  it.each([
    [String.raw`Dear {\b An}na \i Weber`, 'Anna Weber', '[N]', String.raw`Dear {\b [N]}\i `],
    [String.raw`x M\u252\'fcller \par y`, 'Müller', 'Öz{}\\\t', String.raw`x \u214?z\{\}\\\tab  \par y`],
    [String.raw`{\uc0 M\u252 ller}`, 'Müller', 'ß', String.raw`{\uc0 \u223 }`],
    [String.raw`{\*\bkmkstart Anna}`, 'Anna', '[NAME_1]', String.raw`{\*\bkmkstart NAME_1}`],
    [
      String.raw`{\info{\author Anna}}{\*\atnid AW}`,
      'x',
      'y',
      String.raw`{\info{\author Author}}{\*\atnid }`,
    ],
    [
      String.raw`{\*\fldinst HYPERLINK "a?b=%2F&c=A%20W"}`,
      'A W',
      '[N]',
      String.raw`{\*\fldinst HYPERLINK "a?b=%2F&c=%5BN%5D"}`,
    ],
  ])('writes %s with other texts', async (body, from, to, expected) => {
    expect(await replaced(body, from, to)).toBe(expected);
  });

  it('joins cells of a row, and keeps what is within a paragraph apart', async () => {
    const body = String.raw`a{\footnote note \par}b\line c\par\trowd\intbl d\cell e\cell\row f`;
    const { texts: shown } = await readTexts(rtfCode, Buffer.from(`{\\rtf1 ${body}}`), options);
    expect(shown).toEqual([
      { part: 'notes', text: 'note ' },
      { part: 'text', text: 'ab\nc' },
      { part: 'text', text: 'd' },
      { part: 'text', text: 'e', joins: 'cell' },
      { part: 'text', text: 'f' },
    ]);
  });

  it('leaves out extensions that it does not know, and everything after the document', async () => {
    expect(await replaced(String.raw`a{\*\unknown{\b x}\'41 y}{\*\private z}b`, 'q', '')).toBe('ab');
    const { content } = await rewritten('a.rtf', Buffer.from('{\\rtf1 a}Anna'), () => []);
    expect(content.toString()).toBe('{\\rtf1 a}');
  });

  it.each([
    ['no content', '', 'empty'],
    ['other content', 'hello', 'other_type'],
    ['a group that is not closed', '{\\rtf1 a', 'damaged'],
    ['an escape without a character', '{\\rtf1 a\\', 'damaged'],
    ['bytes outside of a picture', '{\\rtf1 \\bin3 abc}', 'damaged'],
    ['a picture that is not closed', '{\\rtf1 {\\pict\\bin99999 }', 'damaged'],
    ['too many groups in each other', `{\\rtf1 ${'{'.repeat(100_000)}`, 'expands_too_far'],
  ])('refuses %s', async (_, file, why) => {
    const drop = new Set<Droppable>(['pictures']);
    await expect(readTexts(rtfCode, Buffer.from(file), { ...options, drop })).rejects.toMatchObject({ why });
  });

  it('writes nothing of any document that it has not shown', async () => {
    const word = nat(9999).map((n) => `Zq${n}zq`);
    const control = constantFrom(
      '\\b ',
      '\\par\n',
      '\\cell ',
      '\\line ',
      '\\u252?',
      "\\'fc",
      '\\*',
      '\\tab',
      '\\~',
      '\\f1 ',
      '\\uc2 ',
      '\r\n',
    );
    const group = constantFrom(
      '{',
      '}',
      '{\\info{\\title ',
      '{\\*\\atnid ',
      '{\\*\\foo ',
      '{\\pict ',
      '{\\header ',
      '{\\fonttbl{\\f1 ',
      '{\\*\\bkmkstart ',
      '{\\object ',
    );
    const drop: Droppable[] = ['pictures', 'embedded'];
    await assert(
      asyncProperty(array(oneof(word, control, group)), async (pieces) => {
        let open = 1;
        const body = pieces
          .map((piece) => {
            open += piece.split('{').length - piece.split('}').length;
            if (open > 0) return piece;
            open = 1;
            return '';
          })
          .join('');
        const file = Buffer.from(`{\\rtf1 ${body}${'}'.repeat(open)}`);
        const { content } = await rewritten(
          'a.rtf',
          file,
          (text) => [{ start: 0, end: text.length, replacement: '' }],
          { drop },
        );
        expect(content.toString('latin1')).not.toMatch(/zq/i);
        const { content: same } = await rewritten('a.rtf', file, () => [], { drop });
        expect((await rewritten('a.rtf', same, () => [], { drop })).content.equals(same)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('restores any value to the character', async () => {
    await assert(
      asyncProperty(string({ unit: 'grapheme' }), nat(2), async (value, fallback) => {
        const kept = `x${value.replaceAll(/[\p{Cc}\u007f]/gu, '')}`;
        const body = await replaced(`\\uc${fallback} [N]\\par y`, '[N]', kept);
        expect((await texts(body))[0]).toBe(kept);
        expect(iconv.decode(Buffer.from(body), 'ascii')).toBe(body);
      }),
    );
  });
});
