import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpstreamRequest } from '@app/testing';
import { aPrompt, sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const PERSON = 'Please tell Mr. Hans Müller, hans.mueller@firma.de, +49 30 1234567, that we agree.';
const CHATS = 12;
/** Length in bytes that two random ciphertexts do not share. */
const WINDOW = 8;

/**
 * Columns in which two chats of one user may have equal values, and what the values are. They reveal no person in the chats. The
 * database does link chats to their account: a reader sees how many chats a user has, and when they were created.
 */
const SHARED: Readonly<Record<string, string>> = {
  'chats.organization_id': 'the account',
  'chats.user_id': 'the account',
  'chats.accepted_turns': 'a number',
  'chats.pinned': 'a choice of the user',
  'turns.ordinal': 'a number',
  'turns.context_tokens': 'a number: about how long a turn is',
  'turns.model': 'a setting',
  'turns.hidden_types': 'the choices',
  'turns.response_type': 'text or image',
  'documents.organization_id': 'the account',
  'documents.user_id': 'the account',
  'documents.text_bytes': 'a number: how long a text is',
  'passage_findings.start': 'a number',
  'passage_findings.variant': 'the language',
  'data_keys.key_id': 'the name of the main key',
};

/** The tables with data of a chat, and their column with the id of the chat or its document. */
const TABLES = {
  chats: 'id',
  turns: 'chat_id',
  documents: 'id',
  chat_documents: 'chat_id',
  passage_findings: 'document_id',
  data_keys: 'subject_id',
};

/** Returns the sentences about the person that the model received. */
const sentences = ({ body }: UpstreamRequest): string[] =>
  (body.messages ?? []).flatMap(({ content }) => content.match(/Please tell .+? that we agree\./g) ?? []);

const scene = useApi();

/** A dump of database and files without the keys must not reveal that two chats are about one person. */
describe('chats about one person', () => {
  const chatIds: string[] = [];
  const documentIds: string[] = [];
  /** Number of requests to the model server before the test. */
  let before: number;

  beforeAll(async () => {
    const { api, upstream } = scene;
    before = upstream.requests.length;
    for (let i = 0; i < CHATS; i += 1) {
      const { data: doc } = (await api.upload(PERSON, 'letter.txt')).body;
      const headers = { 'x-replacements': i % 2 ? 'placeholders' : 'surrogates' };
      const { status, body } = await api.post<{ session_id: string }>(
        'chat',
        aPrompt(PERSON, { doc }),
        headers,
      );
      expect(status).toBe(200);
      chatIds.push(body.session_id);
      documentIds.push(doc);
    }
  });

  /** Returns all values of all columns of the tables with data of a chat. */
  async function columns(): Promise<Map<string, { type: string; values: unknown[] }>> {
    const { db } = scene.system;
    const found = new Map<string, { type: string; values: unknown[] }>();
    for (const [table, ofTheChats] of Object.entries(TABLES)) {
      const described = await db.query<{ column: string; type: string }>(
        `SELECT column_name AS column, data_type AS type FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1`,
        [table],
      );
      const { rows } = await db.query<Record<string, unknown>>(
        `SELECT * FROM ${table} WHERE ${ofTheChats} = ANY ($1)`,
        [[...chatIds, ...documentIds]],
      );
      for (const { column, type } of described.rows) {
        const values = rows.map((row) => row[column]).filter((value) => value !== null);
        found.set(`${table}.${column}`, { type, values });
      }
    }
    return found;
  }

  async function files(): Promise<Buffer[]> {
    const folder = join(scene.system.dataDir, 'blobs');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return Promise.all(
      entries
        .filter((entry) => entry.isFile() && documentIds.some((id) => entry.parentPath.includes(id)))
        .map((entry) => readFile(join(entry.parentPath, entry.name))),
    );
  }

  it('share no ciphertext and no part of one, in rows and files [SEC-70]', async () => {
    const sealed = [...(await columns()).values()].filter(({ type }) => type === 'bytea');
    const texts = [...sealed.flatMap(({ values }) => values as Buffer[]), ...(await files())];
    expect(texts.length).toBeGreaterThan(CHATS * 8);
    const seen = new Map<string, number>();
    const repeated: string[] = [];
    for (const [i, text] of texts.entries())
      for (let at = 0; at + WINDOW <= text.length; at += 1) {
        const window = text.toString('latin1', at, at + WINDOW);
        if ((seen.get(window) ?? i) !== i) repeated.push(text.toString('hex', at, at + WINDOW));
        seen.set(window, i);
      }
    expect(repeated).toEqual([]);
  });

  it('share no other value that reveals something about a person [SEC-71]', async () => {
    const repeating = [...(await columns())]
      .filter(([, { values }]) => new Set(values.map((value) => JSON.stringify(value))).size < values.length)
      .map(([name]) => name);
    // Ids of a chat and of its document repeat only within one chat.
    const links = ['turns.chat_id', 'turns.document_id', 'passage_findings.document_id'];
    expect(repeating.filter((name) => !(name in SHARED) && !links.includes(name))).toEqual([]);
    for (const name of links) {
      const { values } = (await columns()).get(name)!;
      expect(new Set(values).size).toBe(CHATS);
    }
  });

  it('get different random surrogates for the person in each chat [SEC-98]', () => {
    const told = scene.upstream.requests
      .slice(before)
      .map((request) => sentences(request)[0] ?? '')
      .filter((sentence) => sentence !== '' && !sentence.includes('[NAME_'));
    expect(told).toHaveLength(CHATS / 2);
    for (const pattern of [/Mr\. (.+?), \S+@/, /(\S+@\S+?),/, /(\+49 [\d ]+)/]) {
      const surrogates = new Set(told.map((content) => pattern.exec(content)?.[1]));
      expect(surrogates).not.toContain(undefined);
      // Random surrogates can be equal by chance; surrogates derived from the value would all be equal.
      expect(surrogates.size).toBeGreaterThan(1);
    }
  });

  it('use one surrogate for the person within a chat', async () => {
    const asked = scene.upstream.requests.length;
    await sendPrompt(scene.api, PERSON, { chat_id: chatIds[0] });
    const told = scene.upstream.requests.slice(asked).flatMap(sentences);
    // The sentence occurs in the prompts of both turns and in the document.
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told).size).toBe(1);
  });
});
