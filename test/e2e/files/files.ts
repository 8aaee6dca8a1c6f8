import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { FIXTURES } from '../../support/files/edit-fixtures';
import { useApiAndWorker } from '../api-and-worker/scene';

const NAME = 'Wilhelmine Brandstetter';
const scene = useApiAndWorker();

interface Answer {
  status: number;
  headers: Headers;
  content: string;
  bytes: Buffer;
}

describe('a file', () => {
  let user: TestUser;
  let api: ApiClient;

  beforeAll(async () => {
    user = await scene.system.user();
    api = new ApiClient(scene.system, user);
  });

  const send = async (
    path: 'anonymize' | 'preview' | 'restore',
    name: string,
    content: string | Buffer,
    fields: Record<string, string> = {},
  ): Promise<Answer> => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const response = await fetch(scene.system.ai(`files/${path}`), {
      method: 'POST',
      headers: user.authorization,
      body: form,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, content: bytes.toString(), bytes };
  };
  const newCase = async (): Promise<string> =>
    (await api.post<{ data: { case_id: string } }>('cases', { style: 'placeholders' })).body.data.case_id;

  it('comes back as the same file, and a case restores it after it was edited', async () => {
    const case_id = await newCase();
    const sheet = `name;city;note\r\n"${NAME}";Kassel;"asked ""why"""\r\n;;Ask ${NAME} again\r\n`;
    const hidden = await send('anonymize', `List of ${NAME}.csv`, sheet, {
      case_id,
      choices: 'Names',
      lang: 'en',
    });
    expect(hidden).toMatchObject({
      status: 200,
      content: 'name;city;note\r\n"[NAME_1]";Kassel;"asked ""why"""\r\n;;Ask [NAME_1] again\r\n',
    });
    expect(hidden.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(hidden.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''List%20of%20%5BNAME_1%5D.csv",
    );
    expect(JSON.parse(hidden.headers.get('x-report')!)).toEqual({
      values: { Names: 3 },
      dropped: {},
      rasterized_pages: 0,
      pages_read_by_ocr: 0,
    });
    const edited = `${hidden.content}[NAME_1];Ulm;new\r\n`;
    const restored = await send('restore', 'List of [NAME_1].csv', edited, { case_id });
    expect(restored).toMatchObject({ status: 200, content: `${sheet}${NAME};Ulm;new\r\n` });
    expect(restored.headers.get('x-restored')).toBe('4');
    expect(restored.headers.get('content-disposition')).toContain(encodeURIComponent(`List of ${NAME}.csv`));
  });

  it('is restored though its pictures were left out', async () => {
    const case_id = await newCase();
    const file = readFileSync(join(FIXTURES, 'docx/pictures.docx'));
    const fields = { case_id, choices: 'Names', lang: 'de', hide: 'Katharina Brüggemann' };
    const hidden = await send('anonymize', 'a.docx', file, { ...fields, drop: 'pictures' });
    expect(hidden).toMatchObject({ status: 200 });
    const restored = await send('restore', 'a.docx', hidden.bytes, { case_id });
    expect(restored).toMatchObject({ status: 200 });
    expect(Number(restored.headers.get('x-restored'))).toBeGreaterThan(0);
    const preview = await send('preview', 'a.docx', restored.bytes, { ...fields, drop: 'pictures' });
    expect(preview.content).toContain('Katharina Brüggemann');
  });

  it.each([
    [
      'a.html',
      `<p title="${NAME}">Wilhelmine <b>Brandstetter</b> wrote <a href="/q?n=Wilhelmine%20Brandstetter">x</a></p>`,
    ],
    ['a.xml', `<note by="${NAME}"><!-- for ${NAME} --><![CDATA[${NAME} wrote & called]]></note>`],
    ['a.rtf', `{\\rtf1{\\info{\\title ${NAME}}}Mail of {\\b ${NAME}} and more\\par}`],
    ['a.json', `\ufeff{"author":"${NAME}"}`],
  ])('in the format of %s gets its values back', async (name, content) => {
    const case_id = await newCase();
    const hidden = await send('anonymize', name, content, { case_id, choices: 'Names', lang: 'en' });
    expect(hidden.status).toBe(200);
    expect(hidden.content).not.toMatch(/Wilhelmine|Brandstetter/);
    const restored = await send('restore', name, hidden.content, { case_id });
    // A name in two formats is written into the first of them.
    expect(restored.content).toBe(content.replace(' <b>Brandstetter</b>', ' Brandstetter<b></b>'));
  });

  it('of Outlook comes back as a message, which a case restores', async () => {
    const case_id = await newCase();
    const item = readFileSync(join(__dirname, '../../fixtures/files/msg/html.msg'));
    const hidden = await send('anonymize', 'Akte.msg', item, { case_id, choices: 'Names', lang: 'de' });
    expect(hidden.status).toBe(200);
    expect(hidden.headers.get('content-type')).toContain('message/rfc822');
    expect(hidden.headers.get('content-disposition')).toContain('Akte.eml');
    expect(hidden.content).toContain('[NAME_1]');
    const restored = await send('restore', 'Akte.eml', hidden.content, { case_id });
    expect(restored.content).toContain(Buffer.from('Katharina Brüggemann').toString('base64').slice(0, 20));
    expect((await send('restore', 'Akte.msg', item, { case_id })).status).toBe(400);
  });

  it('is hidden by the default of the policy without choices', async () => {
    const { content } = await send('anonymize', 'a.txt', `Write to ${NAME}, w.brandstetter@firma.de.`);
    expect(content).toBe('Write to [NAME_1], [EMAIL_1].');
  });

  it('is previewed without a trace, and keeps what its user wants to keep', async () => {
    const case_id = await newCase();
    const text = `${NAME} met Hans Müller, h.mueller@firma.de.`;
    const shown = JSON.parse((await send('preview', 'a.txt', text, { case_id })).content) as object;
    expect(shown).toMatchObject({
      data: {
        format: 'txt',
        values: 3,
        is_cut: false,
        texts: [{ part: 'text', text, found: [{ start: 0, end: NAME.length, kind: 'Names' }, {}, {}] }],
      },
    });
    const { body } = await api.get<{ data: { entities: number } }>(`cases/${case_id}`);
    expect(body.data.entities).toBe(0);
    const { content } = await send('anonymize', 'a.txt', text, { keep: 'Hans Müller', hide: 'met' });
    expect(content).toBe('[NAME_1] [TERM_1] Hans Müller, [EMAIL_1].');
  });

  it.each([
    ['a.exe', 'x', 'Invalid file: its name must end in one of .txt'],
    ['a.txt', '', 'Invalid file: it is empty'],
    ['a.csv', Buffer.from([0, 1, 2]), 'Invalid file: its content does not match its extension'],
  ])('is refused if it is %s with %j', async (name, content, why) => {
    const refused = await send('anonymize', name, content);
    expect(refused).toMatchObject({ status: 400, content: expect.stringContaining(why) as string });
    expect(refused.headers.get('x-error-code')).toBe('invalid_file');
  });

  it('is refused with the field that is wrong', async () => {
    const { status, content } = await send('anonymize', 'a.txt', 'x', { drop: 'everything' });
    expect([status, content]).toEqual([
      400,
      expect.stringContaining('drop must be a list of macros, signatures'),
    ]);
  });

  it('is refused above 10 MiB, and without a file', async () => {
    expect(await send('anonymize', 'a.txt', 'a '.repeat(5_300_000))).toMatchObject({ status: 413 });
    const form = new FormData();
    form.append('lang', 'en');
    const empty = await fetch(scene.system.ai('files/anonymize'), {
      method: 'POST',
      headers: user.authorization,
      body: form,
    });
    expect(empty.status).toBe(400);
  });
});
