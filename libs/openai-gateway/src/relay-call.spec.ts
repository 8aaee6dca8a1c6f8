import { ENTITY_TYPES } from '@app/anonymization';
import type { DialectObject } from '@app/llm';
import { policiesOf } from '@app/testing';
import { gatewayBefore, inputOf, NAME, owner } from '../testing/calling';
import type { JsonObject } from './json';
import type { RelayCall } from './relay-call';

const USAGE = { prompt_tokens: 7, completion_tokens: 3 };
/** The protection of a call in which only names are hidden. */
const SOME = { level: 'some', leftOutKinds: 16, leftInClear: 0 };
const COST = { promptTokens: 7, completionTokens: 3, source: 'provider' };
const forever = new AbortController().signal;

const scene = (...chunks: readonly DialectObject[]) => gatewayBefore(chunks, policiesOf());
const input = (more: JsonObject = {}) =>
  inputOf({ messages: [{ role: 'user', content: `Greet ${NAME}` }], ...more });
const chunk = (content: string, finish: string | null = null): DialectObject => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});
async function streamed(relayCall: RelayCall, asked = input()): Promise<DialectObject[]> {
  const shown: DialectObject[] = [];
  const streaming = { ...asked, body: { ...asked.body, stream: true } };
  for await (const part of relayCall.stream('chat', owner, streaming, forever)) shown.push(part);
  return shown;
}

describe('a call through the gateway', () => {
  it.each([
    { images: 'internal' as const, internal: { models: ['m'], modes: {} } },
    { images: 'passed' as const },
  ])('forwards images if the policy sets images to $images for the model', async (policy) => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const { relayCall, sent } = gatewayBefore([{ choices: [] }], policiesOf(policy));
    const messages = [{ role: 'user', content: [{ type: 'text', text: `Is it ${NAME}?` }, image] }];
    await relayCall.execute('chat', owner, input({ messages }), forever);
    expect(sent[0]?.messages).toContainEqual({
      role: 'user',
      content: [{ type: 'text', text: 'Is it [NAME_1]?' }, image],
    });
  });

  it.each([{ images: 'internal' as const }, {}])('refuses images otherwise', async (policy) => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const { relayCall, sent } = gatewayBefore([{ choices: [] }], policiesOf(policy));
    const asked = input({ messages: [{ role: 'user', content: [image] }] });
    await expect(relayCall.execute('chat', owner, asked, forever)).rejects.toThrow(/only if the policy/);
    expect(sent).toEqual([]);
  });

  it('hides personal data, restores it in the answer, and counts the usage that the provider reports', async () => {
    const message = { role: 'assistant', content: 'Hello [NAME_1]' };
    const { relayCall, sent, counted } = scene({ choices: [{ index: 0, message }], usage: USAGE });
    expect(await relayCall.execute('chat', owner, input(), forever)).toMatchObject({
      choices: [{ message: { content: `Hello ${NAME}` } }],
    });
    expect(JSON.stringify(sent)).toContain('Greet [NAME_1]');
    expect(JSON.stringify(sent)).not.toContain(NAME);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('does the same in chunks, and shows the usage only to callers that ask for it', async () => {
    const chunks = [chunk('Hello [NA'), chunk('ME_1]', 'stop'), { choices: [], usage: USAGE }];
    const { relayCall, counted } = scene(...chunks);
    const shown = await streamed(relayCall);
    expect(shown.map(({ choices }) => (choices as { delta: object }[])[0]?.delta)).toEqual([
      { content: 'Hello ' },
      { content: NAME },
    ]);
    const asked = input({ stream_options: { include_usage: true } });
    expect((await streamed(relayCall, asked)).at(-1)).toEqual({ choices: [], usage: USAGE });
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
    const { relayCall, largest } = scene(chunk('some', 'stop'));
    await streamed(relayCall, input(asked));
    expect(largest).toEqual([tokens]);
  });

  it('is not fully protected if it contains an image, which is sent unread', async () => {
    const images = gatewayBefore([chunk('a cat', 'stop')], policiesOf({ images: 'passed' }));
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const content = [{ type: 'image_url', image_url: { url } }];
    const levels: string[] = [];
    for (const messages of [[{ role: 'user', content: 'What is this?' }], [{ role: 'user', content }]]) {
      const asked = { ...input({ messages }), choices: ENTITY_TYPES };
      const onProtection = (level: string) => void levels.push(level);
      await streamed(images.relayCall, { ...asked, onProtection });
    }
    expect(levels).toEqual(['all', 'some']);
  });

  it('is refused if it asks for more answers than are counted', async () => {
    const { relayCall } = scene(chunk('some', 'stop'));
    await expect(streamed(relayCall, input({ n: 129 }))).rejects.toThrow('n must be at most 128');
  });

  it('is counted even if the answer has no words', async () => {
    const { relayCall, counted } = scene(chunk('', 'content_filter'), { choices: [], usage: USAGE });
    await streamed(relayCall);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('is counted if the caller does not read it to the end', async () => {
    const { relayCall, counted } = scene(chunk('some '), chunk('words'), chunk('', 'stop'));
    for await (const _ of relayCall.stream('chat', owner, input(), forever)) break;
    const cut = { hidden: { Names: 1 }, cutShort: 'broken_off' };
    expect(counted).toMatchObject([{ owner, model: 'm', ...cut, cost: { source: 'tokenizer' } }]);
  });

  it.each(['messages', 'gemini'] as const)(
    'accepts what a model thought in the dialect %s only while the same is hidden from it',
    async (dialect) => {
      const { answer, bodyWith, sentIn } = THOUGHTS[dialect];
      const ask = async (body: JsonObject, policy = {}) => {
        const { relayCall, sent } = gatewayBefore([answer], policiesOf(policy));
        const restored = await relayCall.execute(dialect, owner, inputOf(body), forever);
        const [, signature = ''] = /ignature":"([^"]+)"/.exec(JSON.stringify(restored)) ?? [];
        return { signature, sent: sentIn(sent[0] as JsonObject) };
      };
      const { signature } = await ask(bodyWith('none'));
      expect(signature).toMatch(/\.c2ln$/);
      expect((await ask(bodyWith(signature))).sent).toContain('"c2ln"');
      expect((await ask(bodyWith(signature), { modes: { Emails: 'always' } })).sent).not.toContain('c2ln');
    },
  );
});

/** What a model thought, in an answer and in the next request of each dialect that signs it. */
const THOUGHTS = {
  messages: {
    answer: { type: 'message', content: [{ type: 'thinking', thinking: 'Ill.', signature: 'c2ln' }] },
    bodyWith: (signature: string): JsonObject => ({
      max_tokens: 5,
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Ill.', signature }] }],
    }),
    sentIn: ({ messages }: JsonObject) => JSON.stringify(messages),
  },
  gemini: {
    answer: {
      candidates: [{ content: { parts: [{ text: 'Hi', thoughtSignature: 'c2ln' }] }, finishReason: 'STOP' }],
    },
    bodyWith: (thoughtSignature: string): JsonObject => ({
      contents: [{ role: 'model', parts: [{ text: 'Hi', thoughtSignature }] }],
    }),
    sentIn: ({ contents }: JsonObject) => JSON.stringify(contents),
  },
};
