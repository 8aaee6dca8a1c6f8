import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startBackupStore, whyNoS3Server, withSettings, type BackupStore } from '@app/testing';
import { below, openFile, openFolder } from './open-folder';

const names = async (location: string) => (await openFolder(location).names()).toSorted();
const write = (location: string, file: string, content = file) =>
  openFolder(location).write(file, Readable.from([content]));
const failing = () =>
  Readable.from(
    (async function* () {
      yield Buffer.alloc(100);
      throw new Error('broken');
    })(),
  );

/** @param root the location of a folder that no other test uses */
function keepsThePromises(root: () => string): void {
  const at = (name: string) => below(root(), name);

  it('returns what was written, also in subfolders, and lists only what is directly in a folder', async () => {
    await openFolder(at('a')).create();
    await write(at('a'), 'manifest.json', '{}');
    await write(at('a'), 'blobs/chats/1/2', 'sealed');
    expect(await text(await openFolder(at('a')).read('blobs/chats/1/2'))).toBe('sealed');
    expect(await names(at('a'))).toEqual(['blobs', 'manifest.json']);
    expect(await text(await openFolder(root()).at('a').read('manifest.json'))).toBe('{}');
    expect(await names(at('none'))).toEqual([]);
  });

  it('refuses a folder and a file that exist', async () => {
    await openFolder(at('taken')).create();
    await openFolder(at('taken')).reserve('keys.gz');
    await write(at('taken'), 'keys.gz');
    const refused = { code: 'bad_request', message: expect.stringContaining('must be new') };
    await expect(openFolder(at('taken')).create()).rejects.toMatchObject(refused);
    await expect(openFolder(at('taken')).reserve('keys.gz')).rejects.toMatchObject(refused);
  });

  it('gives a file its name only when it is complete', async () => {
    await openFolder(at('cut')).create();
    await expect(openFolder(at('cut')).write('rows', failing())).rejects.toThrow('broken');
    await expect(openFolder(at('cut')).read('rows')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('deletes a folder and not its neighbor with a longer name, and single files', async () => {
    for (const folder of ['old', 'older']) await write(at(folder), 'tables/x.gz');
    await openFolder(at('old')).deleteAll();
    await openFolder(at('old')).deleteAll();
    expect([await names(at('old')), await names(at('older'))]).toEqual([[], ['tables']]);
    await write(at('older'), 'one');
    await openFolder(at('older')).deleteFile('one');
    await openFolder(at('older')).deleteFile('one');
    expect(await names(at('older'))).toEqual(['tables']);
  });

  it('opens the folder of a file', async () => {
    const { folder, file } = openFile(at('keys/2026.gz'));
    await folder.write(file, Readable.from(['k']));
    expect([file, await names(at('keys'))]).toEqual(['2026.gz', ['2026.gz']]);
  });
}

describe('a folder for backups on a disk', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'privacy-chat folder-'));
  });
  afterAll(() => rm(root, { recursive: true }));

  keepsThePromises(() => root);

  it('lets only its owner read it', async () => {
    await openFolder(join(root, 'own')).create();
    await write(join(root, 'own'), 'tables/x.gz');
    const modes = await Promise.all(
      ['own', 'own/tables', 'own/tables/x.gz'].map(
        async (path) => (await stat(join(root, path))).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    expect(await readdir(join(root, 'own/tables'))).toEqual(['x.gz']);
  });
});

describe('the location of a folder in S3', () => {
  it.each(['s3://', 's3://b', 's3://Bucket/a', 's3://bucket//a', 's3://bucket/../a', 's3://bucket/a b'])(
    'is not %s',
    (location) => {
      expect(() => openFolder(location)).toThrow('expected s3://BUCKET/PREFIX');
    },
  );

  it('is not in the bucket of the files', async () => {
    const settings = {
      BLOB_STORE: 's3',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const open = withSettings(settings, async () => openFolder('s3://files/backups'));
    await expect(open).rejects.toThrow('must not contain backups');
  });

  it('needs keys of its own, or that those of the machine are configured [SEC-200]', () => {
    expect(() => openFolder('s3://bucket/a')).toThrow('BACKUP_S3_ACCESS_KEY_ID: is missing');
    expect(() => openFile('s3://bucket')).toThrow('for the file of keys');
  });
});

const noS3 = whyNoS3Server();
if (noS3) process.stderr.write(`Backups in an S3-compatible store are not tried: ${noS3}\n`);

(noS3 ? describe.skip : describe)('a folder for backups in S3', () => {
  let server: BackupStore;

  beforeAll(async () => {
    server = await startBackupStore(['backups']);
  });
  afterAll(() => server?.stop());

  keepsThePromises(() => 's3://backups/daily');

  it('has a prefix if it is created', async () => {
    await expect(openFolder('s3://backups').create()).rejects.toMatchObject({
      code: 'bad_request',
      message: 'A backup needs a prefix in its bucket: s3://BUCKET/PREFIX',
    });
  });

  it('says what the store objects to', async () => {
    await expect(openFolder('s3://missing/a').create()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The store for backups failed: NoSuchBucket',
    });
  });

  it('never deletes a whole bucket', async () => {
    await write('s3://backups/kept', 'a');
    await expect(openFolder('s3://backups').deleteAll()).rejects.toThrow();
    expect(await names('s3://backups/kept')).toEqual(['a']);
  });
});
