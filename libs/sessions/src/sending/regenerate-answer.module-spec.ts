import { newId, type Caller } from '@app/common';
import { knownDetector, startModelContext, type ModelContext, type Upstream } from '@app/testing';
import { hidingNames } from '../../testing/hiding-names';
import { PromptsModule } from '../chats.module';
import { ChooseVersion } from '../history/choose-version';
import { DeleteChats } from '../history/delete-chats';
import { ExportChats } from '../history/export-chats';
import { ReadHistory } from '../history/read-history';
import type { KeptTurn } from '../turn';
import { RegenerateAnswer, type RegenerateInput } from './regenerate-answer';
import { SendPrompt, type ChatResult } from './send-prompt';

const NAME = 'Hans Müller';
const forever = new AbortController().signal;

let upstream: Upstream;
let context: ModelContext;
let owner: Caller;

beforeAll(async () => {
  context = await startModelContext([PromptsModule], knownDetector([NAME]));
  ({ upstream } = context);
});
let answers = 0;
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
  upstream.requests.length = 0;
  answers = 0;
  upstream.intercept = undefined;
  upstream.answer = () => `Answer ${(answers += 1)} to [NAME_1]`;
});
afterAll(() => context?.stop());

const send = (prompt: string, chatId?: string): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, hidingNames(prompt, chatId), forever);
const regenerate = async (input: RegenerateInput): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, await context.get(RegenerateAnswer).execute(owner, input), forever);
const choose = (chatId: string, turnId: string) => context.get(ChooseVersion).execute(owner, chatId, turnId);
const turnsOf = async (chatId: string): Promise<KeptTurn[]> =>
  (await context.get(ReadHistory).execute(owner, chatId)).turns;
const shown = async (chatId: string): Promise<string[]> =>
  (await turnsOf(chatId)).map(({ restoredAnswer }) => restoredAnswer.replace(` to ${NAME}`, ''));
const versions = async (chatId: string): Promise<string[][]> =>
  context.get(ReadHistory).versions(owner, chatId, await turnsOf(chatId));

/** Creates a chat of three turns. */
async function aChat() {
  const { chatId } = await send(`First, ${NAME}`);
  await send('Second', chatId);
  await send('Third', chatId);
  const [first, second, third] = (await turnsOf(chatId)) as [KeptTurn, KeptTurn, KeptTurn];
  return { chatId, first, second, third };
}

describe('a regenerated answer', () => {
  it('replaces the turn and those after it in history, and the model sees only the turns before it', async () => {
    const { chatId, second } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    expect(context.sent().slice(1)).toEqual(['First, [NAME_1]', 'Answer 1 to [NAME_1]', 'Second']);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 4']);
  });

  it('is a version: each version returns with the turns that followed it', async () => {
    const { chatId, second } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    await send('Other third', chatId);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 4', 'Answer 5']);
    const [, [one, two]] = (await versions(chatId)) as [string[], [string, string]];
    expect(one).toBe(second.id);
    await choose(chatId, one);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
    expect((await versions(chatId)).map((ids) => ids.length)).toEqual([1, 2, 1]);
    await choose(chatId, two);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 4', 'Answer 5']);
  });

  it('may have versions within a version', async () => {
    const { chatId, first, third } = await aChat();
    await regenerate({ chatId, turnId: third.id });
    await regenerate({ chatId, turnId: first.id });
    expect(await shown(chatId)).toEqual(['Answer 5']);
    await choose(chatId, first.id);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 4']);
    await choose(chatId, third.id);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
  });

  it('uses a changed prompt, without its personal data', async () => {
    const { chatId, first } = await aChat();
    await regenerate({ chatId, turnId: first.id, prompt: `Changed for ${NAME}` });
    expect(context.sent().slice(1)).toEqual(['Changed for [NAME_1]']);
    expect((await turnsOf(chatId)).map(({ prompt }) => prompt)).toEqual([`Changed for ${NAME}`]);
  });

  it('changes nothing if the provider fails', async () => {
    const { chatId, first } = await aChat();
    upstream.intercept = (_, response) => Boolean(response.writeHead(500).end());
    await expect(regenerate({ chatId, turnId: first.id })).rejects.toMatchObject({ code: 'provider_failed' });
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
  });

  it('is refused if another version of an earlier turn was chosen meanwhile: nothing is lost', async () => {
    const { chatId, first, third } = await aChat();
    const input = await context.get(RegenerateAnswer).execute(owner, { chatId, turnId: third.id });
    await regenerate({ chatId, turnId: first.id });
    await expect(context.get(SendPrompt).execute(owner, input, forever)).rejects.toMatchObject({
      code: 'conflict',
    });
    await choose(chatId, first.id);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
  });

  it('may be requested several times at once: each answer becomes a version', async () => {
    const { chatId, second } = await aChat();
    const input = await context.get(RegenerateAnswer).execute(owner, { chatId, turnId: second.id });
    await Promise.all([1, 2, 3].map(() => context.get(SendPrompt).execute(owner, input, forever)));
    expect((await versions(chatId)).map((ids) => ids.length)).toEqual([1, 4]);
    await choose(chatId, second.id);
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
  });

  it('is exported and deleted with its chat, in all versions', async () => {
    const { chatId, second } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    const exported: string[] = [];
    for await (const chat of context.get(ExportChats).execute(owner))
      for (const turns of [chat.turns(), chat.otherVersions()])
        for await (const { restoredAnswer } of turns) exported.push(restoredAnswer.slice(0, 8));
    expect(exported).toEqual(['Answer 4', 'Answer 1', 'Answer 3', 'Answer 2']);
    expect(await context.get(DeleteChats).all(owner)).toEqual({ chats: 1, turns: 4, images: 0 });
    const { rows } = await context.db.query('SELECT FROM turn_versions WHERE chat_id = $1', [chatId]);
    expect(rows).toEqual([]);
  });
});

describe('a version', () => {
  it('is neither regenerated nor chosen by another user', async () => {
    const { chatId, second } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    const stranger = { ...owner, userId: newId() };
    const input = { chatId, turnId: second.id };
    await expect(context.get(RegenerateAnswer).execute(stranger, input)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(context.get(ChooseVersion).execute(stranger, chatId, second.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 4']);
  });

  it('is refused if it is unknown, or not shown', async () => {
    const { chatId, second, third } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    for (const turnId of [newId(), 'nonsense', third.id]) {
      await expect(choose(chatId, turnId)).rejects.toMatchObject({ code: 'bad_request' });
      await expect(context.get(RegenerateAnswer).execute(owner, { chatId, turnId })).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect(await shown(chatId)).toEqual(['Answer 1', 'Answer 4']);
  });

  it('of a chat of another user cannot be moved into an own chat', async () => {
    const { chatId, second } = await aChat();
    await regenerate({ chatId, turnId: second.id });
    owner = { ...owner, userId: newId() };
    const { chatId: other } = await send('Own');
    await expect(choose(other, second.id)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
