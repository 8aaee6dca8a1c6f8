import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { EntityTable } from '@app/anonymization';
import { newId, Transactions, type Caller } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { startContext, type ServiceContext } from '@app/testing';
import { chatFile } from '../chat';
import { ChatsModule } from '../chats.module';
import { ChatsStore } from '../chats.store';
import { WriteTurn, type TurnAnswer } from '../write-turn.store';
import { DeleteChats } from './delete-chats';
import { ExportChats } from './export-chats';
import { ListChats } from './list-chats';
import { PinChat } from './pin-chat';
import { SearchChats } from './search-chats';
import { ReadHistory } from './read-history';
import { RenameChat } from './rename-chat';

const DAY_MS = 86_400_000;
const ANSWER: TurnAnswer = {
  model: 'm',
  documentId: null,
  responseType: 'text',
  hiddenTypes: [],
  answer: 'an answer',
  restoredAnswer: 'an answer',
  replacements: [],
  findings: {},
  call: { hidden: {} },
};

let context: ServiceContext;
let owner: Caller;
beforeAll(async () => {
  context = await startContext([ChatsModule], {
    DATA_DIR: await mkdtemp(join(tmpdir(), 'chats-')),
    RETENTION_CHATS: '30d',
  });
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
});
afterAll(() => context?.stop());

/** Stores a turn in a chat, by default in a new one. @returns the ids of the chat and the turn */
async function keep(prompt: string, chatId?: string, answer: Partial<TurnAnswer> = {}) {
  const chat = await context.get(ChatsStore).open(owner, chatId);
  const texts = { prompt, anonymizedPrompt: prompt };
  const draft = await context.get(WriteTurn).begin(chat, EntityTable.create('placeholders'), texts);
  expect(await context.get(WriteTurn).finish(owner, draft, { ...ANSWER, ...answer })).toBe(true);
  return { chatId: chat.id, turnId: draft.turnId };
}
/** Sets the last use of a chat to that many days ago. */
const rest = (chatId: string, days: number) =>
  context.db.query('UPDATE chats SET last_used_at = $2 WHERE id = $1', [
    chatId,
    new Date(Date.now() - days * DAY_MS),
  ]);
const listed = async (of = owner): Promise<string[]> =>
  (await context.get(ListChats).all(of)).map(({ id }) => id);
const keysOf = async (chatId: string): Promise<number> =>
  (await context.db.query('SELECT FROM data_keys WHERE subject_id = $1', [chatId])).rows.length;

describe('a turn', () => {
  it("is stored in its caller's transaction, or not at all", async () => {
    const chat = await context.get(ChatsStore).open(owner);
    const table = EntityTable.create('placeholders');
    const draft = await context.get(WriteTurn).begin(chat, table, { prompt: 'a', anonymizedPrompt: 'a' });
    const failing = context.get(Transactions).runFor(owner, async (tx) => {
      expect(await context.get(WriteTurn).finish(owner, draft, ANSWER, tx)).toBe(true);
      throw new Error('the other part failed');
    });
    await expect(failing).rejects.toThrow('the other part failed');
    expect([await listed(), await keysOf(chat.id)]).toEqual([[], 0]);
  });

  it('is stored with the record of its call, or neither is', async () => {
    const { chatId } = await keep('first');
    const calls = async () =>
      (await context.db.query('SELECT FROM token_usage WHERE user_id = $1', [owner.userId])).rows.length;
    const cost = { promptTokens: 1, completionTokens: 1, source: 'provider' as const };
    const chat = await context.get(ChatsStore).open(owner, chatId);
    const table = EntityTable.create('placeholders');
    const draft = await context.get(WriteTurn).begin(chat, table, { prompt: 'a', anonymizedPrompt: 'a' });
    const finish = () =>
      context.get(WriteTurn).finish(owner, draft, { ...ANSWER, call: { ...ANSWER.call, cost } });
    expect([await finish(), await calls()]).toEqual([true, 1]);
    await expect(finish()).rejects.toThrow('turns_pkey');
    expect(await calls()).toBe(1);
  });

  it('is not stored in a deleted chat, and its document is not attached: only its call is stored', async () => {
    const { chatId } = await keep('first');
    const documentId = newId();
    await context.db.query(
      String.raw`INSERT INTO documents (id, user_id, organization_id, file_name, text_bytes) VALUES ($1, $2, $3, '\x00', 1)`,
      [documentId, owner.userId, owner.organizationId],
    );
    const attached = async () =>
      (await context.db.query('SELECT chat_id FROM chat_documents WHERE document_id = $1', [documentId]))
        .rows;
    const chat = await context.get(ChatsStore).open(owner, chatId);
    const table = EntityTable.create('placeholders');
    const draft = await context.get(WriteTurn).begin(chat, table, { prompt: 'a', anonymizedPrompt: 'a' });
    const answer = { ...ANSWER, documentId, call: { hidden: {} } };
    expect(await context.get(WriteTurn).finish(owner, draft, answer)).toBe(true);
    expect(await attached()).toEqual([{ chat_id: chatId }]);
    for (const table of ['chat_documents WHERE chat_id', 'chats WHERE id'])
      await context.db.query(`DELETE FROM ${table} = $1`, [chatId]);
    expect(await context.get(WriteTurn).finish(owner, draft, answer)).toBe(false);
    expect(await attached()).toEqual([]);
    const { rows } = await context.db.query(
      `SELECT FROM audit_events WHERE organization_id = $1 AND action = 'model.call'`,
      [owner.organizationId],
    );
    expect(rows).toHaveLength(3);
  });

  it('is not stored in a chat of another user', async () => {
    const { chatId } = await keep('a');
    const chat = await context.get(ChatsStore).open(owner, chatId);
    const table = EntityTable.create('placeholders');
    const draft = await context.get(WriteTurn).begin(chat, table, { prompt: 'b', anonymizedPrompt: 'b' });
    for (const stranger of [
      { ...owner, userId: newId() },
      { ...owner, organizationId: newId() },
    ])
      expect(await context.get(WriteTurn).finish(stranger, draft, ANSWER)).toBe(false);
    expect((await context.get(ReadHistory).execute(owner, chatId)).turns).toHaveLength(1);
  });

  it('is ordered by the acceptance of its prompt, with gaps for failed prompts', async () => {
    const { chatId } = await keep('first');
    const early = await context.get(ChatsStore).open(owner, chatId);
    await context.get(ChatsStore).open(owner, chatId);
    await keep('fourth', chatId);
    const table = EntityTable.create('placeholders');
    const draft = await context
      .get(WriteTurn)
      .begin(early, table, { prompt: 'second', anonymizedPrompt: '' });
    await context.get(WriteTurn).finish(owner, draft, ANSWER);
    const { turns } = await context.get(ReadHistory).execute(owner, chatId);
    expect(turns.map(({ ordinal, prompt }) => [ordinal, prompt])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [4, 'fourth'],
    ]);
  });
});

