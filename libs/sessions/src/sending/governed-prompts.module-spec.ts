import { assert, asyncProperty, constantFrom, record, subarray } from 'fast-check';
import { ENTITY_TYPES, type EntityType } from '@app/anonymization';
import { newId, type Caller } from '@app/common';
import { CurrentPolicies, SetPolicy, type PolicyDocument } from '@app/policy';
import { knownDetector, startModelContext, type ModelContext, type Upstream } from '@app/testing';
import { PromptsModule } from '../chats.module';
import { ReadHistory } from '../history/read-history';
import type { PromptInput } from './prepare-prompt';
import { PreviewPrompt } from './preview-prompt';
import { SendPrompt, type ChatResult } from './send-prompt';

const NAME = 'Hans Müller';
const EMAIL = 'post@example.com';
const PROMPT = `Write to ${NAME} <${EMAIL}> about Nordlicht`;
const forever = new AbortController().signal;

const detector = knownDetector([NAME]);
let upstream: Upstream;
let context: ModelContext;
let owner: Caller;

beforeAll(async () => {
  context = await startModelContext([PromptsModule], detector);
  ({ upstream } = context);
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
  upstream.requests.length = 0;
  upstream.answer = (lastMessage) => `You said: ${lastMessage}`;
});
afterAll(() => context?.stop());

/** Sets the next version of the policy. */
async function govern(document: Partial<PolicyDocument>): Promise<void> {
  const { version } = await context.get(CurrentPolicies).of(owner.organizationId);
  await context.get(SetPolicy).execute(owner.organizationId, document, version);
}
const input = (parts: Partial<PromptInput> = {}): PromptInput => ({
  prompt: PROMPT,
  choices: [],
  language: { code: 'en', regions: ['US'] },
  model: 'test-model',
  ...parts,
});
const send = (parts: Partial<PromptInput> = {}): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, input(parts), forever);
const calls = () => upstream.requests.filter(({ path }) => path.endsWith('/completions')).length;

