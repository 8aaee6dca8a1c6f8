import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { newId, Transactions, type Clock, type Owner } from '@app/common';
import { documentsConfig, retentionConfig } from '@app/config';
import { AuditTrail } from '@app/audit';
import { UnreadableFile } from '@app/file-formats';
import type { IsolatedPrograms, IsolatedWork } from '@app/isolation';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import { startContext, type ServiceContext } from '@app/testing';
import { WriteTombstones } from '@app/tombstones';
import { DeleteDocuments } from './delete-documents';
import { DocumentsModule } from './documents.module';
import { ExportDocuments } from './export-documents';
import { DocumentPassages, type DocumentPassage, type PassageRequest } from './passages/document-passages';
import { ReadDocumentText } from './read-document-text';
import { ReadExcerpts } from './read-excerpts';
import { ReadFileNames } from './read-file-names';
import { ReadPicture } from './read-picture';
import { ChatDocuments } from './store/chat-documents.store';
import { DocumentsStore } from './store/documents.store';
import { PassageFindings } from './store/passage-findings.store';
import { UploadDocument, type Upload } from './upload-document';

const REPORT = Buffer.from('\xff{"pagesReadByOcr":3}', 'latin1');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const HOUR_MS = 60 * 60_000;
const forever = new AbortController().signal;

let context: ServiceContext;
let owner: Owner;
/** What the reader of files does in place of the process: by default, the text of a file is its content. */
let read: (work: IsolatedWork) => AsyncGenerator<Buffer>;
const asked: IsolatedWork[] = [];

const programs = {
  run(work: IsolatedWork) {
    asked.push(work);
    return read(work);
  },
} as unknown as IsolatedPrograms;

beforeAll(async () => {
  context = await startContext([DocumentsModule], { MAX_UPLOAD_BYTES: '1KiB', MAX_TEXT_BYTES: '64' });
});
beforeEach(async () => {
  owner = { organizationId: newId(), userId: newId() };
  asked.length = 0;
  read = async function* ({ content }) {
    yield await buffer(content);
    yield REPORT;
  };
  await context.db.query('TRUNCATE documents, chat_documents, passage_findings, data_keys');
});
afterAll(() => context?.stop());

const upload = (changes: Partial<Omit<Upload, 'content'>> & { content?: string | Buffer } = {}) => {
  const { content = 'Write to Anna', ...others } = changes;
  const uploading = new UploadDocument(
    documentsConfig(),
    context.get(DocumentsStore),
    context.get(BlobRemovals),
    context.get(EncryptedBlobs),
    programs,
  );
  return uploading.execute(owner, {
    fileName: 'letter.txt',
    content: Readable.from([Buffer.from(content)]),
    keepsPicture: false,
    signal: forever,
    ...others,
  });
};
const uploaded = async (content: string | Buffer, fileName = 'letter.txt', keepsPicture = false) =>
  (await upload({ content, fileName, keepsPicture })).id;
/** Stores a document with an upload that a crash interrupted. */
const interrupted = async (): Promise<string> => {
  const id = newId();
  await context.get(DocumentsStore).create(owner, id, 'draft.txt');
  return id;
};
/** Attaches a document to a chat. */
const attach = (chatId: string, documentId: string, ago = '0 seconds') =>
  context.db.query(
    `INSERT INTO chat_documents (chat_id, document_id, attached_at) VALUES ($1, $2, now() - $3::interval)`,
    [chatId, documentId, ago],
  );
const stored = async () => {
  const { rows } = await context.db.query<{ id: string }>('SELECT id FROM documents ORDER BY id');
  const folder = join(context.dataDir, 'blobs/documents');
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const keys = await context.db.query('SELECT FROM data_keys');
  const ids = rows.map(({ id }) => id);
  return { ids, keys: keys.rows.length, files: files.filter((file) => file.isFile()).length };
};
const NOTHING = { ids: [], keys: 0, files: 0 };
const stranger = (): Owner => ({ organizationId: owner.organizationId, userId: newId() });

