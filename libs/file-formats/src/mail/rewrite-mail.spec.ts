import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { codeOf } from '../format-code';
import { mailCode } from './rewrite-mail';

const FOLDER = join(__dirname, '../../../../test/fixtures/files/eml');
const PLANTED = [
  'Käthe Brüggemann',
  'kaethe.brueggemann@firma.example',
  'Ottokar Wieland',
  'ottokar@wieland.example',
];
const options = { drop: new Set<Droppable>(['signatures']), codeOf };

function placesOf(value: string, text: string): number[] {
  const at = text.indexOf(value);
  const after = at + value.length;
  return at < 0 ? [] : [at, ...placesOf(value, text.slice(after)).map((next) => after + next)];
}

/** Replaces each `from` by `to` in all texts of a message. */
async function replaced(file: Buffer, from: readonly string[], to: readonly string[]): Promise<Buffer> {
  const { texts, memory } = await readTexts(mailCode, file, options);
  const changes = texts.map(({ text }) => ({
    length: text.length,
    of: from
      .flatMap((value, i) =>
        placesOf(value, text).map((start) => ({ start, end: start + value.length, replacement: to[i]! })),
      )
      .toSorted((a, b) => a.start - b.start),
  }));
  return (await writeTexts(mailCode, file, { changes, memory }, options)).content;
}

describe('mailCode', () => {
  const labels = PLANTED.map((_, i) => `[LABEL_${i}]`);

  it.each(readdirSync(FOLDER))('leaves no planted value in %s, and restores it', async (name) => {
    const file = readFileSync(join(FOLDER, name));
    const hidden = await replaced(file, PLANTED, labels);
    expect(await partsWithValues(mailCode, hidden, PLANTED, options)).toEqual([]);
    const raw = hidden.toString('latin1');
    for (const encoded of raw.match(/(?:[A-Za-z0-9+/]{40,}\r?\n)*[A-Za-z0-9+/]{8,}=*/g) ?? [])
      for (const value of PLANTED)
        expect(Buffer.from(encoded, 'base64').toString('utf8')).not.toContain(value);
    expect(raw).not.toMatch(/brueggemann|wieland|Received|X-Orig/i);

    const restored = await PostalMime.parse(await replaced(hidden, labels, PLANTED));
    const original = await PostalMime.parse(file);
    const shown = ({ subject, from, to, text, html }: typeof original) => ({
      subject,
      from,
      to,
      text: text?.replaceAll('\r\n', '\n').trim(),
      // A name in two formats is written into the first of them.
      html: html?.replaceAll(/<\/?[bi]>/g, '').trim(),
    });
    expect(shown(restored)).toEqual(shown(original));
    const names = ({ attachments }: typeof original) =>
      attachments.map(({ filename }) => filename).filter((each) => each !== 'signature.asc');
    expect(names(restored)).toEqual(names(original));
  });

  it('refuses what it cannot write', async () => {
    const signed = readFileSync(join(FOLDER, 'signed.eml'));
    const strict = { ...options, drop: new Set<Droppable>() };
    await expect(readTexts(mailCode, signed, strict)).rejects.toMatchObject({ why: 'signatures' });
    const pictures = Buffer.from('Subject: x\nContent-Type: image/png; name=a.bmp\n\nx');
    await expect(readTexts(mailCode, pictures, strict)).rejects.toMatchObject({ why: 'pictures' });
    const encrypted = Buffer.from('Subject: x\nContent-Type: application/pkcs7-mime\n\nx');
    await expect(readTexts(mailCode, encrypted, strict)).rejects.toMatchObject({ why: 'encrypted' });
    await expect(readTexts(mailCode, Buffer.from('hello'), strict)).rejects.toMatchObject({
      why: 'other_type',
    });
  });

  it('reads messages in messages to a limit', async () => {
    const nested = Array.from(
      { length: 100 },
      (_, i) => `Subject: x\nContent-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    ).join('');
    await expect(readTexts(mailCode, Buffer.from(nested), options)).rejects.toMatchObject({
      why: 'expands_too_far',
    });
  });
});
