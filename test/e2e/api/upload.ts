import { open, readFile, readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { docxFile, encryptedPdfFile, eventually, pdfFile, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { MARK } from '../../support/local-files';
import { useApi } from './scene';

type Body = string | Uint8Array | FormData;

const FIXTURES = join(__dirname, '../../fixtures/documents');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const scene = useApi();

describe('upload', () => {
  const upload = (name: string | undefined, body: Body, headers: Record<string, string> = {}) =>
    scene.api.upload(body, undefined, { ...(name !== undefined && { 'file-name': name }), ...headers });
  const refused = async (name: string, body: Body) => {
    const response = await upload(name, body);
    const { success, message, response_code } = response.body as Record<string, unknown>;
    expect({ success, response_code }).toEqual({ success: false, response_code: response.status });
    return `${response.status} ${String(message)}`;
  };
  const rows = async () =>
    (
      await scene.system.db.query('SELECT FROM documents WHERE organization_id = $1', [
        scene.user.organizationId,
      ])
    ).rows.length;
  const blobs = async () =>
    (await readdir(join(scene.system.dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && entry.name !== MARK && !entry.parentPath.includes('tombstones'),
    );

  it('accepts the raw bytes of a file with its name in File-Name', async () => {
    const response = await upload('notes.txt', 'Hans Müller wohnt in Berlin.');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      message: expect.any(String),
      data: expect.stringMatching(UUID),
    });
  });

  it('accepts multipart/form-data with one part file that carries the name', async () => {
    const form = new FormData();
    form.set('note', 'ignored');
    form.set('file', new File(['Hans Müller'], 'Verträge.txt'));
    expect((await upload(undefined, form)).status).toBe(200);
  });

  it.each([
    'contract.docx',
    'customers.xlsx',
    'slides.pptx',
    'letter.odt',
    'notes.rtf',
    'page.html',
    'invoice.pdf',
  ])('accepts %s', async (name) => {
    expect((await upload(name.toUpperCase(), await readFile(join(FIXTURES, name)))).status).toBe(200);
  });

  it('reads scans and pictures by OCR, says so, and stores the text alone', async () => {
    for (const name of ['pdf/scan-german.pdf', 'png/screenshot.png']) {
      const file = await readFile(join(FIXTURES, '../files', name));
      const { status, body } = await upload(name.split('/')[1], file);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { message: 'The file was uploaded and read by OCR' },
      });
      const { data: id } = body;
      expect(await readdir(join(scene.system.dataDir, 'blobs/documents', id))).toEqual(['text']);
      const asked = { prompt: 'x', lang: 'de', choices: ['Names'], docs: [id] };
      const shown = await scene.api.post<{ docs: { text: string }[] }>('preview', asked);
      expect(shown.body.docs[0]!.text).toMatch(/^\[Read by OCR\]\n[^]*Brüggemann/);
    }
  });

  it('stores only the text, and both text and name encrypted [PRIV-71]', async () => {
    const { data: id } = (await upload('geheimnisvoll.txt', 'Tuxedomoon '.repeat(100))).body;
    expect(await readdir(join(scene.system.dataDir, 'blobs/documents', id))).toEqual(['text']);
    const stored = await readFile(join(scene.system.dataDir, 'blobs/documents', id, 'text'));
    expect(stored.includes('Tuxedomoon')).toBe(false);
    const { rows: found } = await scene.system.db.query('SELECT * FROM documents WHERE id = $1', [id]);
    expect(Buffer.from(found[0].file_name).includes('geheimnisvoll')).toBe(false);
    expect(found[0].text_bytes).toBe(1_100);
  });

  it.each<[string, string, () => Promise<Body>]>([
    ['empty', '400 Invalid file: it is empty', async () => ''],
    ['without text', '400 Invalid file: there is no text in it', async () => ' \n '],
    ['a program', '400 Invalid file: its content is not that of a .txt file', async () => 'MZ\u0090\0\u0003'],
  ])('rejects a text that is %s', async (_, answer, content) => {
    expect(await refused('a.txt', await content())).toBe(answer);
  });

  it.each<[string, string, () => Promise<Body>]>([
    ['an encrypted PDF', 'it is encrypted; remove its password first', async () => encryptedPdfFile()],
    ['a program named .pdf', 'its content is not that of a .pdf file', () => beginningOf(process.execPath)],
    ['a PDF cut in two', 'it is damaged', async () => pdfFile(['Hans']).subarray(0, 200)],
    ['a PDF without text', 'there is no text in it', async () => pdfFile([''])],
  ])('rejects %s', async (_, why, content) => {
    expect(await refused('a.pdf', await content())).toBe(`400 Invalid file: ${why}`);
  });

  it('rejects a zip bomb in a Word document [PRIV-70]', async () => {
    const bomb = await docxFile(Buffer.alloc(101 * 1024 ** 2, ' '));
    expect(await refused('a.docx', bomb)).toBe('400 Invalid file: it expands to more than a document may');
  });

  it.each(['a', 'a.exe', 'a.txt.exe', '.txt/', 'pdf'])('rejects the name %j', async (name) => {
    expect(await refused(name, 'x')).toMatch(
      /^400 (Invalid file: its name must end in|File-Name is missing)/,
    );
  });

  it('rejects a file that is too large with 413, also for a client that sends all of it first [PRIV-68]', async () => {
    expect(await refused('a.txt', 'a'.repeat(2 * 1024 ** 2 + 1))).toMatch(/^413 .*at most 2097152 bytes/);
    expect((await upload('a.txt', 'a'.repeat(2 * 1024 ** 2))).status).toBe(200);
  });

  it('can be deleted permanently, only by its owner', async () => {
    const { data: id } = (await upload('a.txt', 'Hans')).body;
    const remove = async (by: TestUser, document: string) =>
      (await new ApiClient(scene.system, by).delete(`upload/${document}`)).status;
    expect(await remove(await scene.system.user(), id)).toBe(404);
    expect(await remove(scene.user, 'nonsense')).toBe(404);
    expect(await remove(scene.user, id)).toBe(200);
    expect(await remove(scene.user, id)).toBe(404);
    expect((await blobs()).some((entry) => entry.parentPath.includes(id))).toBe(false);
    const { rows: keys } = await scene.system.db.query('SELECT FROM data_keys WHERE subject_id = $1', [id]);
    expect(keys).toEqual([]);
  });

  it('leaves nothing of a rejected file or of a client that disconnected', async () => {
    await upload('a.txt', 'Hans');
    const before = { rows: await rows(), blobs: (await blobs()).length };
    await refused('a.docx', 'Hans');
    for (const sent of ['', 'Hans']) {
      const sending = httpRequest(scene.system.ai('upload'), {
        method: 'POST',
        headers: { ...scene.user.authorization, 'file-name': 'a.txt', 'content-length': '1000' },
      });
      sending.on('error', () => undefined);
      sending.flushHeaders();
      if (sent) sending.write(sent);
      await eventually(async () => expect(await rows()).not.toBe(before.rows));
      sending.destroy();
      await eventually(async () =>
        expect({ rows: await rows(), blobs: (await blobs()).length }).toEqual(before),
      );
    }
  });

  it('works again after the process that starts the readers was killed', async () => {
    await upload('a.txt', 'Hans');
    const { pid } = scene.system.api;
    const spawner = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    process.kill(Number(spawner), 'SIGKILL');
    await eventually(async () => expect((await upload('b.txt', 'Hans')).status).toBe(200));
  });

  it('needs a token', async () => {
    const response = await new ApiClient(scene.system).upload('x');
    expect(response.status).toBe(401);
  });
});

/** Returns the first mebibyte of a file. */
async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read({ buffer: Buffer.alloc(1024 ** 2) })).buffer;
  } finally {
    await file.close();
  }
}