describe('an uploaded file', () => {
  afterEach(() => context.get(DeleteDocuments).erase(owner));

  it('is stored as its text only, with the number of pages that OCR read', async () => {
    const { id, pagesReadByOcr } = await upload();
    expect(pagesReadByOcr).toBe(3);
    expect(await stored()).toEqual({ ids: [id], keys: 1, files: 1 });
    expect(await context.get(ReadDocumentText).execute(owner, id)).toBe('Write to Anna');
  });

  it('is stored with a sealed name', async () => {
    const id = await uploaded('text', 'Anna Schmidt.txt');
    const { rows } = await context.db.query<{ name: Buffer }>('SELECT file_name AS name FROM documents');
    expect(rows[0]!.name.toString()).not.toContain('Anna');
    expect(await context.get(ReadFileNames).execute(owner, [id])).toEqual(
      new Map([[id, 'Anna Schmidt.txt']]),
    );
  });

  it.each([
    ['letter.txt', 30_000],
    ['scan.pdf', 120_000],
  ])('has the time limit of its format: %s', async (fileName, timeoutMs) => {
    await upload({ fileName });
    expect(asked.map(({ limits }) => limits.timeoutMs)).toEqual([timeoutMs]);
  });

  it.each<[string, Parameters<typeof upload>[0], object]>([
    ['with an unknown extension', { fileName: 'a.exe' }, { code: 'invalid_file' }],
    ['that is too large', { content: 'a'.repeat(1_025) }, { code: 'too_large' }],
    ['if its client is gone', { signal: AbortSignal.abort() }, { code: 'bad_request' }],
  ])('%s is refused, and nothing is stored', async (_, changes, failure) => {
    await expect(upload(changes)).rejects.toMatchObject(failure);
    expect(await stored()).toEqual(NOTHING);
  });

  it.each([
    ['other_type', 'Invalid file: its content is not that of a .docx file'],
    ['encrypted', 'Invalid file: it is encrypted; remove its password first'],
  ] as const)(
    'that its reader refuses (%s) is not stored, and the client learns why',
    async (why, message) => {
      read = async function* () {
        yield* [];
        throw new UnreadableFile(why);
      };
      await expect(upload({ fileName: 'letter.docx' })).rejects.toMatchObject({
        code: 'invalid_file',
        message,
      });
      expect(await stored()).toEqual(NOTHING);
    },
  );

  it('is not stored if its reader fails for another reason, which is not told as a fault of the file', async () => {
    read = async function* () {
      yield* [];
      throw new Error('no process');
    };
    await expect(upload()).rejects.toThrow('no process');
    expect(await stored()).toEqual(NOTHING);
  });
});

describe('a picture', () => {
  it('is stored with its text if prompts may contain it', async () => {
    const id = await uploaded(PNG, 'photo.png', true);
    expect(await context.get(ReadPicture).execute(owner, id, 'docs')).toEqual({
      format: 'png',
      content: PNG,
    });
  });

  it.each([
    ['prompts may not contain it', () => uploaded(PNG, 'photo.png', false)],
    ['it is a text', () => uploaded('text', 'letter.txt', true)],
    [
      'it belongs to another user',
      () => uploaded(PNG, 'photo.png', true).finally(() => (owner = stranger())),
    ],
    ['its id is malformed', async () => 'photo'],
  ])('is unknown if %s', async (_, make) => {
    const id = await make();
    await expect(context.get(ReadPicture).execute(owner, id, 'docs')).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [expect.objectContaining({ field: 'docs' })] },
    });
  });
});

