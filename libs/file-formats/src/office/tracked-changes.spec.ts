import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipFile } from '@app/testing';
import { FIXTURES, partsOf, rewritten, WITH_TRACKED_CHANGES } from '../../testing/office-fixtures';
import { readTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { codeOf, FORMAT_CODE } from '../format-code';
import { formatOf, type FormatName } from '../formats';

const options = { drop: new Set<Droppable>(), codeOf };
const read = (format: FormatName, file: Buffer) => readTexts(FORMAT_CODE[format], file, options);
const REFUSED = { why: 'tracked_changes' };

const files = (readdirSync(FIXTURES, { recursive: true }) as string[]).filter((name) =>
  WITH_TRACKED_CHANGES.test(name),
);

const htmlOf = (body: string): Buffer => Buffer.from(`<p>${body}</p>`);
const rtfOf = (body: string): Buffer => Buffer.from(`{\\rtf1 ${body}}`);
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Returns a Word document of the fixtures with another body. */
async function docxOf(body: string): Promise<Buffer> {
  const parts = Object.fromEntries(
    [...partsOf(readFileSync(join(FIXTURES, 'docx/tables.docx')))].filter(([name]) => !name.endsWith('/')),
  );
  parts['word/document.xml'] = Buffer.from(
    `<w:document ${W}><w:body><w:p>${body}</w:p></w:body></w:document>`,
  );
  return zipFile(parts);
}

describe('a file with tracked changes', () => {
  it.each(files)('is refused: %s', async (name) => {
    const file = readFileSync(join(FIXTURES, name));
    await expect(read(formatOf(name)!.name, file)).rejects.toMatchObject(REFUSED);
  });

  it.each(files)('is still restored: %s', async (name) => {
    const file = readFileSync(join(FIXTURES, name));
    const { texts } = await rewritten(name, file, () => [], { isRestoring: true });
    expect(texts.length).toBeGreaterThan(0);
  });

  it.each(['ins', 'del', 'moveFrom', 'moveTo'])('is a document with w:%s', async (element) => {
    const run = '<w:r><w:t>Andresen</w:t></w:r>';
    await expect(read('docx', await docxOf(run))).resolves.toBeDefined();
    const changed = docxOf(`<w:${element} w:id="1">${run}</w:${element}>`);
    await expect(read('docx', await changed)).rejects.toMatchObject(REFUSED);
  });

  it.each(['<ins>a</ins>', '<DEL datetime="2026-01-15">a</DEL>', '<!-- <del>a</del> -->'])(
    'is a page with %s',
    async (body) => {
      await expect(read('html', htmlOf(body))).rejects.toMatchObject(REFUSED);
    },
  );

  it.each(['\\deleted a', '{\\revised a}', '\\mvf a', '\\mvt1 a'])(
    'is a text in Rich Text Format with %s',
    async (body) => {
      await expect(read('rtf', rtfOf(body))).rejects.toMatchObject(REFUSED);
    },
  );

  it('is no page with crossed out words, and no text in which a change has ended', async () => {
    await expect(read('html', htmlOf('<s>a</s> <u>b</u>'))).resolves.toBeDefined();
    await expect(read('rtf', rtfOf('\\deleted0\\revised0 a'))).resolves.toBeDefined();
  });

  it('is a mail with such a page, or with such a file', async () => {
    const mail = (type: string, name: string, body: Buffer): Buffer =>
      Buffer.from(
        `From: a@firma.de\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n` +
          `Content-Type: ${type}\r\n${name}Content-Transfer-Encoding: base64\r\n\r\n${body.toString('base64')}\r\n--b--\r\n`,
      );
    const page = mail('text/html; charset=utf-8', '', htmlOf('<ins>a</ins>'));
    await expect(read('eml', page)).rejects.toMatchObject(REFUSED);
    const attached = mail(
      'application/rtf',
      'Content-Disposition: attachment; filename=a.rtf\r\n',
      rtfOf('\\revised a'),
    );
    await expect(read('eml', attached)).rejects.toMatchObject(REFUSED);
  });
});
