import type { EndedCall, EndedCallsStore, PlannedCall, Spending } from '@app/budgets';
import { ENTITY_TYPES } from '@app/anonymization';
import { newId } from '@app/common';
import type { LanguageModel, OpenAiObject } from '@app/llm';
import { AcceptCall } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { policiesOf } from '@app/testing';
import { hiderOf } from '../testing/hiding';
import { RelayCall } from './relay-call';
import { CompleteChat } from './complete-chat';
import type { GatewayInput } from './hide-body';
import type { JsonObject } from './json';

const NAME = 'Hans Müller';
const USAGE = { prompt_tokens: 7, completion_tokens: 3 };
/** The protection of a call in which only names are hidden. */
const SOME = { level: 'some', leftOutKinds: 16, leftInClear: 0 };
const COST = { promptTokens: 7, completionTokens: 3, source: 'provider' };
const owner = { userId: newId(), organizationId: newId(), groups: [] };
const forever = new AbortController().signal;

/**
 * A gateway before a model that answers with these chunks, or with their messages as a whole. Records what is sent and
 * counted.
 */
function scene(...chunks: readonly OpenAiObject[]) {
  return sceneUnder({}, ...chunks);
}

/** Like `scene`, in an organization with this policy. */
function sceneUnder(policy: Parameters<typeof policiesOf>[0], ...chunks: readonly OpenAiObject[]) {
  const sent: OpenAiObject[] = [];
  const counted: EndedCall[] = [];
  const model: Partial<LanguageModel> = {
    models: async () => [{ id: 'm', promptTokens: 1_000, answerTokens: 100, internal: true, images: true }],
    relay: async (_, body) => {
      sent.push(body);
      return chunks[0]!;
    },
    relayStream: async function* (_, body) {
      sent.push(body);
      yield* chunks;
    },
  };
  const largest: number[] = [];
  const spending = {
    reserve: async (_: unknown, { completionTokens }: PlannedCall) => void largest.push(completionTokens),
    settle: async () => undefined,
  };
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const completeChat = new CompleteChat(
    new RelayCall(
      new AcceptCall(policiesOf(policy), model as LanguageModel),
      hiderOf([NAME]),
      new PrivateModel(calls as EndedCallsStore, spending as unknown as Spending),
    ),
    model as LanguageModel,
  );
  return { completeChat, sent, counted, largest };
}
const input = (more: JsonObject = {}): GatewayInput => ({
  body: { model: 'm', messages: [{ role: 'user', content: `Greet ${NAME}` }], ...more },
  choices: ['Names'],
  style: 'placeholders',
  onDropped: () => undefined,
});
const chunk = (content: string, finish: string | null = null): OpenAiObject => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});
async function streamed(completeChat: CompleteChat, asked = input()): Promise<OpenAiObject[]> {
  const shown: OpenAiObject[] = [];
  for await (const part of completeChat.stream(owner, asked, forever)) shown.push(part);
  return shown;
}

describe('a call through the gateway', () => {
  it.each([
    { images: 'internal' as const, internal: { models: ['m'], modes: {} } },
    { images: 'passed' as const },
  ])('forwards images if the policy sets images to $images for the model', async (policy) => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const { completeChat, sent } = sceneUnder(policy, { choices: [] });
    const messages = [{ role: 'user', content: [{ type: 'text', text: `Is it ${NAME}?` }, image] }];
    await completeChat.execute(owner, input({ messages }), forever);
    expect(sent[0]?.messages).toContainEqual({
      role: 'user',
      content: [{ type: 'text', text: 'Is it [NAME_1]?' }, image],
    });
  });

  it.each([{ images: 'internal' as const }, {}])('refuses images otherwise', async (policy) => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const { completeChat, sent } = sceneUnder(policy, { choices: [] });
    const asked = input({ messages: [{ role: 'user', content: [image] }] });
    await expect(completeChat.execute(owner, asked, forever)).rejects.toThrow(/only if the policy/);
    expect(sent).toEqual([]);
  });

  it('hides personal data, restores it in the answer, and counts the usage that the provider reports', async () => {
    const message = { role: 'assistant', content: 'Hello [NAME_1]' };
    const { completeChat, sent, counted } = scene({ choices: [{ index: 0, message }], usage: USAGE });
    expect(await completeChat.execute(owner, input(), forever)).toMatchObject({
      choices: [{ message: { content: `Hello ${NAME}` } }],
    });
    expect(JSON.stringify(sent)).toContain('Greet [NAME_1]');
    expect(JSON.stringify(sent)).not.toContain(NAME);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('does the same in chunks, and shows the usage only to callers that ask for it', async () => {
    const chunks = [chunk('Hello [NA'), chunk('ME_1]', 'stop'), { choices: [], usage: USAGE }];
    const { completeChat, counted } = scene(...chunks);
    const shown = await streamed(completeChat);
    expect(shown.map(({ choices }) => (choices as { delta: object }[])[0]?.delta)).toEqual([
      { content: 'Hello ' },
      { content: NAME },
    ]);
    const asked = input({ stream_options: { include_usage: true } });
    expect((await streamed(completeChat, asked)).at(-1)).toEqual({ choices: [], usage: USAGE });
    expect(counted).toEqual([
      { owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST },
      { owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST },
    ]);
  });

  it.each([
    [{}, 1_100],
    [{ max_tokens: 50 }, 50],
    [{ max_completion_tokens: 60 }, 60],
    [{ max_tokens: 1, max_completion_tokens: 400 }, 400],
    [{ max_tokens: 400, max_completion_tokens: 1 }, 400],
    [{ max_tokens: 1_000_000 }, 1_100],
    [{ max_tokens: 50, n: 4 }, 200],
    [{ n: 3 }, 3_300],
  ])('reserves the largest answer that %j allows: %i tokens', async (asked, tokens) => {
    const { completeChat, largest } = scene(chunk('some', 'stop'));
    await streamed(completeChat, input(asked));
    expect(largest).toEqual([tokens]);
  });

  it('is not fully protected if it contains an image, which is sent unread', async () => {
    const images = sceneUnder({ images: 'passed' }, chunk('a cat', 'stop'));
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const content = [{ type: 'image_url', image_url: { url } }];
    const levels: string[] = [];
    for (const messages of [[{ role: 'user', content: 'What is this?' }], [{ role: 'user', content }]]) {
      const asked = { ...input({ messages }), choices: ENTITY_TYPES };
      const onProtection = (level: string) => void levels.push(level);
      await streamed(images.completeChat, { ...asked, onProtection });
    }
    expect(levels).toEqual(['all', 'some']);
  });

  it('is refused if it asks for more answers than are counted', async () => {
    const { completeChat } = scene(chunk('some', 'stop'));
    await expect(streamed(completeChat, input({ n: 129 }))).rejects.toThrow('n must be at most 128');
  });

  it('is counted even if the answer has no words', async () => {
    const { completeChat, counted } = scene(chunk('', 'content_filter'), { choices: [], usage: USAGE });
    await streamed(completeChat);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('is counted if the caller does not read it to the end', async () => {
    const { completeChat, counted } = scene(chunk('some '), chunk('words'), chunk('', 'stop'));
    for await (const _ of completeChat.stream(owner, input(), forever)) break;
    const cut = { hidden: { Names: 1 }, cutShort: 'broken_off' };
    expect(counted).toMatchObject([{ owner, model: 'm', ...cut, cost: { source: 'tokenizer' } }]);
  });
});
