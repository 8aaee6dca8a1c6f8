import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManageAssistants, type AssistantContent, type AssistantUser, type Sharing } from '@app/assistants';
import { newId } from '@app/common';
import { SetPolicy } from '@app/policy';
import { knownDetector, startContext, startUpstream, type ServiceContext, type Upstream } from '@app/testing';
import { PromptsModule } from '../chats.module';
import { ReadHistory } from '../history/read-history';
import { ContinueAnswer } from './continue-answer';
import type { PromptInput } from './prepare-prompt';
import { SendPrompt, type ChatResult } from './send-prompt';

const NAME = 'Hans Müller';
const OTHER = 'Anna Schmidt';
const INSTRUCTION = `Write to {{customer}}. Sign as ${OTHER}.`;
const SELF: Sharing = { audience: 'self', groupId: null, membersEdit: false };
const OF_ALL: Sharing = { ...SELF, audience: 'organization' };
const forever = new AbortController().signal;

let upstream: Upstream;
let context: ServiceContext;
let admin: AssistantUser;
let member: AssistantUser;

const get = <T>(type: abstract new (...args: never[]) => T): T => context.app.get(type, { strict: false });
const assistants = () => get(ManageAssistants);

beforeAll(async () => {
  upstream = await startUpstream();
  context = await startContext(
    [PromptsModule],
    {
      LLM_BASE_URL: upstream.baseUrl,
      CHAT_REPLACEMENTS: 'placeholders',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'assistants-')),
    },
    { detector: knownDetector([NAME, OTHER]) },
  );
});
beforeEach(() => {
  const organizationId = newId();
  admin = { userId: newId(), organizationId, groups: [], isAdmin: true };
  member = { userId: newId(), organizationId, groups: [], isAdmin: false };
  upstream.requests.length = 0;
  upstream.answer = (lastMessage) => `You said: ${lastMessage}`;
});
afterAll(async () => {
  await context?.stop();
  await upstream?.stop();
});

const contentOf = (parts: Partial<AssistantContent> = {}): AssistantContent => ({
  name: 'Letters',
  description: '',
  instruction: INSTRUCTION,
  kinds: [],
  starters: [],
  ...parts,
});
const create = async (
  by: AssistantUser,
  sharing: Sharing = SELF,
  parts: Partial<AssistantContent> = {},
): Promise<string> => (await assistants().create(by, { content: contentOf(parts), sharing })).id;
const input = (parts: Partial<PromptInput> = {}): PromptInput => ({
  prompt: 'Hello',
  choices: ['Names'],
  language: { code: 'en', regions: ['US'] },
  model: 'test-model',
  ...parts,
});
const send = (by: AssistantUser, parts: Partial<PromptInput> = {}): Promise<ChatResult> =>
  get(SendPrompt).execute(by, input(parts), forever);
const startedWith = (id: string) => ({ assistant: { id, variables: { customer: NAME } } });
/** Returns the messages of the latest call. */
const sent = (): string[] => (upstream.requests.at(-1)?.body.messages ?? []).map(({ content }) => content);

describe('a chat with an assistant', () => {
  it('has its instruction before each prompt, with its variables and without personal data [SEC-175]', async () => {
    const id = await create(admin, OF_ALL);
    const { chatId } = await send(member, startedWith(id));
    expect(sent()[0]).toMatch(/^Write to \[NAME_1\]\. Sign as \[NAME_2\]\./);
    await send(member, { chatId, prompt: `Thank ${OTHER}` });
    expect(sent()[0]).toMatch(/^Write to \[NAME_1\]\. Sign as \[NAME_2\]\./);
    expect(sent().at(-1)).toBe('Thank [NAME_2]');
    expect(JSON.stringify(upstream.requests)).not.toMatch(/Müller|Schmidt/);
  });

  it('hides the kinds of the assistant in addition to those of the request', async () => {
    const id = await create(member, SELF, { kinds: ['Names'], instruction: 'Be brief.' });
    await send(member, { prompt: `Ask ${NAME}`, choices: [], assistant: { id, variables: {} } });
    expect(sent().at(-1)).toBe('Ask [NAME_1]');
  });

  it('hides in the instruction what its owner wrote, whatever the prompt chooses [SEC-221]', async () => {
    const id = await create(admin, OF_ALL, { instruction: `Write as post@example.com to ${NAME}.` });
    for (const choices of [['Names'], []] as const)
      await send(member, { choices, assistant: { id, variables: {} } });
    expect(upstream.requests.slice(-2).map(({ body }) => body.messages?.[0]?.content)).toEqual([
      expect.stringMatching(/^Write as \[EMAIL_1\] to \[NAME_1\]\./),
      expect.stringMatching(/^Write as \[EMAIL_1\] to \[NAME_1\]\./),
    ]);
  });

  it('keeps the version that it was started with, also after the assistant was changed or deleted', async () => {
    const id = await create(member);
    const { chatId } = await send(member, startedWith(id));
    const content = contentOf({ instruction: 'Be brief.' });
    const changed = await assistants().change(member, id, 1, { content, sharing: SELF });
    expect(changed).toMatchObject({ version: 2, instruction: 'Be brief.' });
    await assistants().delete(member, id);
    await send(member, { chatId });
    expect(sent()[0]).toMatch(/^Write to \[NAME_1\]/);
    const kept = await get(ReadHistory).assistant(member, chatId);
    expect(kept).toMatchObject({ id, version: 1, name: 'Letters' });
    const { turns } = await get(ReadHistory).execute(member, chatId);
    const [shown] = get(ReadHistory).instructions(turns, kept!);
    expect(shown).toEqual({
      text: 'Write to [NAME_1]. Sign as [NAME_2].',
      replacements: [
        { start: 9, end: 17, kind: 'Names', original: NAME },
        { start: 27, end: 35, kind: 'Names', original: OTHER },
      ],
    });
  });

  it('has it from its start', async () => {
    const id = await create(member);
    const { chatId } = await send(member);
    await expect(send(member, { chatId, ...startedWith(id) })).rejects.toThrow(
      /^assistant_id must be absent/,
    );
    await expect(send(member, { assistant: { id, variables: {} } })).rejects.toThrow(/^variables must/);
    const unknown = { assistant: { id: newId(), variables: {} } };
    await expect(send(member, unknown)).rejects.toThrow(/^assistant_id must be the id of an assistant/);
  });

  it('is refused if the policy blocks a value of the instruction, which an existing chat sends without it', async () => {
    const id = await create(member, SELF, { instruction: 'Sign as post@example.com.' });
    const request = { assistant: { id, variables: {} } };
    const { chatId } = await send(member, request);
    await get(SetPolicy).execute(member.organizationId, { modes: { Emails: 'block' } }, 0);
    await expect(send(member, request)).rejects.toMatchObject({ code: 'blocked_by_policy' });
    await send(member, { chatId });
    expect(sent()[0]).toMatch(/^Sign as /);
    expect(sent()[0]).not.toContain('post@example.com');
  });

  it('has its instruction before continued answers too', async () => {
    const id = await create(member);
    upstream.finish = 'length';
    const { chatId } = await send(member, startedWith(id));
    upstream.finish = 'stop';
    await get(SendPrompt).execute(member, await get(ContinueAnswer).execute(member, { chatId }), forever);
    expect(sent()[0]).toMatch(/^Write to \[NAME_1\]/);
  });
});
