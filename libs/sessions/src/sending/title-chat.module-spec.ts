import { newId, type Caller } from '@app/common';
import { knownDetector, startModelContext, type ModelContext, type Upstream } from '@app/testing';
import { hidingNames } from '../../testing/hiding-names';
import { PromptsModule } from '../chats.module';
import { ListChats } from '../history/list-chats';
import { ReadHistory } from '../history/read-history';
import { RenameChat } from '../history/rename-chat';
import { SendPrompt, type ChatResult } from './send-prompt';
import { TitleChat } from './title-chat';

const NAME = 'Hans Müller';
const forever = new AbortController().signal;

let upstream: Upstream;
let context: ModelContext;
let owner: Caller;

beforeAll(async () => {
  context = await startModelContext([PromptsModule], knownDetector([NAME]));
  ({ upstream } = context);
});
/** The answer of the model to the request for a title. */
let title = '';
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
  upstream.requests.length = 0;
  title = 'Letter to [NAME_1]';
  upstream.intercept = undefined;
  upstream.answer = (message) => (message.startsWith('Write a title') ? title : 'Dear [NAME_1]');
});
afterAll(() => context?.stop());

const send = (prompt: string, chatId?: string): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, hidingNames(prompt, chatId), forever);
const titled = async (chatId: string, of = owner): Promise<string> =>
  (await context.get(TitleChat).execute(of, { chatId }, forever)).name;
const names = async (): Promise<string[]> =>
  (await context.get(ListChats).all(owner)).map(({ name }) => name);

describe('the title of a chat', () => {
  it('is written by a model that receives no personal data, and has the original values', async () => {
    const { chatId } = await send(`Write to ${NAME}, please`);
    expect(await titled(chatId)).toBe(`Letter to ${NAME}`);
    expect(await names()).toEqual([`Letter to ${NAME}`]);
    const sent = upstream.requests.at(-1)!.body.messages!.map(({ content }) => content);
    expect(sent.slice(1, 3)).toEqual(['Write to [NAME_1], please', 'Dear [NAME_1]']);
    expect(sent.join()).not.toContain(NAME);
  });

  it('adds no turn, and counts as a call', async () => {
    const { chatId } = await send('Hello');
    await titled(chatId);
    expect((await context.get(ReadHistory).execute(owner, chatId)).turns).toHaveLength(1);
    const { rows } = await context.db.query('SELECT FROM token_usage WHERE user_id = $1', [owner.userId]);
    expect(rows).toHaveLength(2);
  });

  it.each([
    ['"A letter."\nIt is about Hans.', 'A letter'],
    ['# **Ein Brief**', 'Ein Brief'],
    ['„Ein Brief“', 'Ein Brief'],
    [`${'word '.repeat(20)}`, 'word word word word word word word word word word word word'],
  ])('is the first line of %j, without marks and at most 60 characters', async (answer, name) => {
    const { chatId } = await send('Hello');
    title = answer;
    expect(await titled(chatId)).toBe(name);
  });

  it('stays the first prompt if the model answers with marks only', async () => {
    const { chatId } = await send('Hello');
    title = '"**"';
    expect(await titled(chatId)).toBe('Hello');
  });

  it('stays the first prompt if the provider fails', async () => {
    const { chatId } = await send('Hello');
    upstream.intercept = (_, response) => Boolean(response.writeHead(500).end());
    await expect(titled(chatId)).rejects.toMatchObject({ code: 'provider_failed' });
    expect(await names()).toEqual(['Hello']);
  });

  it('does not replace a name that the user gives the chat meanwhile', async () => {
    const { chatId } = await send('Hello');
    upstream.intercept = async () => {
      await context.get(RenameChat).execute(owner, chatId, 'Mine');
      return false;
    };
    expect(await titled(chatId)).toBe('Mine');
    expect(await names()).toEqual(['Mine']);
  });

  it('is not written for another user', async () => {
    const { chatId } = await send('Hello');
    upstream.requests.length = 0;
    const stranger = { ...owner, userId: newId() };
    await expect(titled(chatId, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(titled('nonsense')).rejects.toMatchObject({ code: 'not_found' });
    expect(upstream.requests).toEqual([]);
  });
});
