import { array, assert, asyncProperty, constantFrom, nat, string, tuple } from 'fast-check';
import type { TextChange, TextEditor } from '../editing/text-editor';
import { drawingVocabulary } from '../ooxml/drawing-vocabulary';
import { applyChanges } from '../editing/text-editor';
import { wordNames, wordVocabulary } from '../ooxml/word-vocabulary';
import { ShownTexts } from './shown-texts';
import { encodeXml } from './xml-characters';
import { rewriteXml } from './xml-rewriter';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const editorOf = (edit: (text: string) => TextChange[], isReading = false): TextEditor => ({
  isReading,
  edit: ({ text }) => edit(text),
  remember: (make) => make(),
  drop: () => undefined,
  count: () => undefined,
});

async function rewriteWord(
  xml: string,
  edit: (text: string) => TextChange[],
  pieceLength = 7,
): Promise<{ xml: string; texts: string[] }> {
  const texts: string[] = [];
  const shown = new ShownTexts(
    editorOf((text) => {
      texts.push(text);
      return edit(text);
    }),
  );
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; at < xml.length; at += pieceLength) yield xml.slice(at, at + pieceLength);
  }
  let written = '';
  for await (const piece of rewriteXml(
    pieces(),
    'body',
    wordVocabulary(shown, 'body', wordNames(shown)),
    shown,
  ))
    written += piece;
  return { xml: written, texts };
}

const replaceAll = (value: string, replacement: string) => (text: string) =>
  [...text.matchAll(new RegExp(value, 'g'))].map(({ index }) => ({
    start: index,
    end: index + value.length,
    replacement,
  }));

const FORMATS = ['', '<w:rPr><w:b/></w:rPr>', "<w:rPr><w:color w:val='FF0000' /></w:rPr>"];

describe('rewriteXml', () => {
  it('puts a replacement where a value begins, and keeps the formats of all runs', async () => {
    const { xml } = await rewriteWord(
      `<w:p ${W}><w:r><w:rPr><w:b/></w:rPr><w:t>Frau An</w:t></w:r><w:r><w:t>na</w:t></w:r><w:r><w:t> kam</w:t></w:r></w:p>`,
      replaceAll('Anna', '[NAME_1] '),
    );
    expect(xml).toBe(
      `<w:p ${W}><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Frau [NAME_1] </w:t></w:r><w:r><w:t></w:t></w:r><w:r><w:t> kam</w:t></w:r></w:p>`,
    );
  });

  it('copies everything but changed texts byte for byte, in pieces of any length', async () => {
    const run = tuple(constantFrom(...FORMATS), string({ unit: 'grapheme', maxLength: 5 }), nat(3));
    await assert(
      asyncProperty(
        array(array(run, { maxLength: 6 }), { maxLength: 4 }),
        nat(20),
        async (paragraphs, length) => {
          const text = (value: string): string => encodeXml(value.replaceAll(/\p{Cc}|[XYZ]/gu, ''));
          const file = `<?xml version="1.0"?>\r\n<w:body ${W} a = "&#x41;">${paragraphs
            .map(
              (runs) =>
                `<w:p>${runs
                  .map(([format, value, kind]) => {
                    if (kind === 0) return '<w:r><w:tab/></w:r>';
                    return `<w:r >${format}<w:t xml:space="preserve">${text(value)}XYZ</w:t ></w:r>`;
                  })
                  .join('\n')}</w:p>`,
            )
            .join('<!-- - -->')}</w:body>`;
          const unchanged = await rewriteWord(file, () => [], length + 1);
          expect(unchanged.xml).toBe(file);
          const changed = await rewriteWord(file, replaceAll('Y', '<&>'), length + 1);
          expect(changed.xml).toBe(file.replaceAll('XYZ', 'X&lt;&amp;&gt;Z'));
        },
      ),
    );
  });

  it('makes exactly the changed text of a paragraph, however it is split into runs', async () => {
    const pieces = array(string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 8,
    });
    await assert(
      asyncProperty(pieces, nat(30), nat(10), async (texts, start, length) => {
        // The two halves of a character beyond the basic plane are not texts of their own.
        const clean = texts.map((text) => text.replaceAll(/\p{Cc}|[\u{10000}-\u{10FFFF}]/gu, '.'));
        const whole = `Z${clean.join('')}`;
        const end = Math.min(start + length + 1, whole.length);
        const change = { start: Math.min(start, end - 1), end, replacement: '[NAME_1]' };
        const file = `<w:p ${W}>${['Z', ...clean].map((text) => `<w:r><w:t>${encodeXml(text)}</w:t></w:r>`).join('')}</w:p>`;
        const { xml } = await rewriteWord(file, () => [change]);
        const again = await rewriteWord(xml, () => []);
        expect(again.texts.join('')).toBe(applyChanges(whole, [change]));
      }),
    );
  });

  it('shows text boxes, comments, unknown attributes and elements as texts of their own', async () => {
    const { texts } = await rewriteWord(
      `<w:body ${W} xmlns:x="urn:unknown"><w:p><w:r><w:t>a</w:t><w:pict><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r><w:r><w:t>b</w:t></w:r></w:p>` +
        '<!-- remark --><x:y z="word">other</x:y><w:jc w:val="center"/><w:unknown w:val="two words"/></w:body>',
      () => [],
    );
    expect(texts).toEqual(['box', 'ab', ' remark ', 'word', 'other', 'two words']);
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['an entity', `<w:p ${W}><w:t>&b;</w:t></w:p>`],
    ['an element that is not closed', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['text outside the root', '<a/>b'],
    ['no root', '<!-- a -->'],
    ['an attribute without quotation marks', '<a b=c/>'],
    ['a prefix without namespace', '<a:b/>'],
    ['a tag without end', '<a b="'],
    ['another encoding', '<?xml version="1.0" encoding="utf-16"?><a/>'],
    ['a character that XML cannot contain', `<w:p ${W}><w:t>&#x1;</w:t></w:p>`],
  ])('refuses %s', async (_, xml) => {
    await expect(rewriteWord(xml, () => [])).rejects.toMatchObject({ why: 'damaged' });
  });

  it('refuses elements that are nested too deep, and the strict form', async () => {
    const deep = '<a>'.repeat(2_000) + '</a>'.repeat(2_000);
    await expect(rewriteWord(deep, () => [], 1_000)).rejects.toMatchObject({ why: 'expands_too_far' });
    const strict = '<w:p xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>';
    await expect(rewriteWord(strict, () => [])).rejects.toMatchObject({ why: 'strict' });
  });

  it('never writes the name of an author, nor initials', async () => {
    const { xml } = await rewriteWord(
      `<w:p ${W}><w:comment w:author="kbrue" w:initials="KB"><w:r><w:t>a</w:t></w:r></w:comment></w:p>`,
      () => [],
    );
    expect(xml).toBe(
      `<w:p ${W}><w:comment w:author="Author" w:initials=""><w:r><w:t>a</w:t></w:r></w:comment></w:p>`,
    );
  });

  it('leaves out a packed copy of a drawing', async () => {
    const shown = new ShownTexts(editorOf(() => []));
    async function* pieces(): AsyncGenerator<string> {
      yield '<v:a xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" id="b" o:gfxdata="UEsD" c="d"/>';
    }
    let written = '';
    for await (const piece of rewriteXml(pieces(), 'drawings', drawingVocabulary(shown, 'drawings'), shown))
      written += piece;
    expect(written).not.toContain('UEsD');
  });
});