describe('a prompt under a policy', () => {
  it('is sent without the values that the policy always hides, even if the request hides none', async () => {
    await govern({ modes: { Names: 'always' } });
    const result = await send();
    expect(context.sent().at(-1)).toBe(`Write to [NAME_1] <${EMAIL}> about Nordlicht`);
    expect(result).toMatchObject({
      replacedResponse: `You said: ${PROMPT}`,
      anonymizedValues: { Names: ['[NAME_1]'] },
    });
  });

  it('never has the removed values in its answer; its author still reads the original prompt', async () => {
    await govern({ modes: { Emails: 'remove' } });
    const { chatId, ...result } = await send({ choices: ['Names'] });
    expect(result).toMatchObject({
      replacedResponse: `You said: Write to ${NAME} <[EMAIL_1]> about Nordlicht`,
      anonymizedValues: { Names: ['[NAME_1]'], Emails: ['[EMAIL_1]'] },
    });
    const history = await context.get(ReadHistory).execute(owner, chatId);
    expect(history.turns[0]).toMatchObject({ prompt: PROMPT });
    expect(history.detectedValues).toEqual({ Names: [NAME] });
  });

  it('is refused with what the policy blocks, before a stream begins, and nothing is stored or sent', async () => {
    await govern({ modes: { Emails: 'block' } });
    const refusal = {
      code: 'blocked_by_policy',
      message: 'prompt holds Emails, which the policy of your organization blocks',
      details: { errors: [{ field: 'prompt' }] },
    };
    await expect(send()).rejects.toMatchObject(refusal);
    await expect(context.get(SendPrompt).stream(owner, input(), forever).next()).rejects.toMatchObject(
      refusal,
    );
    expect(calls()).toBe(0);
    const { rows } = await context.db.query('SELECT FROM chats WHERE user_id = $1', [owner.userId]);
    expect(rows).toHaveLength(0);
  });

  it('is sent with earlier turns without the values that the policy has blocked since', async () => {
    const { chatId } = await send();
    expect(context.sent().at(-1)).toBe(PROMPT);
    await govern({ modes: { Emails: 'block' }, terms: [{ phrase: 'Nordlicht', label: 'PROJECT' }] });
    const { replacedResponse } = await send({ chatId, prompt: 'Go on' });
    expect(context.sent().join()).not.toMatch(/post@|Nordlicht/);
    expect(context.sent().join()).toMatch(/\[EMAIL_1\].*\[PROJECT_1\]/);
    expect(replacedResponse).toBe('You said: Go on');
  });

  it('is searched for terms even if no kind is searched', async () => {
    await govern({ terms: [{ phrase: 'nordlicht' }, { pattern: 'p[a-z]{3}@', label: 'BOX' }] });
    await send();
    expect(context.sent().at(-1)).toMatch(/about \[TERM_1\]$/);
    expect(context.sent().join()).not.toContain('post@');
  });

  it('follows the system prompt of the policy, in which known values are hidden', async () => {
    await govern({ system_prompt: `You work for ${NAME}.` });
    const { anonymizedPrompt } = await send({ choices: ['Names'] });
    expect(context.sent()[0]).toMatch(/^You work for \[NAME_1\]\.\n\n/);
    expect(anonymizedPrompt).toBe(`Write to [NAME_1] <${EMAIL}> about Nordlicht`);
    await send();
    expect(context.sent()[0]).toBe(`You work for ${NAME}.`);
  });

  it('is stored with the amount that was sent with it, in every turn', async () => {
    await govern({ system_prompt: 'Be brief.' });
    const { chatId } = await send();
    await govern({ system_prompt: '' });
    await send({ chatId });
    await send({ chatId, choices: ['Names'] });
    const { turns } = await context.get(ReadHistory).execute(owner, chatId);
    expect(turns.map(({ findings }) => findings.beside)).toEqual([
      { turns: 0, passages: 0, systemPrompt: true },
      { turns: 1, passages: 0, systemPrompt: false },
      { turns: 2, passages: 0, systemPrompt: false },
    ]);
  });

  it('is sent to an internal model under the modes of that model', async () => {
    const internal = { models: ['test-model'], modes: { Emails: 'asked' } } as const;
    await govern({ modes: { Emails: 'block' }, internal: { ...internal, models: [...internal.models] } });
    await send();
    expect(context.sent().at(-1)).toBe(PROMPT);
  });

  it('must not name a kind that the policy leaves out, but may ask for All', async () => {
    await govern({ modes: { Names: 'never' } });
    await expect(send({ choices: ENTITY_TYPES, named: ['Names'] })).rejects.toMatchObject({
      message: 'choices must not name Names, which the policy of your organization leaves out',
    });
    await send({ choices: ENTITY_TYPES });
    expect(context.sent().at(-1)).toBe(`Write to ${NAME} <[EMAIL_1]> about Nordlicht`);
  });

  it('keeps words hidden and false finds unchanged in its chat, if the policy allows that', async () => {
    const { chatId } = await send({ choices: ENTITY_TYPES, hide: ['about'], keep: [NAME] });
    expect(context.sent().at(-1)).toBe(`Write to ${NAME} <[EMAIL_1]> [TERM_1] Nordlicht`);
    await send({ chatId, choices: ENTITY_TYPES, prompt: `${NAME}, ABOUT that` });
    expect(context.sent().at(-1)).toBe(`${NAME}, [TERM_1B] that`);
    await govern({ users_may_keep: false });
    await expect(send({ keep: [NAME] })).rejects.toMatchObject({ details: { errors: [{ field: 'keep' }] } });
    await send({ chatId, choices: ENTITY_TYPES, prompt: NAME });
    expect(context.sent().at(-1)).toBe('[NAME_1]');
  });

  it('remembers a word to hide before its first occurrence', async () => {
    const { chatId } = await send({ prompt: 'Hello', hide: ['Nordlicht'] });
    await send({ chatId, prompt: 'Nordlicht' });
    expect(context.sent().at(-1)).toBe('[TERM_1]');
  });

  it('never shows the provider a value of a kind that the policy hides, removes or blocks [SEC-99]', async () => {
    const kinds: EntityType[] = ['Names', 'Emails', 'Terms'];
    const values: Partial<Record<EntityType, string>> = { Names: NAME, Emails: EMAIL, Terms: 'Nordlicht' };
    const modes = record({
      Names: constantFrom('asked', 'always', 'remove'),
      Emails: constantFrom('asked', 'always', 'remove', 'block'),
      Terms: constantFrom('asked', 'always', 'remove', 'block'),
    });
    await assert(
      asyncProperty(modes, subarray(kinds), async (modes, choices) => {
        owner = { userId: newId(), organizationId: newId(), groups: [] };
        const { chatId } = await send();
        await govern({ modes, terms: [{ phrase: 'Nordlicht' }] });
        await send({ chatId, prompt: 'Go on', choices });
        const replayed = context.sent().join('\n');
        upstream.requests.length = 0;
        await send({ choices }).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'blocked_by_policy' }),
        );
        const all = `${replayed}\n${context.sent().join('\n')}`;
        for (const kind of kinds)
          if (modes[kind as keyof typeof modes] !== 'asked' || kind === 'Terms')
            expect(all).not.toContain(values[kind]!);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a preview', () => {
  const preview = (parts: Partial<PromptInput> = {}) =>
    context.get(PreviewPrompt).execute(owner, input(parts), forever);
  const shown = async (parts: Partial<PromptInput> = {}) =>
    (await preview(parts)).prompt.map(({ start, end, kind, mode }) => [
      (parts.prompt ?? PROMPT).slice(start, end),
      kind,
      mode,
    ]);

  it('shows what would be hidden and why, and stores nothing', async () => {
    const terms = [{ phrase: 'Nordlicht' }];
    await govern({ modes: { Emails: 'block' }, terms });
    expect(await shown({ choices: ['Names'], hide: ['Write'] })).toEqual([
      ['Write', 'Terms', 'always'],
      [NAME, 'Names', 'asked'],
      [EMAIL, 'Emails', 'block'],
      ['Nordlicht', 'Terms', 'always'],
    ]);
    expect(calls()).toBe(0);
    const { rows } = await context.db.query('SELECT FROM chats WHERE user_id = $1', [owner.userId]);
    expect(rows).toHaveLength(0);
  });

  it('knows the hidden values of the chat, and reserves no replacement in it', async () => {
    const { chatId } = await send({ choices: ['Names'] });
    expect(await shown({ chatId, prompt: `${NAME}, c@d.example`, choices: ['Emails'] })).toEqual([
      [NAME, 'Names', 'known'],
      ['c@d.example', 'Emails', 'asked'],
    ]);
    // The second replacement, after that of the first turn; the preview has used none.
    await send({ chatId, choices: ['Emails'], prompt: 'a@b.example' });
    expect(context.sent().at(-1)).toBe('[EMAIL_2]');
    owner = { ...owner, userId: newId() };
    await expect(preview({ chatId })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('ends the previous one of the same user, and none of another user', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    detector.before = () => held;
    const first = preview({ choices: ['Names'] });
    const outcome = first.catch((error: unknown) => error);
    const stranger = { ...owner, userId: newId() };
    const others = context.get(PreviewPrompt).execute(stranger, input({ choices: ['Names'] }), forever);
    const second = preview({ choices: ['Names'] });
    release();
    detector.before = async () => undefined;
    expect(await outcome).toMatchObject({ code: 'conflict' });
    expect((await second).prompt).toHaveLength(1);
    expect((await others).prompt).toHaveLength(1);
  });
});
