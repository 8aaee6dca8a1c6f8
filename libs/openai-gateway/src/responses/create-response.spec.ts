import type { EndedCall, EndedCallsStore, PlannedCall, Spending } from '@app/budgets';
import { newId } from '@app/common';
import type { LanguageModel, OpenAiObject } from '@app/llm';
import { AcceptCall } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { policiesOf } from '@app/testing';
import { hiderOf } from '../../testing/hiding';
import type { GatewayInput } from '../hide-body';
import type { JsonObject } from '../json';
import { RelayCall } from '../relay-call';
import { CreateResponse } from './create-response';

const NAME = 'Hans Müller';
/** The protection of a call in which only names are hidden. */
const SOME = { level: 'some', leftOutKinds: 16, leftInClear: 0 };
const COST = { promptTokens: 7, completionTokens: 3, source: 'provider' };
const owner = { userId: newId(), organizationId: newId(), groups: [] };
const forever = new AbortController().signal;
const answer = (text: string): OpenAiObject => ({
  id: 'resp_1',
  status: 'completed',
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }],
  usage: { input_tokens: 7, output_tokens: 3 },
});

/** A gateway before a model that answers like this. Records what is sent and counted. */
function scene(response: OpenAiObject, events: readonly OpenAiObject[] = []) {
  const sent: OpenAiObject[] = [];
  const counted: EndedCall[] = [];
  const model: Partial<LanguageModel> = {
    models: async () => [{ id: 'm', promptTokens: 1_000, answerTokens: 100, internal: true, images: true }],
    relay: async (_, body) => {
      sent.push(body);
      return response;
    },
    relayStream: async function* (_, body) {
      sent.push(body);
      yield* events;
    },
  };
  const largest: number[] = [];
  const spending = {
    reserve: async (_: unknown, { completionTokens }: PlannedCall) => void largest.push(completionTokens),
    settle: async () => undefined,
  };
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const createResponse = new CreateResponse(
    new RelayCall(
      new AcceptCall(policiesOf(), model as LanguageModel),
      hiderOf([NAME]),
      new PrivateModel(calls as EndedCallsStore, spending as unknown as Spending),
    ),
    model as LanguageModel,
  );
  return { createResponse, sent, counted, largest };
}
const input = (more: JsonObject = {}): GatewayInput => ({
  body: { model: 'm', input: `Greet ${NAME}`, ...more },
  choices: ['Names'],
  style: 'placeholders',
  onDropped: () => undefined,
});

describe('a response through the gateway', () => {
  it.each<[JsonObject, number]>([
    [{}, 1_100],
    [{ max_output_tokens: 50 }, 50],
    [{ max_output_tokens: 1_000_000 }, 1_100],
  ])('reserves the largest answer that %j allows', async (more, tokens) => {
    const { createResponse, largest } = scene(answer('Hello'));
    await createResponse.execute(owner, input(more), forever);
    expect(largest).toEqual([tokens]);
  });

  it('is hidden, restored and counted, and the provider stores nothing', async () => {
    const { createResponse, sent, counted } = scene(answer('Hello [NAME_1]'));
    const asked = input({ store: true, instructions: `You serve ${NAME}.` });
    expect(await createResponse.execute(owner, asked, forever)).toMatchObject({
      output: [{ content: [{ text: `Hello ${NAME}` }] }],
      instructions: `You serve ${NAME}.`,
      store: false,
    });
    expect(sent).toMatchObject([
      {
        store: false,
        input: 'Greet [NAME_1]',
        instructions: expect.stringMatching(/^You serve \[NAME_1\]\.\n\n/),
      },
    ]);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 2 }, protection: SOME, cost: COST }]);
  });

  it('is handled in the same way as events', async () => {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const { createResponse, counted } = scene({}, [
      { type: 'response.output_text.delta', ...place, delta: 'Hello [NA' },
      { type: 'response.output_text.delta', ...place, delta: 'ME_1]' },
      { type: 'response.output_text.done', ...place, text: 'Hello [NAME_1]' },
      { type: 'response.completed', response: answer('Hello [NAME_1]') },
    ]);
    const shown: OpenAiObject[] = [];
    for await (const event of createResponse.stream(owner, input({ stream: true }), forever))
      shown.push(event);
    expect(shown.map(({ delta, text }) => delta ?? text)).toEqual([
      'Hello ',
      NAME,
      `Hello ${NAME}`,
      undefined,
    ]);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('is counted by a tokenizer if the caller does not read it to the end', async () => {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const { createResponse, counted } = scene({}, [
      { type: 'response.output_text.delta', ...place, delta: 'some ' },
      { type: 'response.output_text.delta', ...place, delta: 'words' },
    ]);
    for await (const _ of createResponse.stream(owner, input(), forever)) break;
    expect(counted).toMatchObject([{ cutShort: 'broken_off', cost: { source: 'tokenizer' } }]);
  });
});
