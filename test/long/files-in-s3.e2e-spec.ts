import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  startS3Server,
  startSystem,
  startUpstream,
  whyNoS3Server,
  type S3Server,
  type TestSystem,
  type Upstream,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { sendPrompt } from '../support/chat';
import { isNoTombstone } from '../support/local-files';

const noS3 = whyNoS3Server();
if (noS3) process.stderr.write(`Files in an S3-compatible store are not tried: ${noS3}\n`);

const BUCKET = 'files';
const [USER, PASSWORD] = ['test', 'test'];

/** Files in a folder: `test/e2e/api/files.ts`. */
(noS3 ? describe.skip : describe)('files in an S3-compatible store', () => {
  let server: S3Server;
  let client: S3Client;
  let upstream: Upstream;
  let system: TestSystem;
  let api: ApiClient;

  beforeAll(async () => {
    server = await startS3Server();
    client = new S3Client({
      endpoint: server.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: USER, secretAccessKey: PASSWORD },
      forcePathStyle: true,
    });
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    upstream = await startUpstream();
    system = await startSystem(
      {
        LLM_BASE_URL: upstream.baseUrl,
        BLOB_STORE: 's3',
        S3_BUCKET: BUCKET,
        S3_ENDPOINT: server.endpoint,
        S3_ACCESS_KEY_ID: USER,
        S3_SECRET_ACCESS_KEY: PASSWORD,
      },
      ['api'],
    );
    api = new ApiClient(system, await system.user());
  });
  afterAll(async () => {
    client?.destroy();
    server?.stop();
    await system?.stop();
    await upstream?.stop();
  });

  const names = async (): Promise<string[]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    return Contents.map(({ Key }) => Key!).filter(isNoTombstone);
  };

  it('are written, read in a chat, and deleted with it', async () => {
    const { data: doc } = (await api.upload('The notice period is three months.', 'a.txt')).body;
    expect(await names()).toEqual([`documents/${doc}/text`]);
    const { body } = await sendPrompt(api, 'How long is the notice period?', { doc });
    expect(upstream.requests.at(-1)!.raw).toContain('three months');
    expect((await api.delete(`delete-session/${body.session_id}`)).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it('answer 503 while the store is unavailable, also to a deletion, and leave nothing afterwards', async () => {
    const { body: chat } = await sendPrompt(api, 'Hello');
    server.stop();
    expect((await api.delete(`delete-session/${chat.session_id}`)).status).toBe(503);
    expect((await system.db.query('SELECT FROM chats')).rows).toEqual([]);
    expect((await system.db.query('SELECT FROM tombstones')).rows).toHaveLength(2);
    const { status, body } = await api.upload('Hans', 'a.txt');
    expect({ status, body }).toMatchObject({ status: 503, body: { success: false, response_code: 503 } });
    expect((await system.db.query('SELECT FROM documents')).rows).toEqual([]);
  });
});