describe('the text of a document', () => {
  it.each([
    ['it is unknown', async () => newId()],
    ['its id is malformed', async () => 'letter'],
    ['its upload was interrupted', interrupted],
    ['it belongs to another user', () => uploaded('text').finally(() => (owner = stranger()))],
  ])('is not returned if %s', async (_, make) => {
    const id = await make();
    await expect(context.get(ReadDocumentText).execute(owner, id)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [expect.objectContaining({ field: 'doc' })] },
    });
  });

  it('is returned up to MAX_TEXT_BYTES, counted in UTF-8', async () => {
    const longest = 'ü'.repeat(32);
    expect(await context.get(ReadDocumentText).execute(owner, await uploaded(longest))).toBe(longest);
    const longer = await uploaded(`${longest}.`);
    await expect(context.get(ReadDocumentText).execute(owner, longer)).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

describe('excerpts', () => {
  it('are parts by UTF-16 code units, in the order in which they were asked for', async () => {
    const [one, other] = [await uploaded('Grüße 👋 an Anna'), await uploaded('second')];
    const excerpts = [
      { documentId: other, start: 3, end: 6 },
      { documentId: one, start: 12, end: 99 },
      { documentId: one, start: 0, end: 8 },
      { documentId: newId(), start: 0, end: 8 },
    ];
    expect(await context.get(ReadExcerpts).execute(owner, excerpts)).toEqual([
      'ond',
      'Anna',
      'Grüße 👋',
      undefined,
    ]);
    expect(await context.get(ReadExcerpts).execute(stranger(), excerpts)).toEqual(
      excerpts.map(() => undefined),
    );
  });
});

describe('the export of documents', () => {
  it('has names, texts and pictures of one user, oldest first', async () => {
    const picture = await uploaded(PNG, 'photo.png', true);
    const letter = await uploaded('Write to Anna');
    const draft = await interrupted();
    const all = [];
    for await (const { id, fileName, text: open, picture: show } of context
      .get(ExportDocuments)
      .execute(owner))
      all.push([
        id,
        fileName,
        open && (await text(await open())).length,
        show && (await buffer(await show())),
      ]);
    expect(all).toEqual([
      [picture, 'photo.png', 4, PNG],
      [letter, 'letter.txt', 13, undefined],
      [draft, 'draft.txt', undefined, undefined],
    ]);
    for await (const found of context.get(ExportDocuments).execute(stranger())) expect(found).toBeUndefined();
  });
});

describe('the deletion of a document', () => {
  const deletions = async () => {
    const { rows } = await context.db.query<{ reason: string | null }>(
      `SELECT reason FROM audit_events WHERE action = 'document.delete' AND organization_id = $1 ORDER BY at`,
      [owner.organizationId],
    );
    return rows.map(({ reason }) => reason);
  };
  /** Deletes expired documents at a time after now. */
  const expire = (hours: number, signal = forever): Promise<void> =>
    new DeleteDocuments(
      documentsConfig(),
      { ...retentionConfig(), documentsMs: 48 * HOUR_MS },
      { now: () => new Date(Date.now() + hours * HOUR_MS) } as Clock,
      context.get(DocumentsStore),
      context.get(AuditTrail),
      context.get(WriteTombstones),
    ).expire(signal);

  beforeAll(() => context.db.query('GRANT SELECT ON audit_events TO privacy_chat_app'));

  it('removes its text and key, and can be asked for by its owner only', async () => {
    const id = await uploaded('Write to Anna');
    const deletion = context.get(DeleteDocuments);
    for (const [by, which] of [
      [stranger(), id],
      [owner, newId()],
      [owner, 'letter'],
    ] as const)
      await expect(deletion.delete(by, which)).rejects.toMatchObject({ code: 'not_found' });
    await deletion.delete(owner, id);
    expect((await stored()).ids).toEqual([]);
    await expect(deletion.delete(owner, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await deletions()).toEqual([null]);
  });

  it('of a user removes all documents, also interrupted uploads, and no others', async () => {
    for (let i = 0; i < 101; i += 1) await interrupted();
    const erased = owner;
    owner = stranger();
    const other = await uploaded('stays');
    expect(await context.get(DeleteDocuments).erase(erased)).toBe(101);
    expect((await stored()).ids).toEqual([other]);
  });

  it('happens to those that no chat uses after UNATTACHED_DOCUMENT_TTL, and to all after RETENTION_DOCUMENTS', async () => {
    const [unused, used] = [await uploaded('unused'), await uploaded('used')];
    await attach(newId(), used);
    await expire(23);
    expect((await stored()).ids).toEqual([unused, used]);
    await expire(25, AbortSignal.abort());
    expect((await stored()).ids).toEqual([unused, used]);
    await expire(25);
    expect((await stored()).ids).toEqual([used]);
    await expire(49);
    expect(await stored()).toMatchObject({ ids: [], keys: 0 });
    expect(await deletions()).toEqual(['unattached', 'expired']);
  });
});

describe('the documents of a chat', () => {
  it('are those of its owner, in the order in which they were attached', async () => {
    const chatId = newId();
    const [first, second] = [await uploaded('one'), await uploaded('two')];
    await attach(chatId, second, '1 minute');
    await attach(chatId, first);
    expect(await context.get(ChatDocuments).of(owner, chatId)).toEqual([second, first]);
    expect(await context.get(ChatDocuments).of(stranger(), chatId)).toEqual([]);
  });

  it('can be attached if the owner has all of them, completely', async () => {
    const id = await uploaded('one');
    const usable = (ids: string[], by = owner) =>
      context.get(ChatDocuments).assertUsable(by, { ids, field: 'docs' });
    await usable([id, id]);
    for (const [ids, by] of [
      [[id, newId()]],
      [[id, await interrupted()]],
      [['letter']],
      [[id], stranger()],
    ] as [string[], Owner?][])
      await expect(usable(ids, by)).rejects.toMatchObject({
        code: 'bad_request',
        details: { errors: [expect.objectContaining({ field: 'docs' })] },
      });
  });

  it('are deleted with it unless another chat uses them', async () => {
    const [chatId, another] = [newId(), newId()];
    const [own, shared] = [await uploaded('own'), await uploaded('shared')];
    for (const id of [own, shared]) await attach(chatId, id);
    await attach(another, shared);
    const release = (chat: string) =>
      context.get(Transactions).runFor(owner, (tx) => context.get(ChatDocuments).release(tx, owner, chat));
    expect(await release(chatId)).toEqual([`documents/${own}/`]);
    expect((await stored()).ids).toEqual([shared]);
    expect(await release(another)).toEqual([`documents/${shared}/`]);
    expect((await stored()).ids).toEqual([]);
  });
});

describe('the passages of documents', () => {
  const select = (documentIds: string[], changes: Partial<PassageRequest> = {}, by = owner) =>
    context.get(DocumentPassages).select(
      by,
      {
        documentIds,
        prompt: 'What does the contract say about notice?',
        tokens: 1_000,
        countTokens: async (part) => part.length / 4,
        ...changes,
      },
      forever,
    );
  const paragraph = (about: string): string => `${`The ${about} is described here. `.repeat(30).trim()}\n\n`;

  it('are the whole text if it fits, in the order of the documents', async () => {
    const ids = [await uploaded('Second.'), await uploaded('First.')].reverse();
    const { passages, complete } = await select(ids);
    expect(complete).toBe(true);
    expect(passages.map(({ documentId, text: part }) => [documentId, part])).toEqual([
      [ids[0], 'First.'],
      [ids[1], 'Second.'],
    ]);
  });

  it('are the most relevant ones if not all fit, and incomplete', async () => {
    read = async function* () {
      yield Buffer.from(['weather', 'notice', 'kitchen'].map(paragraph).join(''));
      yield REPORT;
    };
    const { passages, complete } = await select([await uploaded('')], { tokens: 250 });
    expect(complete).toBe(false);
    expect(passages).toHaveLength(1);
    expect(passages[0]!.text).toContain('notice');
  });

  it('are none if the documents were deleted, or belong to another user', async () => {
    const id = await uploaded('First.');
    expect(await select([newId()])).toEqual({ passages: [], complete: true });
    expect(await select([id], {}, stranger())).toEqual({ passages: [], complete: true });
  });

  it('have findings that only their owner reads, the best search first, until the document is deleted', async () => {
    const findings = context.get(PassageFindings);
    const id = await uploaded('Anna Schmidt');
    const { passages } = await select([id]);
    const noted = (found: string) => [{ passage: passages[0]!, findings: [found] }];
    await findings.keep(owner, noted('some kinds'), 'some');
    await findings.keep(owner, noted('all kinds'), 'all');
    await findings.keep(owner, noted('not stored'), 'all');
    await findings.keep(stranger(), noted('not stored'), 'other');
    const load = (variants: string[], by = owner, of: DocumentPassage[] = passages) =>
      findings.load(by, of, variants);
    expect(await load(['all', 'some'])).toEqual([['all kinds']]);
    expect(await load(['none', 'some'])).toEqual([['some kinds']]);
    expect(await load(['other'])).toEqual([undefined]);
    expect(await load(['all'], stranger())).toEqual([undefined]);
    expect(await load(['all'], owner, [])).toEqual([]);
    const { rows } = await context.db.query<{ findings: Buffer }>('SELECT findings FROM passage_findings');
    expect(rows.map(({ findings: sealed }) => sealed.toString()).join()).not.toContain('kinds');
    await context.get(DeleteDocuments).delete(owner, id);
    await findings.keep(owner, noted('too late'), 'late');
    expect(await load(['all', 'late'])).toEqual([undefined]);
  });
});
