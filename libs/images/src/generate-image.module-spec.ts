import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId, type Caller } from '@app/common';
import { DeleteChats, ReadHistory } from '@app/sessions';
import { knownDetector, startContext, startUpstream, type ServiceContext, type Upstream } from '@app/testing';
import { GenerateImage } from './generate-image';
import { ImagesModule } from './images.module';
import { ReadImage } from './read-image';

const NAME = 'Hans Müller';
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const forever = new AbortController().signal;

describe('an image', () => {
  let upstream: Upstream;
  let context: ServiceContext;
  let dataDir: string;
  let owner: Caller;
  /** Runs in the image server before it answers. */
  let before: () => Promise<void>;
  let status: number;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.intercept = async (_, response) => {
      await before();
      const body = JSON.stringify({ data: [{ b64_json: PNG.toString('base64') }] });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return true;
    };
    dataDir = await mkdtemp(join(tmpdir(), 'images-'));
    context = await startContext(
      [ImagesModule],
      {
        IMAGE_BASE_URL: upstream.baseUrl,
        CHAT_REPLACEMENTS: 'placeholders',
        DATA_DIR: dataDir,
      },
      { detector: knownDetector([NAME]) },
    );
  });
  beforeEach(() => {
    owner = { userId: newId(), organizationId: newId(), groups: [] };
    before = async () => undefined;
    status = 200;
    upstream.requests.length = 0;
  });
  afterAll(async () => {
    await context?.stop();
    await upstream?.stop();
  });

  const generate = (prompt: string, chatId?: string, signal = forever) =>
    context.get(GenerateImage).execute(owner, { prompt, ...(chatId && { chatId }) }, signal);
  const linkOf = (url: string) => {
    const { pathname, searchParams } = new URL(url);
    return {
      id: pathname.split('/').at(-1)!,
      expires: searchParams.get('expires')!,
      signature: searchParams.get('signature')!,
    };
  };
  const chatsKept = async (): Promise<number> =>
    (await context.db.query('SELECT FROM chats WHERE user_id = $1', [owner.userId])).rows.length;
  const filesKept = async (): Promise<string[]> =>
    (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('tombstones'))
      .map(({ name }) => name);

  it('is generated from a prompt without personal data, and stored as a turn of its chat', async () => {
    const { chatId, url } = await generate(`${NAME} on a bicycle`);
    await generate(`${NAME} again`, chatId);
    expect(upstream.requests.map(({ body }) => (body as { prompt?: string }).prompt)).toEqual([
      '[NAME_1] on a bicycle',
      '[NAME_1] again',
    ]);
    const { type, content } = await context.get(ReadImage).execute(linkOf(url));
    expect([type, await buffer(content)]).toEqual(['image/png', PNG]);
    expect((await context.get(ReadHistory).execute(owner, chatId)).turns).toMatchObject([
      { id: linkOf(url).id, responseType: 'image', prompt: `${NAME} on a bicycle` },
      { responseType: 'image', prompt: `${NAME} again` },
    ]);
  });

  it('leaves no chat and no file if the server fails', async () => {
    const files = await filesKept();
    status = 500;
    await expect(generate(NAME)).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'The image server failed; try again later',
    });
    expect([await chatsKept(), await filesKept()]).toEqual([0, files]);
  });

  it('leaves no chat and no file if its caller disconnects', async () => {
    const files = await filesKept();
    const gone = new AbortController();
    before = async () => gone.abort(new Error('gone'));
    await expect(generate(NAME, undefined, gone.signal)).rejects.toThrow('gone');
    expect([await chatsKept(), await filesKept()]).toEqual([0, files]);
  });

  it('leaves no file if its chat is deleted meanwhile', async () => {
    const files = await filesKept();
    const { chatId } = await generate('a bicycle');
    before = () => context.get(DeleteChats).one(owner, chatId);
    await expect(generate('another', chatId)).rejects.toMatchObject({
      message: 'The chat was deleted while the image was made',
    });
    expect(await filesKept()).toEqual(files);
    const { rows } = await context.db.query(`SELECT FROM blob_removals WHERE name LIKE $1`, [
      `chats/${chatId}/%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('is opened only by its signed link, and by none after its chat is deleted', async () => {
    const { chatId, url } = await generate('a bicycle');
    const gone = { code: 'not_found', message: 'There is no such image, or the link has expired' };
    const forged = { ...linkOf(url), id: newId() };
    await expect(context.get(ReadImage).execute(forged)).rejects.toMatchObject(gone);
    await context.get(DeleteChats).one(owner, chatId);
    await expect(context.get(ReadImage).execute(linkOf(url))).rejects.toMatchObject(gone);
  });
});