describe('the list of chats', () => {
  it('shows chats with their first prompts, the last used first, page by page', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await keep(`chat ${i}`)).chatId);
    for (const [i, id] of ids.entries()) await rest(id, i);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await context.get(ListChats).page(owner, { limit: 2, ...(cursor && { cursor }) });
      names.push(...page.chats.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toEqual(['chat 4', 'chat 3', 'chat 2', 'chat 1', 'chat 0']);
    expect(await listed()).toEqual(ids);
  });

  it('shows pinned chats first, also across pages, until they are released', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push((await keep(`chat ${i}`)).chatId);
    for (const [i, id] of ids.entries()) await rest(id, i + 1);
    const [newest, second, third, oldest] = ids as [string, string, string, string];
    for (const id of [third, oldest]) await context.get(PinChat).execute(owner, id, true);
    const pages = async () => {
      const shown: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await context.get(ListChats).page(owner, { limit: 1, ...(cursor && { cursor }) });
        shown.push(page.chats.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return shown.flat();
    };
    expect(await pages()).toEqual([third, oldest, newest, second]);
    expect(await listed()).toEqual(ids);
    await context.get(PinChat).execute(owner, third, false);
    expect(await pages()).toEqual([oldest, newest, second, third]);
    await expect(
      context.get(PinChat).execute({ ...owner, userId: newId() }, newest, true),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it("shows no other user's chats", async () => {
    await keep('mine');
    expect(await listed({ ...owner, userId: newId() })).toEqual([]);
    expect(await listed({ ...owner, organizationId: newId() })).toEqual([]);
  });

  it('shows a new name, which only the owner can set', async () => {
    const { chatId } = await keep('old');
    await context.get(RenameChat).execute(owner, chatId, '  new  ');
    await expect(
      context.get(RenameChat).execute({ ...owner, userId: newId() }, chatId, 'theirs'),
    ).rejects.toMatchObject({ message: 'chatId must be the id of one of your chats' });
    expect(await context.get(ListChats).all(owner)).toMatchObject([{ name: 'new' }]);
  });
});

describe('a search in chats', () => {
  const forever = new AbortController().signal;
  const search = (text: string, cursor?: string, of = owner) =>
    context.get(SearchChats).execute(of, { text, ...(cursor && { cursor }) }, forever);

  it('finds names and texts, shows the newest turn with all words, and the last used chat first', async () => {
    const older = await keep('About Petra Sommer');
    await keep('Her  CONTRACT\nwith Petra', older.chatId);
    const newer = await keep('hello', undefined, { restoredAnswer: 'The contract of petra is here' });
    const named = await keep('nothing');
    await context.get(RenameChat).execute(owner, named.chatId, 'Contract with Petra');
    await rest(older.chatId, 3);
    await rest(newer.chatId, 2);
    await rest(named.chatId, 1);
    const { found, nextCursor } = await search('petra contract');
    expect(found.map(({ id, turn }) => [id, turn?.excerpt])).toEqual([
      [named.chatId, undefined],
      [newer.chatId, 'hello The contract of petra is here'],
      [older.chatId, 'Her CONTRACT with Petra an answer'],
    ]);
    expect(nextCursor).toBeNull();
    expect((await search('petra contract', undefined, { ...owner, userId: newId() })).found).toEqual([]);
  });

  it('prefers a turn to the name of its chat, however old it is', async () => {
    const { chatId } = await keep('The needle is here');
    for (let i = 0; i < 3; i += 1) await keep('more', chatId);
    const { chatId: other } = await keep('needle');
    await context.get(RenameChat).execute(owner, other, 'Another name');
    await context.get(RenameChat).execute(owner, chatId, 'About a needle');
    const { chatId: named } = await keep('nothing');
    await context.get(RenameChat).execute(owner, named, 'needle');
    const { found } = await search('needle');
    expect(found.map(({ id, turn }) => [id, turn?.excerpt])).toEqual([
      [named, undefined],
      [other, 'needle an answer'],
      [chatId, 'The needle is here an answer'],
    ]);
  });

  it('reads words literally, and shows where they are in a long text', async () => {
    const long = 'x '.repeat(500);
    await keep(`${long}costs 5.0 EUR (net)${long}`);
    const { found } = await search('5.0 (net)');
    expect(found[0]!.turn!.excerpt).toMatch(/^… (x )+costs 5\.0 EUR \(net\) ?x (x )+…$/);
    expect((await search('5x0')).found).toEqual([]);
  });

  it('stops at its budget, says how far it came, and continues there', async () => {
    const long = await keep('needle at the beginning');
    for (let i = 0; i < 30; i += 1) await keep('x '.repeat(150_000), long.chatId);
    await context.get(RenameChat).execute(owner, long.chatId, 'A long chat');
    const first = await search('needle');
    expect(first.found).toEqual([]);
    expect(first.searchedUntil).toBeInstanceOf(Date);
    const second = await search('needle', first.nextCursor!);
    expect(second).toMatchObject({ found: [{ id: long.chatId }], nextCursor: null });
  });

  it('returns at most 20 chats at once, each of them once', async () => {
    for (let i = 0; i < 45; i += 1) await keep('needle');
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { found, nextCursor } = await search('needle', cursor);
      expect(found.length).toBeLessThanOrEqual(20);
      ids.push(...found.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(ids).size).toBe(45);
    expect(ids).toHaveLength(45);
  });

  it.each(['a', ' ', 'x'.repeat(201)])('refuses a text that is too short or too long', async (text) => {
    await expect(search(text)).rejects.toMatchObject({ message: 'text must have 2 to 200 characters' });
  });

  it('refuses a cursor that this service did not write', async () => {
    await expect(search('needle', 'x')).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('the history of a chat', () => {
  it('is paged from the newest turn backwards, in order within a page', async () => {
    const { chatId } = await keep('1');
    for (const prompt of ['2', '3', '4', '5']) await keep(prompt, chatId);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await context
        .get(ReadHistory)
        .execute(owner, chatId, { limit: 2, ...(cursor && { cursor }) });
      pages.push(page.turns.map(({ prompt }) => prompt));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual([['4', '5'], ['2', '3'], ['1']]);
  });

  it('is exported with the images of its chat', async () => {
    const { chatId, turnId } = await keep('an image', undefined, { responseType: 'image' });
    const key = await context.get(ChatsStore).key(owner, chatId);
    await context
      .get(EncryptedBlobs)
      .write(key!, chatFile(chatId, turnId), Readable.from([Buffer.from('image')]));
    for await (const chat of context.get(ExportChats).execute(owner)) {
      const turns: string[] = [];
      for await (const { prompt } of chat.turns()) turns.push(prompt);
      expect(turns).toEqual(['an image']);
      expect((await buffer(await chat.image(turnId))).toString()).toBe('image');
    }
  });
});

describe('a chat that is deleted', () => {
  it('is deleted with its turns and its key, only by its owner', async () => {
    const { chatId } = await keep('a');
    const stranger = { ...owner, userId: newId() };
    await expect(context.get(DeleteChats).one(stranger, chatId)).rejects.toMatchObject({
      code: 'bad_request',
    });
    await context.get(DeleteChats).one(owner, chatId);
    expect([await listed(), await keysOf(chatId)]).toEqual([[], 0]);
    const { rows } = await context.db.query('SELECT FROM turns WHERE chat_id = $1', [chatId]);
    expect(rows).toEqual([]);
    await expect(context.get(DeleteChats).one(owner, chatId)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(context.get(ReadHistory).execute(owner, chatId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is counted if all chats of a person are deleted', async () => {
    const { chatId } = await keep('a');
    await keep('b', chatId);
    await keep('c', undefined, { responseType: 'image' });
    expect(await context.get(DeleteChats).all(owner)).toEqual({ chats: 2, turns: 3, images: 1 });
    expect(await listed()).toEqual([]);
  });

  it('was not used for the configured time', async () => {
    const [old, recent] = [await keep('old'), await keep('recent')];
    await rest(old.chatId, 31);
    await rest(recent.chatId, 29);
    await context.get(DeleteChats).unused(new AbortController().signal);
    expect(await listed()).toEqual([recent.chatId]);
  });
});
