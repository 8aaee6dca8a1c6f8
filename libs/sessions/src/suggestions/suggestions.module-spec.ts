import { ENTITY_TYPES } from '@app/anonymization';
import { ListAuditEvents } from '@app/audit';
import { newId, type Caller } from '@app/common';
import { CurrentPolicies, PolicyModule, SetPolicy, type PolicyDocument } from '@app/policy';
import { knownDetector, startModelContext, type ModelContext } from '@app/testing';
import { PromptsModule, SuggestionsModule } from '../chats.module';
import { DeleteChats } from '../history/delete-chats';
import { ExportChats } from '../history/export-chats';
import type { PromptInput } from '../sending/prepare-prompt';
import { SendPrompt } from '../sending/send-prompt';
import type { Correction } from './suggestions.store';
import { DecideSuggestions } from './decide-suggestions';
import { OwnCorrections } from './own-corrections';

const NAME = 'Hans Müller';
const CARD = '4111 1111 1111 1111';
const PROMPT = `Write to ${NAME} about Nordlicht and ${CARD}`;
const KEPT: Correction = { action: 'keep', value: NAME };
const HIDDEN: Correction = { action: 'hide', value: 'Nordlicht' };
const NOT_FOUND = { code: 'not_found' };
const forever = new AbortController().signal;

let context: ModelContext;
let organizationId: string;
beforeAll(async () => {
  context = await startModelContext([PromptsModule, PolicyModule, SuggestionsModule], knownDetector([NAME]));
});
beforeEach(() => {
  organizationId = newId();
});
afterAll(() => context?.stop());

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
const user = (): Caller => ({ userId: newId(), organizationId, groups: [] });

/** Sends a prompt with corrections. @returns the chat */
async function send(owner: Caller, words: Pick<PromptInput, 'keep' | 'hide' | 'chatId'>): Promise<string> {
  const input: PromptInput = {
    prompt: PROMPT,
    choices: ENTITY_TYPES,
    language: { code: 'en', regions: ['US'] },
    model: 'test-model',
    ...words,
  };
  return (await get(SendPrompt).execute(owner, input, forever)).chatId;
}
const keeps = (owner: Caller, value = NAME) => send(owner, { keep: [value] });

/** Has users keep the name, each in a new chat. */
async function keptBy(count: number): Promise<{ owner: Caller; chatId: string }[]> {
  const chats: { owner: Caller; chatId: string }[] = [];
  for (let i = 0; i < count; i += 1) {
    const owner = user();
    chats.push({ owner, chatId: await keeps(owner) });
  }
  return chats;
}
const shown = () => get(DecideSuggestions).list(organizationId);
const suggest = (owner: Caller, chatId: string, correction = KEPT) =>
  get(OwnCorrections).suggest(owner, chatId, correction);
const policy = async () => (await get(CurrentPolicies).of(organizationId)).document;
async function govern(document: Partial<PolicyDocument>): Promise<void> {
  const { version } = await get(CurrentPolicies).of(organizationId);
  await get(SetPolicy).execute(organizationId, document, version);
}

/** Returns the rows of the organization that concern corrections. */
async function stored() {
  const of = async (table: string) =>
    (await context.db.query(`SELECT * FROM ${table} WHERE organization_id = $1`, [organizationId])).rows;
  const [corrections, suggestions] = [await of('corrections'), await of('suggestions')];
  const ids = suggestions.map(({ id }) => id as string);
  const keys = await context.db.query('SELECT FROM data_keys WHERE subject_id = ANY ($1)', [ids]);
  return { corrections, suggestions, keys: keys.rows.length };
}

