import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipFile } from '@app/testing';
import { FIXTURES, partsOf, rewritten } from '../../testing/office-fixtures';
import { partsWithValues } from '../editing/edit-file';
import type { EditOptions } from '../editing/file-format';
import type { TextChange } from '../editing/text-editor';
import { codeOf, FORMAT_CODE } from '../format-code';
import type { WordInImage } from '../ocr/text-in-images';
import { decodePixels, encodePicture } from '../pictures/picture-file';
import { besidesThePicture } from '../pictures/picture-pieces';
import type { Pixels } from '../pictures/pixels';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const SVG = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';

/** A picture in one color, with lines of letters that the tests "read". */
const picture = (width: number, height: number, color = [255, 255, 255, 255]): Pixels => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 4 }, (_, i) => color[i % 4]!),
});
const WHITE = encodePicture(picture(120, 40), 'png');

const word = (text: string, confidence = 95, line = 0): WordInImage => ({
  text,
  confidence,
  line,
  paragraph: 0,
  box: [
    [10, 10],
    [50, 10],
    [50, 20],
    [10, 20],
  ],
});

/** OCR that reads these words until their place is painted over, and notes what it was shown. */
function ocrOf(words: readonly WordInImage[]) {
  const shown: Pixels[] = [];
  const read = async (seen: Pixels): Promise<WordInImage[]> => {
    shown.push(seen);
    const isPainted = seen.data[(15 * seen.width + 30) * 4] !== 255;
    return isPainted ? [] : [...words];
  };
  return { shown, ocr: { reader: { read }, minConfidence: 60 } satisfies EditOptions['ocr'] };
}

