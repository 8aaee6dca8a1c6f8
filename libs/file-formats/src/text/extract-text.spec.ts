import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docxBody, docxFile, zipFile } from '@app/testing';
import type { FormatName } from '../formats';
import { textInImages } from '../ocr/tesseract-text-in-images';
import { extractText } from './extract-text';
import { Reading } from './reading';

const FIXTURES = join(__dirname, '../../../../test/fixtures');
const fixture = (name: string): Promise<Buffer> => readFile(join(FIXTURES, 'documents', name));
const file = (name: string): Promise<Buffer> => readFile(join(FIXTURES, 'files', name));

async function textOf(
  format: FormatName,
  content: Buffer | string,
  reading = new Reading(undefined),
): Promise<string> {
  let text = '';
  for await (const piece of extractText(format, Buffer.from(content), reading)) text += piece;
  return text;
}
const reader = textInImages(['de', 'en']);
const withOcr = () => new Reading({ reader, minConfidence: 60 });
const unreadable = (why: string) => expect.objectContaining({ why });

describe('extractText', () => {
  it('extracts body, tables, headers and footers of a Word document', async () => {
    await expect(textOf('docx', await fixture('contract.docx'))).resolves.toBe(
      'Vertrag über Lieferung\nHerr Hans Müller\tunterschreibt.\nNeue Zeile\n' +
        'Name \tTelefon \t\nAnna Weber \t030 1234567 \t\n\nKopfzeile GmbH\n\nSeite eins\n\n',
    );
  });

  it('extracts the sheets of a workbook, with dates as dates and formulas as their results', async () => {
    await expect(textOf('xlsx', await fixture('customers.xlsx'))).resolves.toBe(
      'Kunden\nName\tSeit\tUmsatz\tAktiv\nAnna Weber\t2024-02-29\t1234.5\tTRUE\n' +
        'Max Beispiel\t2025-03-01 14:30:00\tFALSE\n\nSumme\nEnde\n\n',
    );
  });

  it('extracts the slides of a presentation in the order of the show, and the notes', async () => {
    await expect(textOf('pptx', await fixture('slides.pptx'))).resolves.toBe(
      'Zweite Folie\n\nErste Folie\nPunkt eins\nPunkt zwei\n\nNotiz für Redner\n\n',
    );
  });

  it('extracts the paragraphs of an OpenDocument text with their tabs and spaces', async () => {
    await expect(textOf('odt', await fixture('letter.odt'))).resolves.toBe(
      'Überschrift\nBrief an\tFrau Weber   Ende\n',
    );
  });

  it('extracts the text of Rich Text in every code page, without metadata or pictures', async () => {
    await expect(textOf('rtf', await fixture('notes.rtf'))).resolves.toBe(
      'Grüße von Hans Müller\nZweite Zeile\ndritte\tmit € Euro und 国.\nA\tB\t\nlink “q”—€Пр kopf\nfuss',
    );
  });

  it('extracts the visible text of a web page', async () => {
    await expect(textOf('html', await fixture('page.html'))).resolves.toBe(
      'Überschrift\n\nEin Absatz mit Link.\n\n * eins\n * zwei\n\nName   Tel\nAnna   123',
    );
  });

  it.each<[FormatName, string]>([
    ['odp', 'odp/libreoffice-notes-hidden.odp'],
    ['ods', 'ods/libreoffice-hidden.ods'],
  ])('extracts the paragraphs of an OpenDocument .%s', async (format, name) => {
    const text = await textOf(format, await file(name));
    expect(text).toContain('Katharina Brüggemann');
    expect(text).not.toContain('<text:');
  });

  it('extracts the text of a PDF, line by line', async () => {
    const text = await textOf('pdf', await file('pdf/letter-german.pdf'));
    expect(text).toContain('Katharina Brüggemann');
    expect(text.split('\n').length).toBeGreaterThan(5);
  });

  it('reads scanned pages by OCR, and says so in the text', async () => {
    const reading = withOcr();
    const text = await textOf('pdf', await file('pdf/scan-german.pdf'), reading);
    expect(text).toMatch(/^\[Read by OCR\]\n/);
    expect(text).toContain('Brüggemann');
    expect(reading.pagesReadByOcr).toBe(1);
  });

  it('does not read a page by OCR that has a text layer', async () => {
    const reading = withOcr();
    const text = await textOf('pdf', await file('pdf/scan-with-text-layer.pdf'), reading);
    expect(text).toContain('Brüggemann');
    expect(reading.pagesReadByOcr).toBe(0);
  });

  it('reads pictures by OCR', async () => {
    const reading = withOcr();
    const text = await textOf('png', await file('png/screenshot.png'), reading);
    expect(text).toMatch(/^\[Read by OCR\]\n/);
    expect(text).toContain('Brüggemann');
    expect(reading.pagesReadByOcr).toBe(1);
  });

  it('refuses a picture in which no words can be read', async () => {
    const blank = await file('png/blank.png');
    await expect(textOf('png', blank, withOcr())).rejects.toEqual(unreadable('pictures_unreadable'));
  });

  it('refuses pictures, and PDFs without text, if OCR is off', async () => {
    await expect(textOf('png', await file('png/screenshot.png'))).rejects.toEqual(unreadable('ocr_is_off'));
    const scan = await file('pdf/scan-german.pdf');
    await expect(textOf('pdf', scan)).rejects.toEqual(unreadable('without_text'));
  });

  it('extracts the fields, the text and the attachments of a message', async () => {
    const text = await textOf('eml', await file('eml/attachments.eml'));
    expect(text).toMatch(/^From: .+\nTo: .+\n/);
    expect(text).toMatch(/\n--- .+ ---\n/);
    expect(text).not.toContain('base64');
    await expect(textOf('eml', 'no message')).rejects.toEqual(unreadable('other_type'));
  });

  it('extracts the text of an archive, and says which files it does not read', async () => {
    const inner = await zipFile({ 'a.txt': 'Hans' });
    const archive = await zipFile({ 'in/letter.txt': 'Grüße', 'tool.exe': 'MZ', 'more.zip': inner });
    await expect(textOf('zip', archive)).resolves.toBe(
      '\n--- in/letter.txt ---\nGrüße\n\n--- tool.exe (not read) ---\n\n--- more.zip (not read) ---\n',
    );
  });

  it.each<[FormatName, string]>([
    ['txt', 'Grüße,\r\n\tHans\u00a0Müller \u{1F600}\n'],
    ['md', '# Titel\n\n*Hans*'],
    ['csv', 'Name;Telefon\n"Müller; Hans";030\n'],
    ['tsv', 'Name\tTelefon\nMüller\t030\n'],
    ['yaml', 'name: Hans # Müller\n'],
    ['json', '{ "name": "Hans" }\n'],
  ])('does not change %s', async (kind, text) => {
    await expect(textOf(kind, text)).resolves.toBe(text);
  });

  it.each<[string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße €')],
    ['UTF-16, little end first', Buffer.from('\ufeffGrüße €', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffGrüße €', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('4772fcdf652080', 'hex')],
  ])('reads %s', async (_, bytes) => {
    await expect(textOf('txt', bytes)).resolves.toBe('Grüße €');
  });

  it('reads a web page in its declared encoding', async () => {
    const page = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>', 'latin1');
    await expect(textOf('html', page)).resolves.toBe('При');
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'extracts no text of an element or a control word named %s',
    async (name) => {
      const body = `<w:p><w:r><w:t>one</w:t><w:${name} w:a="x"/><w:t>two</w:t></w:r></w:p>`;
      await expect(textOf('docx', await docxFile(body))).resolves.toBe('onetwo\n\n');
      const word = name.replaceAll('_', '');
      await expect(textOf('rtf', `{\\rtf1\\ansi one\\${word} two}`)).resolves.toBe('onetwo');
    },
  );

  it('omits deleted text, fields and fallbacks of a Word document', async () => {
    const body =
      '<w:p><w:r><w:t>a</w:t><w:delText>b</w:delText><w:instrText>c</w:instrText></w:r>' +
      '<mc:AlternateContent><mc:Choice><w:t>d</w:t></mc:Choice><mc:Fallback><w:t>d</w:t></mc:Fallback></mc:AlternateContent></w:p>';
    const file = await docxFile(`<w:document xmlns:w="w" xmlns:mc="mc">${body}</w:document>`);
    await expect(textOf('docx', file)).resolves.toBe('ad\n\n');
  });

  it.each<[FormatName, string, Buffer | string]>([
    ['txt', 'a program', Buffer.from('7f454c46020101000000', 'hex')],
    ['txt', 'a PDF', '%PDF-1.7\n1 0 obj'],
    ['csv', 'something with NUL', 'a;b\0;c'],
    ['pdf', 'a Windows program', 'MZ\x90\0\x03\0\0\0'],
    ['rtf', 'plain text', 'Hans'],
    ['html', 'plain text', 'Hans < Anna'],
    ['docx', 'plain text', 'Hans'],
    ['docx', 'a binary Office document', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('does not read as .%s what is %s [PRIV-69]', async (kind, _, content) => {
    await expect(textOf(kind, content)).rejects.toEqual(unreadable('other_type'));
  });

  it('does not read one type of office document as another', async () => {
    await expect(textOf('xlsx', await fixture('contract.docx'))).rejects.toEqual(unreadable('other_type'));
    await expect(textOf('odt', await fixture('contract.docx'))).rejects.toEqual(unreadable('other_type'));
    await expect(textOf('docx', await fixture('letter.odt'))).rejects.toEqual(unreadable('other_type'));
  });

  it.each<[FormatName, string, () => Promise<Buffer | string>]>([
    ['json', 'cut', async () => '{"a": 1'],
    ['docx', 'cut', async () => (await fixture('contract.docx')).subarray(0, 20_000)],
    ['docx', 'with broken XML', () => docxFile('<w:document><w:t>Hans</w:document>')],
    ['docx', 'with an entity of its own', () => docxFile('<!DOCTYPE a [<!ENTITY b "c">]><w:t>&b;</w:t>')],
    [
      'docx',
      'with a part that is longer than it says',
      async () => declaring(await docxFile(docxBody('Hans Müller')), 10),
    ],
  ])('reports a .%s as damaged that is %s [PRIV-59]', async (kind, _, content) => {
    await expect(textOf(kind, await content())).rejects.toEqual(unreadable('damaged'));
  });

  it('reports an encrypted document', async () => {
    const office = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const odt = await zipFile({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': 'x',
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>',
    });
    await expect(textOf('docx', office)).rejects.toEqual(unreadable('encrypted'));
    await expect(textOf('odt', odt)).rejects.toEqual(unreadable('encrypted'));
  });

  it.each<[FormatName, () => Promise<Buffer | string>]>([
    ['txt', async () => ' \n\t\u200b'],
    ['html', async () => '<html><script>var a</script></html>'],
    ['docx', () => docxFile('<w:document><w:p/></w:document>')],
  ])('reports a .%s without text', async (kind, content) => {
    await expect(textOf(kind, await content())).rejects.toEqual(unreadable('without_text'));
  });

  it('reports an empty file', async () => {
    await expect(textOf('md', '')).rejects.toEqual(unreadable('empty'));
  });

  it('refuses more text than a document may contain', async () => {
    const long = Buffer.alloc(32 * 1024 ** 2 + 1, 'a');
    await expect(textOf('txt', long)).rejects.toEqual(unreadable('expands_too_far'));
  });

  it('does not begin to expand a zip bomb', async () => {
    const bomb = declaring(await docxFile(docxBody('Anna')), 150 * 1024 ** 2);
    await expect(textOf('docx', bomb)).rejects.toEqual(unreadable('expands_too_far'));
  });
});

/** Sets the declared size of the document's part in the zip directory. */
function declaring(zip: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(zip);
  const entry = changed.lastIndexOf('word/document.xml') - 46;
  changed.writeUInt32LE(bytes, entry + 24);
  return changed;
}