describe('a value that users keep', () => {
  it('is stored as a keyed hash alone, and no admin sees it, until 5 users kept it [SEC-210]', async () => {
    const [first] = await keptBy(4);
    await keeps(first!.owner);
    expect(await shown()).toEqual([]);
    const { corrections, suggestions } = await stored();
    expect([corrections.length, suggestions]).toEqual([5, []]);
    expect(Object.keys(corrections[0]!).sort()).toEqual([
      'chat_id',
      'organization_id',
      'suggested',
      'user_id',
      'value_hash',
    ]);
    await keeps(user(), 'hans müller');
    expect(await shown()).toEqual([
      {
        id: expect.any(String),
        action: 'keep',
        value: 'hans müller',
        reason: 'five_users',
        createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
  });

  it('is shown once if 5 users keep it at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => keeps(user())));
    expect(await shown()).toHaveLength(1);
    expect((await stored()).keys).toBe(1);
  });

  it('is shown to no other organization', async () => {
    await keptBy(5);
    const [suggestion] = await shown();
    const other = newId();
    expect(await get(DecideSuggestions).list(other)).toEqual([]);
    for (const deed of ['accept', 'dismiss'] as const)
      await expect(get(DecideSuggestions)[deed](other, suggestion!.id)).rejects.toMatchObject(NOT_FOUND);
    expect(await shown()).toHaveLength(1);
  });

  it('is not counted if it was not found, or is of a kind that is never kept [SEC-211]', async () => {
    const owner = user();
    const chatId = await send(owner, { keep: [CARD, 'Nordlicht', NAME] });
    expect(await get(OwnCorrections).list(owner, chatId)).toEqual([{ ...KEPT, suggested: false }]);
    await expect(suggest(owner, chatId, { action: 'keep', value: CARD })).rejects.toMatchObject(NOT_FOUND);
  });

  it('is counted apart from the same value that users hide, and the last correction in a chat counts', async () => {
    const owner = user();
    const chatId = await keeps(owner);
    await send(owner, { chatId, hide: [NAME] });
    expect(await get(OwnCorrections).list(owner, chatId)).toEqual([
      { action: 'hide', value: NAME, suggested: false },
    ]);
  });

  it('is deleted with its key when fewer than 5 users have a chat with it [SEC-212]', async () => {
    const [first, second] = await keptBy(6);
    await get(DeleteChats).one(first!.owner, first!.chatId);
    expect(await shown()).toHaveLength(1);
    const { suggestions } = await stored();
    await get(DeleteChats).all(second!.owner);
    expect(await shown()).toEqual([]);
    expect(await stored()).toMatchObject({ suggestions: [], keys: 0 });
    const { rows } = await context.db.query('SELECT FROM data_keys WHERE subject_id = $1', [
      suggestions[0]!.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('is shown only while 5 users have it, also if chats are added and deleted at the same time', async () => {
    const chats = await keptBy(5);
    await Promise.all([
      ...chats.slice(0, 3).map(({ owner, chatId }) => get(DeleteChats).one(owner, chatId)),
      ...Array.from({ length: 2 }, () => keeps(user())),
    ]);
    expect(await shown()).toEqual([]);
    expect(await stored()).toMatchObject({ suggestions: [], keys: 0 });
  });
});

describe('a value that a user suggests', () => {
  it('is shown at once, without the user, until the chat is deleted [SEC-213]', async () => {
    const owner = user();
    const chatId = await send(owner, { hide: [HIDDEN.value] });
    await suggest(owner, chatId, HIDDEN);
    await suggest(owner, chatId, HIDDEN);
    const suggestions = await shown();
    expect(suggestions).toEqual([expect.objectContaining({ ...HIDDEN, reason: 'suggested' })]);
    expect(JSON.stringify(suggestions)).not.toContain(owner.userId);
    // A version 7 id has the time of the request.
    expect(suggestions[0]!.id[14]).toBe('4');
    expect(await get(OwnCorrections).list(owner, chatId)).toEqual([{ ...HIDDEN, suggested: true }]);
    await get(DeleteChats).one(owner, chatId);
    expect(await stored()).toEqual({ corrections: [], suggestions: [], keys: 0 });
  });

  it('is part of the export of the user', async () => {
    const owner = user();
    const chatId = await send(owner, { keep: [NAME], hide: [HIDDEN.value] });
    await suggest(owner, chatId, HIDDEN);
    for await (const chat of get(ExportChats).execute(owner))
      expect(chat).toMatchObject({
        id: chatId,
        corrections: [
          { ...KEPT, suggested: false },
          { ...HIDDEN, suggested: true },
        ],
      });
  });

  it('must be a correction in one of their chats', async () => {
    const [owner, colleague] = [user(), user()];
    const chatId = await keeps(owner);
    for (const [by, chat, correction] of [
      [owner, chatId, HIDDEN],
      [owner, newId(), KEPT],
      [owner, 'x', KEPT],
      [colleague, chatId, KEPT],
    ] as const)
      await expect(suggest(by, chat, correction)).rejects.toMatchObject(NOT_FOUND);
    for (const chat of [chatId, 'x'])
      await expect(get(OwnCorrections).list(colleague, chat)).rejects.toMatchObject(NOT_FOUND);
    expect(await shown()).toEqual([]);
  });
});

describe('the decision about a suggestion', () => {
  const actions = async () =>
    (await get(ListAuditEvents).execute({ organizationId, action: 'suggestion', limit: 10 })).map(
      ({ action }) => action,
    );

  it('adds a kept value as an exception and a hidden one as a term, beside the other rules', async () => {
    await govern({ users_may_keep: true, exceptions: [{ value: 'Acme' }] });
    const owner = user();
    const chatId = await send(owner, { keep: [NAME], hide: [HIDDEN.value] });
    for (const correction of [KEPT, HIDDEN]) await suggest(owner, chatId, correction);
    for (const { id } of await shown()) await get(DecideSuggestions).accept(organizationId, id);
    expect(await policy()).toMatchObject({
      exceptions: [{ value: 'Acme' }, { value: NAME }],
      terms: [{ phrase: 'Nordlicht' }],
    });
    expect(await stored()).toMatchObject({ suggestions: [{ value: null }, { value: null }], keys: 0 });
    expect(await actions()).toEqual(['suggestion.accept', 'suggestion.accept']);
  });

  it('adds each of several values that are accepted at the same time', async () => {
    const owner = user();
    const words = ['Nordlicht', 'Südwind', 'Ostsee'];
    const chatId = await send(owner, { hide: words });
    for (const value of words) await suggest(owner, chatId, { action: 'hide', value });
    const ids = (await shown()).map(({ id }) => id);
    const versions = await Promise.all(ids.map((id) => get(DecideSuggestions).accept(organizationId, id)));
    expect(versions.toSorted()).toEqual([1, 2, 3]);
    expect((await policy()).terms.map(({ phrase }) => phrase).sort()).toEqual(words.toSorted());
  });

  it('is not needed if the policy has the value, and is made once', async () => {
    const [first] = await keptBy(5);
    const [{ id } = { id: '' }] = await shown();
    await govern({ exceptions: [{ value: 'HANS MÜLLER' }] });
    expect(await shown()).toEqual([]);
    expect(await get(DecideSuggestions).accept(organizationId, id)).toBe(1);
    for (const deed of ['accept', 'dismiss'] as const)
      await expect(get(DecideSuggestions)[deed](organizationId, id)).rejects.toMatchObject(NOT_FOUND);
    expect((await policy()).exceptions).toHaveLength(1);
    await expect(get(DecideSuggestions).accept(organizationId, 'x')).rejects.toMatchObject(NOT_FOUND);
    await suggest(first!.owner, first!.chatId);
    expect(await shown()).toEqual([]);
  });

  it('changes nothing if the policy may not have the value', async () => {
    await govern({ system_prompt: 'You work for the project Nordlicht.' });
    const owner = user();
    await suggest(owner, await send(owner, { hide: [HIDDEN.value] }), HIDDEN);
    const [suggestion] = await shown();
    const accepted = get(DecideSuggestions).accept(organizationId, suggestion!.id);
    await expect(accepted).rejects.toMatchObject({ code: 'bad_request' });
    expect(await shown()).toEqual([suggestion]);
  });

  it('keeps a dismissed value from returning while users have it, and leaves its hash alone [SEC-214]', async () => {
    const chats = await keptBy(5);
    const [suggestion] = await shown();
    await get(DecideSuggestions).dismiss(organizationId, suggestion!.id);
    await keptBy(1);
    expect(await shown()).toEqual([]);
    const { suggestions, corrections, keys } = await stored();
    expect([suggestions, keys]).toEqual([[expect.objectContaining({ value: null })], 0]);
    expect(await actions()).toEqual(['suggestion.dismiss']);
    for (const { owner, chatId } of chats) await get(DeleteChats).one(owner, chatId);
    expect((await stored()).suggestions).toHaveLength(1);
    const { user_id: userId } = corrections.at(-1)!;
    await get(DeleteChats).all({ userId, organizationId });
    expect((await stored()).suggestions).toEqual([]);
  });
});
