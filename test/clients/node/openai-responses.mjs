import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import * as scene from './scene.mjs';

const client = new OpenAI({ baseURL: scene.baseURL, apiKey: scene.apiKey, maxRetries: 0 });
const model = 'test-model';
const user = (content) => ({ role: 'user', content });
const Person = z.object({ name: z.string(), email: z.string() });
const TOOL = {
  type: 'function',
  name: 'find_customer',
  description: 'Finds a customer.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  strict: false,
};

/** Runs one turn of a tool loop, with the request from `ask`. */
async function loop(ask) {
  const input = [user(scene.LOOK_UP)];
  const first = await ask(input);
  const call = first.output.find(({ type }) => type === 'function_call');
  assert.deepEqual(JSON.parse(call.arguments), { name: scene.NAME });
  input.push(...first.output, { type: 'function_call_output', call_id: call.call_id, output: scene.FOUND });
  return ask(input);
}

await scene.runAll({
  async 'second turn'() {
    const input = [user(scene.GREETING)];
    for (const said of [scene.GREETING, scene.REMINDER]) {
      if (said !== scene.GREETING) input.push(user(said));
      const response = await client.responses.create({ model, input });
      assert.equal(response.output_text, `You said: ${said}`);
      input.push(...response.output);
    }
  },

  async 'a text as input, with instructions'() {
    const instructions = `You serve ${scene.NAME}.`;
    const response = await client.responses.create({ model, instructions, input: scene.GREETING });
    assert.equal(response.output_text, `You said: ${scene.GREETING}`);
    assert.equal(response.instructions, instructions);
    assert.ok(response.usage.total_tokens > 0);
  },

  async 'tool loop'() {
    const { output_text: text } = await loop((input) =>
      client.responses.create({ model, input, tools: [TOOL] }),
    );
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const { output_text: text } = await loop((input) =>
      client.responses.stream({ model, input, tools: [TOOL] }).finalResponse(),
    );
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'structured output'() {
    const response = await client.responses.parse({
      model,
      input: scene.TELL,
      text: { format: zodTextFormat(Person, 'person') },
    });
    assert.deepEqual(response.output_parsed, { name: scene.NAME, email: scene.EMAIL });
    const next = await client.responses.create({
      model,
      input: [user(scene.TELL), ...response.output, user(scene.REMINDER)],
    });
    assert.equal(next.output_text, `You said: ${scene.REMINDER}`);
  },

  async stream() {
    let shown = '';
    let last = -1;
    const stream = client.responses.stream({ model, input: scene.GREETING });
    for await (const event of stream) {
      assert.equal(event.sequence_number, last + 1);
      last = event.sequence_number;
      if (event.type === 'response.output_text.delta') shown += event.delta;
      if (event.type === 'response.output_text.done') assert.equal(event.text, shown);
    }
    assert.equal(shown, `You said: ${scene.GREETING}`);
    assert.equal((await stream.finalResponse()).output_text, shown);
  },

  async errors() {
    const failure = (input, options) =>
      client.responses.create({ model, input, ...options }).catch((error) => error);
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long instanceof OpenAI.BadRequestError, long.code], [true, 'context_length_exceeded']);
    assert.equal((await failure(scene.TOO_LONG, { stream: true })).code, 'context_length_exceeded');
    const often = await failure(scene.TOO_OFTEN);
    assert.deepEqual([often instanceof OpenAI.RateLimitError, often.headers.get('retry-after')], [true, '1']);
    const kept = await failure('Hello', { previous_response_id: 'resp_1' });
    assert.deepEqual([kept.status, kept.param], [400, 'previous_response_id']);
  },

  async models() {
    assert.equal((await client.models.retrieve(model)).id, model);
    const missing = await client.models.retrieve('nobody').catch((error) => error);
    assert.deepEqual([missing.status, missing.code], [404, 'model_not_found']);
  },
});