const document = (
  media: Readonly<Record<string, Buffer>>,
  { text = 'Logo', blip = '<a:blip r:embed="p0"/>' } = {},
): Promise<Buffer> =>
  zipFile({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="gif" ContentType="image/gif"/><Default Extension="svg" ContentType="image/svg+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.keys(
      media,
    )
      .map((name, i) => `<Relationship Id="p${i}" Type="${RELATIONS}/image" Target="media/${name}"/>`)
      .join('')}</Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="${DRAWING}" xmlns:r="${RELATIONS}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r><w:r><w:drawing>${blip}</w:drawing></w:r></w:p></w:body></w:document>`,
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}`, bytes])),
  });

const hideAnna = (text: string): TextChange[] => {
  const start = text.indexOf('Anna Weber');
  return start < 0 ? [] : [{ start, end: start + 10, replacement: '[NAME_1]' }];
};
const partOf = (file: Buffer, name: string): Buffer | undefined => new Map(partsOf(file)).get(name);
const PART = 'word/media/a.png';

describe('a picture in an office file', () => {
  it('is painted over where its words are values', async () => {
    const { ocr } = ocrOf([word('Anna'), word('Weber')]);
    const file = await document({ 'a.png': WHITE });
    const { content, texts, report } = await rewritten('a.docx', file, hideAnna, { ocr });
    expect(texts).toContainEqual({ part: 'words_in_pictures', text: 'Anna Weber' });
    const { data, width } = decodePixels(partOf(content, PART)!, 'png');
    expect(data[(15 * width + 30) * 4]).not.toBe(255);
    expect(data[(35 * width + 110) * 4]).toBe(255);
    expect(report.pagesReadByOcr).toBe(1);
    const options = { drop: new Set<never>(), codeOf, ocr };
    await expect(partsWithValues(FORMAT_CODE.docx, content, ['Anna Weber'], options)).resolves.toEqual([]);
    await expect(partsWithValues(FORMAT_CODE.docx, file, ['Anna Weber'], options)).resolves.toEqual([
      'other',
    ]);
  });

  it('is painted over where it repeats a value of the text with a wrong letter', async () => {
    const { ocr } = ocrOf([word('Anna'), word('Wcber')]);
    const file = await document({ 'a.png': WHITE }, { text: 'Anna Weber' });
    const { content } = await rewritten('a.docx', file, hideAnna, { ocr });
    const { data, width } = decodePixels(partOf(content, PART)!, 'png');
    expect(data[(15 * width + 30) * 4]).not.toBe(255);
  });

  it('stays without words, byte for byte but for its metadata', async () => {
    const { ocr } = ocrOf([]);
    const comment = Buffer.concat([
      Buffer.from([0, 0, 0, 18]),
      Buffer.from('tEXtAuthor\0Anna Weber'),
      Buffer.alloc(4),
    ]);
    comment.writeUInt32BE('Author\0Anna Weber'.length, 0);
    const withComment = Buffer.concat([WHITE.subarray(0, 33), comment, WHITE.subarray(33)]);
    const { content, report } = await rewritten(
      'a.docx',
      await document({ 'a.png': withComment }),
      hideAnna,
      {
        ocr,
      },
    );
    expect(partOf(content, PART)!.equals(WHITE)).toBe(true);
    expect(report.dropped).toEqual({ picture_metadata: 1 });
  });

  it('is read on white and on black if it is transparent, and loses hidden colors', async () => {
    const { ocr, shown } = ocrOf([]);
    const clear = picture(120, 40, [255, 255, 255, 0]);
    clear.data.fill(255, 0, 400);
    const file = encodePicture({ ...clear, data: clear.data.slice() }, 'png');
    const { content } = await rewritten('a.docx', await document({ 'a.png': file }), hideAnna, { ocr });
    expect(shown.map(({ data }) => [data[0], data[4_000]])).toEqual([
      [255, 255],
      [0, 255],
    ]);
    const written = decodePixels(partOf(content, PART)!, 'png');
    expect([...written.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect([...written.data.subarray(4_000, 4_004)]).toEqual([0, 0, 0, 0]);
  });

  it('is read once if it is there several times, and not at all if it is tiny', async () => {
    const { ocr, shown } = ocrOf([]);
    const tiny = encodePicture(picture(200, 7), 'png');
    const file = await document({ 'a.png': WHITE, 'b.png': WHITE, 'c.png': tiny });
    await rewritten('a.docx', file, hideAnna, { ocr });
    expect(shown).toHaveLength(1);
    await expect(rewritten('a.docx', await document({ 'c.png': tiny }), hideAnna)).resolves.toBeDefined();
  });

  it('has few words of little confidence painted over, and is refused with many', async () => {
    const few = ocrOf([word('Wbr', 20)]);
    const { content, report } = await rewritten('a.docx', await document({ 'a.png': WHITE }), hideAnna, few);
    expect(report.dropped).toEqual({ uncertain_words: 1 });
    expect(partOf(content, PART)!.equals(WHITE)).toBe(false);
    const many = ocrOf(Array.from({ length: 30 }, (_, i) => word('Wbr', 20, i)));
    await expect(
      rewritten('a.docx', await document({ 'a.png': WHITE }), hideAnna, many),
    ).rejects.toMatchObject({ why: 'pictures_unreadable' });
  });

  it('is refused with a reason if it cannot be read', async () => {
    const gif = Buffer.from('GIF89a');
    const file = await document({ 'a.gif': gif });
    await expect(rewritten('a.docx', file, hideAnna, ocrOf([]))).rejects.toMatchObject({
      why: 'picture_formats',
    });
    const png = await document({ 'a.png': WHITE });
    await expect(rewritten('a.docx', png, hideAnna)).rejects.toMatchObject({ why: 'pictures' });
    const { content } = await rewritten('a.docx', file, hideAnna, { ...ocrOf([]), drop: ['pictures'] });
    expect(partOf(content, 'word/media/a.gif')!.length).toBeLessThan(60);
  });

  it('as SVG is left out if the same picture is there as PNG, and refused otherwise', async () => {
    const media = { 'a.png': WHITE, 'b.svg': Buffer.from('<svg>Anna Weber</svg>') };
    const blip = `<a:blip r:embed="p0"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><s:svgBlip xmlns:s="${SVG}" r:embed="p1"/></a:ext></a:extLst></a:blip>`;
    const { content, report } = await rewritten(
      'a.docx',
      await document(media, { blip }),
      hideAnna,
      ocrOf([]),
    );
    expect([...partsOf(content)].map(([name]) => name)).not.toContain('word/media/b.svg');
    const body = partOf(content, 'word/document.xml')!.toString();
    expect(body).toContain('<a:blip r:embed="p0"><a:extLst></a:extLst></a:blip>');
    expect(report.dropped).toEqual({ vector_pictures: 1 });
    const alone = await document(media, { blip: '<a:blip r:embed="p1"/>' });
    await expect(rewritten('a.docx', alone, hideAnna, ocrOf([]))).rejects.toMatchObject({
      why: 'picture_formats',
    });
  });

  it.each(['docx', 'xlsx', 'pptx', 'odt'] as const)('of %s has no metadata of people', async (format) => {
    const file = readFileSync(join(FIXTURES, format, `pictures-with-words.${format}`));
    const { content, report } = await rewritten(`a.${format}`, file, () => [], ocrOf([]));
    expect(Object.keys(report.dropped).includes('picture_metadata')).toBe(format !== 'pptx');
    const pictures = [...partsOf(content)].filter(([name]) => /\.(?:jpe?g|png)$/.test(name));
    expect(pictures.length).toBeGreaterThan(0);
    for (const [name, bytes] of pictures)
      expect([...besidesThePicture(bytes, name.endsWith('png') ? 'png' : 'jpeg')]).toEqual([]);
  });
});
