import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpstreamRequest } from '@app/testing';
import { aPrompt, sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const PERSON = 'Please tell Mr. Hans Müller, hans.mueller@firma.de, +49 30 1234567, that we agree.';
const CHATS = 12;
/** Two random texts never share so many bytes. */
const WINDOW = 8;

/**
 * What two chats of one user may have in common at rest, and why that links no person in them. The account links its own
 * chats: whoever has the database sees which user has how many, and when.
 */
const SHARED: Readonly<Record<string, string>> = {
  'chats.organization_id': 'the account',
  'chats.user_id': 'the account',
  'chats.accepted_turns': 'a number',
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

/** The tables that hold something of a chat, and by what they name it or its document. */
const TABLES = {
  chats: 'id',
  turns: 'chat_id',
  documents: 'id',
  chat_documents: 'chat_id',
  passage_findings: 'document_id',
  data_keys: 'subject_id',
};

/** What the model was told of the person, each time. */
const sentences = ({ body }: UpstreamRequest): string[] =>
  (body.messages ?? []).flatMap(({ content }) => content.match(/Please tell .+? that we agree\./g) ?? []);

const scene = useApi();

/** A dump of database and files, without the keys: nothing in it says that two chats are about one person. */
describe('chats about one person', () => {
  const chatIds: string[] = [];
  const documentIds: string[] = [];
  /** How much the model's server was asked before. */
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

  /** All values of all columns of the tables that hold something of a chat. */
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

  it('have no ciphertext in common, nor a piece of one, in rows and files [SEC-70]', async () => {
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

  it('have no other value in common but what says nothing of a person [SEC-71]', async () => {
    const repeating = [...(await columns())]
      .filter(([, { values }]) => new Set(values.map((value) => JSON.stringify(value))).size < values.length)
      .map(([name]) => name);
    // Of a chat, a document and their link the ids repeat within one chat alone.
    const links = ['turns.chat_id', 'turns.document_id', 'passage_findings.document_id'];
    expect(repeating.filter((name) => !(name in SHARED) && !links.includes(name))).toEqual([]);
    for (const name of links) {
      const { values } = (await columns()).get(name)!;
      expect(new Set(values).size).toBe(CHATS);
    }
  });

  it('call the person by other surrogates before the model, drawn anew for each chat [SEC-98]', () => {
    const told = scene.upstream.requests
      .slice(before)
      .map((request) => sentences(request)[0] ?? '')
      .filter((sentence) => sentence !== '' && !sentence.includes('[NAME_'));
    expect(told).toHaveLength(CHATS / 2);
    for (const pattern of [/Mr\. (.+?), \S+@/, /(\S+@\S+?),/, /(\+49 [\d ]+)/]) {
      const surrogates = new Set(told.map((content) => pattern.exec(content)?.[1]));
      expect(surrogates).not.toContain(undefined);
      // Drawn at random, two may be alike by chance; were they derived from the value, all would be.
      expect(surrogates.size).toBeGreaterThan(1);
    }
  });

  it('stay what they are within one chat, or nobody could follow a conversation', async () => {
    const asked = scene.upstream.requests.length;
    await sendPrompt(scene.api, PERSON, { chat_id: chatIds[0] });
    const told = scene.upstream.requests.slice(asked).flatMap(sentences);
    // In the prompts of both turns, and in the document.
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told).size).toBe(1);
  });
});
