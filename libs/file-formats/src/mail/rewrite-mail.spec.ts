import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import PostalMime from 'postal-mime';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable, EditOptions } from '../editing/file-format';
import { codeOf, restoringCodeOf } from '../format-code';
import { addressPiecesOf, writtenAddresses } from './address-list';
import { fieldsOf } from './mime-header';
import { mailCode } from './rewrite-mail';

const FOLDER = join(__dirname, '../../../../test/fixtures/files/eml');
const PLANTED = [
  'Käthe Brüggemann',
  'kaethe.brueggemann@firma.example',
  'Ottokar Wieland',
  'ottokar@wieland.example',
];
const HIDING: EditOptions = { drop: new Set<Droppable>(['signatures']), codeOf };

function placesOf(value: string, text: string): number[] {
  const at = text.indexOf(value);
  const after = at + value.length;
  return at < 0 ? [] : [at, ...placesOf(value, text.slice(after)).map((next) => after + next)];
}

/** Replaces each `from` by `to` in all texts of a message. */
async function replaced(
  file: Buffer,
  from: readonly string[],
  to: readonly string[],
  options: EditOptions = HIDING,
): Promise<Buffer> {
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
    expect(await partsWithValues(mailCode, hidden, PLANTED, HIDING)).toEqual([]);
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

  it('keeps pictures, other attachments and fields of transport while values are put back', async () => {
    const parts = ['image/png; name=logo.png', 'application/x-own; name=plan.own', 'image/bmp; name=a.bmp'];
    const leaves = parts.map((type) => `--b\nContent-Type: ${type}\n\nunchanged\n`).join('');
    const file = `Received: from host\nSubject: [LABEL_0]\nContent-Type: multipart/mixed; boundary=b\n\n${leaves}--b--\n`;
    const restoring: EditOptions = { drop: new Set(), codeOf: restoringCodeOf, isRestoring: true };
    const restored = await replaced(Buffer.from(file), labels, PLANTED, restoring);
    const { subject, attachments, headers } = await PostalMime.parse(restored);
    expect(subject).toBe(PLANTED[0]);
    expect(headers).toContainEqual(expect.objectContaining({ key: 'received', value: 'from host' }));
    expect(
      attachments.map(({ content }) =>
        Buffer.from(content as ArrayBuffer)
          .toString()
          .trim(),
      ),
    ).toEqual(parts.map(() => 'unchanged'));
  });

  it('refuses what it cannot write', async () => {
    const signed = readFileSync(join(FOLDER, 'signed.eml'));
    const strict = { ...HIDING, drop: new Set<Droppable>() };
    await expect(readTexts(mailCode, signed, strict)).rejects.toMatchObject({ why: 'signatures' });
    const pictures = Buffer.from('Subject: x\nContent-Type: image/png; name=a.bmp\n\nx');
    await expect(readTexts(mailCode, pictures, strict)).rejects.toMatchObject({ why: 'pictures' });
    const encrypted = Buffer.from('Subject: x\nContent-Type: application/pkcs7-mime\n\nx');
    await expect(readTexts(mailCode, encrypted, strict)).rejects.toMatchObject({ why: 'encrypted' });
    await expect(readTexts(mailCode, Buffer.from('hello'), strict)).rejects.toMatchObject({
      why: 'other_type',
    });
  });

  it.each([
    ['parts', (i: number) => `Subject: x\nContent-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`],
    ['messages', () => 'Subject: x\nContent-Type: message/rfc822\n\n'],
    ['attached messages', () => 'Subject: x\nContent-Type: application/octet-stream; name=a.eml\n\n'],
  ])('reads %s in a message to a limit', async (_, level) => {
    const nested = (count: number): Buffer =>
      Buffer.from(Array.from({ length: count }, (_, i) => level(i)).join(''));
    await expect(readTexts(mailCode, nested(100), HIDING)).rejects.toMatchObject({ why: 'expands_too_far' });
    await expect(readTexts(mailCode, nested(10), HIDING)).resolves.toBeDefined();
  });

  it('counts the parts of all messages in a message', async () => {
    const inner = `--i\nContent-Type: text/plain\n\nx\n`.repeat(60);
    const message = `--o\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=i\n\n${inner}--i--\n`;
    const file = Buffer.from(
      `Subject: x\nContent-Type: multipart/mixed; boundary=o\n\n${message.repeat(20)}--o--\n`,
    );
    await expect(readTexts(mailCode, file, HIDING)).rejects.toMatchObject({ why: 'expands_too_far' });
  });

  describe('lists of addresses', () => {
    const name = oneof(
      constantFrom(
        'Käthe Brüggemann',
        'Müller, Jürgen',
        'Anna Weber',
        'a "b" \\ c',
        'Team: A; B (x)',
        'Ö <x@y.de>',
        '[NAME_1]',
      ),
      string({ unit: constantFrom('ü', 'a', ' ', ',', '"', '<', '@', ';', 'ß', '😀'), minLength: 1 }).map(
        (text) => text.replaceAll(/\s+/g, ' ').trim(),
      ),
    ).filter((text) => text !== '' && !/^\S+@\S+$/.test(text));
    const list = array(tuple(name, constantFrom('a@b.de', 'jürgen@b.de', '[EMAIL_1]', 'x+y@z.example')), {
      minLength: 1,
    });

    it('stay lists of the same names and addresses', () => {
      assert(
        property(list, (people) => {
          const pieces = people.flatMap(([text, address], i) => [
            ...(i > 0 ? [{ kind: 'between' as const, text: ',' }] : []),
            { kind: 'name' as const, text },
            { kind: 'address' as const, text: address },
          ]);
          const field = writtenAddresses('To', pieces);
          expect(addressPiecesOf(fieldsOf(field)[0]!.unfolded)).toEqual(pieces);
        }),
      );
    });

    it('are read by other programs', async () => {
      const field =
        'From: =?utf-8?q?M=C3=BCller=2C_J=C3=BCrgen?= <j@b.de>\r\nTo: "Weber, Anna" <a@b.de>, k@b.de (K),\r\n =?utf-8?q?K=C3=A4the?= <w@b.de>\r\nCc: Team: x@b.de, y@b.de;\r\n\r\nx';
      const written = await replaced(Buffer.from(field), ['a@b.de', 'Anna'], ['[EMAIL_1]', '[NAME_1]']);
      const { from, to, cc } = await PostalMime.parse(written);
      expect(from).toEqual({ name: 'Müller, Jürgen', address: 'j@b.de' });
      expect(to?.map(({ name: each, address }) => [each, address])).toEqual([
        ['Weber, [NAME_1]', '[EMAIL_1]'],
        ['K', 'k@b.de'],
        ['Käthe', 'w@b.de'],
      ]);
      expect(cc).toMatchObject([{ name: 'Team', group: [{ address: 'x@b.de' }, { address: 'y@b.de' }] }]);
    });
  });

  it.each([
    ['text/calendar', '', 'SUMMARY:Termin mit Frau Käthe Brügge\r\n mann aus Ulm\r\n'],
    ['application/octet-stream', 'termin.ics', 'SUMMARY:Termin mit Frau Käthe Brügge\r\n mann aus Ulm\r\n'],
    ['text/vcard', 'k.vcf', 'FN:Käthe Brüggemann\r\n'],
    ['text/markdown', '', '# Käthe Brüggemann\n'],
    ['text/x-log', 'a.log', 'Käthe Brüggemann \u001b[0m\n'],
    ['text/csv', '', '"Käthe Brüggemann";Ulm\n'],
    ['application/json', '', String.raw`{"a":"K\u00e4the Br\u00fcggemann"}`],
    ['text/html', '', '<meta charset="koi8-r"><b>Käthe</b> Br&uuml;ggemann'],
    ['text/xml', '', '<a>K&#228;the Brüggemann</a>'],
    ['text/rtf', '', String.raw`{\rtf1 K\'e4the {\b Br\u252?gge}mann}`],
    ['message/rfc822', '', 'Subject: Käthe Brüggemann\r\n\r\nx'],
    ['application/octet-stream', 'k.eml', 'Subject: Käthe Brüggemann\r\n\r\nx'],
    ['text/plain; x="Käthe', '', 'Käthe Brüggemann'],
    ['text Käthe Brüggemann', '', 'x'],
  ])('rewrites a part of type %s and name %j', async (type, name, content) => {
    const about = `Content-Type: ${type}${name && `; name=${name}`}\r\nContent-Transfer-Encoding: 8bit`;
    const file = Buffer.from(
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${about}\r\n\r\n${content}\r\n--b--\r\n`,
    );
    const written = await replaced(file, PLANTED, labels);
    expect(await partsWithValues(mailCode, written, ['Käthe Brüggemann', 'Käthe'], HIDING)).toEqual([]);
    expect(written.toString()).not.toMatch(/Käthe/);
    const { attachments } = await PostalMime.parse(written);
    expect(attachments.map(({ filename }) => filename ?? '')).toEqual(attachments.length > 0 ? [name] : []);
  });

  it('folds the long lines of a calendar entry', async () => {
    const entry = `SUMMARY:${'Käthe Brüggemann und '.repeat(10)}\r\nEND:VEVENT\r\n`;
    const file = Buffer.from(`Subject: x\r\nContent-Type: text/calendar\r\n\r\n${entry}`);
    const written = await replaced(file, ['Käthe Brüggemann'], ['[NAME_1]']);
    const body = Buffer.from(written.toString().split('\r\n\r\n')[1]!, 'base64').toString();
    expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(body.replaceAll('\r\n ', '')).toBe(entry.replaceAll('Käthe Brüggemann', '[NAME_1]'));
  });

  it('keeps the byte order mark of an attached table', async () => {
    const table = Buffer.from('\ufeffname;city\nKäthe Brüggemann;Ulm\n').toString('base64');
    const about = 'Content-Type: text/csv; charset=utf-8; name=a.csv\r\nContent-Transfer-Encoding: base64';
    const written = await replaced(Buffer.from(`Subject: x\r\n${about}\r\n\r\n${table}`), PLANTED, labels);
    const [attachment] = (await PostalMime.parse(written)).attachments;
    expect(Buffer.from(attachment!.content as ArrayBuffer).toString()).toBe(
      '\ufeffname;city\n[LABEL_0];Ulm\n',
    );
  });
});
