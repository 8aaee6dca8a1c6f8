import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, nat, uint8Array } from 'fast-check';
import PostalMime from 'postal-mime';
import { zipFile } from '@app/testing';
import { FIXTURES, hide, restore, rewritten, squeezed, VALUES } from '../../testing/office-fixtures';
import { partsWithValues, readTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { codeOf } from '../format-code';
import { UnreadableFile } from '../unreadable';
import { zipCode } from '../zip/rewrite-zip';
import { msgCode } from './rewrite-msg';

const options = { drop: new Set<Droppable>(), codeOf };
const FILES = Object.entries(
  JSON.parse(readFileSync(join(FIXTURES, 'msg.json'), 'utf8')) as Record<
    string,
    { values: string[]; drop?: Droppable[] }
  >,
).map(([name, { values, drop = [] }]) => ({ name, values, drop, file: readFileSync(join(FIXTURES, name)) }));
const read = (name: string): Buffer => readFileSync(join(FIXTURES, 'msg', name));

describe('msgCode', () => {
  it.each(FILES)(
    '$name shows every planted value, and comes out as a message without them',
    async ({ file, values, drop }) => {
      const { content, texts, report } = await rewritten('a.msg', file, hide, { drop });
      const shown = squeezed(texts.map(({ text }) => text).join('\n'));
      expect(values.filter((value) => !shown.includes(squeezed(value)))).toEqual([]);
      expect(await partsWithValues(msgCode, content, VALUES, options)).toEqual([]);
      expect(report.dropped).toMatchObject({ properties: 1 });
      const { from, to, cc, subject, date } = await PostalMime.parse(content);
      expect(from).toEqual({ name: '[NAME_1]', address: '[MAIL_1]' });
      expect(to).toEqual([
        { name: '[NAME_2], Katharina', address: '[MAIL_1]' },
        { name: 'Ulm', address: 'ulm@firma.example' },
      ]);
      expect(cc).toEqual([{ name: '[NAME_1]', address: '[MAIL_1]' }]);
      expect(subject).toBe('Akte [NAME_1]');
      expect(date).toMatch(/^2026-11-02/);
      expect(content.toString('latin1')).not.toMatch(/Received|pc-of/);
    },
  );

  it.each(FILES.filter(({ drop }) => drop.length === 0))(
    '$name gets its values back in the message',
    async ({ file }) => {
      const { content, texts } = await rewritten('a.msg', file, hide);
      const restored = await rewritten('a.eml', content, restore);
      const { texts: again } = await readTexts(codeOf('a.eml')!, restored.content, options);
      expect(again.map(({ text }) => text.trim())).toEqual(texts.map(({ text }) => text.trim()));
    },
  );

  it('writes the forms of a body, attachments and forwarded messages', async () => {
    const { content } = await rewritten('a.msg', read('attachments.msg'), hide);
    const { text, html, attachments } = await PostalMime.parse(content);
    expect(text).toContain('ich bin [NAME_1], [STREET_1], [PHONE_1].');
    expect(html).toContain('<a href="mailto:[MAIL_1]">[PHONE_1]</a>');
    expect(attachments.map(({ filename }) => filename)).toEqual(['Liste [NAME_2].csv']);
    const forwarded = await PostalMime.parse(
      (await rewritten('a.msg', read('forwarded.msg'), hide)).content,
      {
        forceRfc822Attachments: true,
      },
    );
    const inner = await PostalMime.parse(forwarded.attachments[0]!.content);
    expect(inner.subject).toBe('Inner [NAME_1]');
    expect(inner.attachments.map(({ filename }) => filename)).toEqual(['a.json']);
  });

  it('is written as a message in archives and in other messages, too', async () => {
    const archive = await zipFile({ 'a.msg': read('plain.msg') });
    const { content } = await rewritten('a.zip', archive, hide);
    expect(await partsWithValues(zipCode, content, VALUES, options)).toEqual([]);
    expect(content.toString('latin1')).toContain('a.eml');
    const about = 'Content-Type: application/vnd.ms-outlook; name=a.msg\r\nContent-Transfer-Encoding: base64';
    const mail = Buffer.from(`Subject: x\r\n${about}\r\n\r\n${read('plain.msg').toString('base64')}`);
    const [attachment] = (await PostalMime.parse((await rewritten('a.eml', mail, hide)).content)).attachments;
    expect(attachment).toMatchObject({ filename: 'a.eml', mimeType: 'application/octet-stream' });
    expect((await PostalMime.parse(attachment!.content)).subject).toBe('Akte [NAME_1]');
  });

  it.each([
    ['no content', Buffer.alloc(0), 'empty'],
    ['a message of the internet', Buffer.from('Subject: x\r\n\r\nx'), 'other_type'],
    ['half of an item', read('html.msg').subarray(0, 2_000), 'damaged'],
    ['an attachment that cannot be written', read('embedded.msg'), 'embedded'],
  ])('refuses %s', async (_, file, why) => {
    await expect(readTexts(msgCode, file, options)).rejects.toMatchObject({ why });
  });

  it('reads a damaged item, or says why not', async () => {
    await assert(
      asyncProperty(nat(10_000), uint8Array({ minLength: 1, maxLength: 8 }), async (at, bytes) => {
        const file = Buffer.from(read('html.msg'));
        file.set(bytes, Math.min(at + 8, file.length - bytes.length));
        await readTexts(msgCode, file, options).catch((error: unknown) =>
          expect(error).toBeInstanceOf(UnreadableFile),
        );
      }),
      { numRuns: 300 },
    );
  });
});
