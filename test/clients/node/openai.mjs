import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import * as scene from './scene.mjs';

const client = new OpenAI({ baseURL: scene.baseURL, apiKey: scene.apiKey, maxRetries: 0 });
const model = 'test-model';
const user = (content) => ({ role: 'user', content });
const Person = z.object({ name: z.string(), email: z.string() });
const TOOL = {
  type: 'function',
  function: {
    name: 'find_customer',
    description: 'Finds a customer.',
    parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
};

await scene.runAll({
  async 'second turn'() {
    const messages = [user(scene.GREETING)];
    for (const said of [scene.GREETING, scene.REMINDER]) {
      if (said !== scene.GREETING) messages.push(user(said));
      const { choices } = await client.chat.completions.create({ model, messages });
      assert.equal(choices[0].message.content, `You said: ${said}`);
      messages.push(choices[0].message);
    }
  },

  async 'tool loop'() {
    const asked = [];
    const runner = client.chat.completions.runTools({
      model,
      messages: [user(scene.LOOK_UP)],
      tools: [
        {
          type: 'function',
          function: {
            ...TOOL.function,
            parse: JSON.parse,
            function: ({ name }) => {
              asked.push(name);
              return scene.FOUND;
            },
          },
        },
      ],
    });
    assert.equal(await runner.finalContent(), `The tool says: ${scene.FOUND}`);
    assert.deepEqual(asked, [scene.NAME]);
  },

  async 'tool loop, streamed'() {
    const messages = [user(scene.LOOK_UP)];
    const first = await client.chat.completions
      .stream({ model, messages, tools: [TOOL] })
      .finalChatCompletion();
    const { message, finish_reason: reason } = first.choices[0];
    assert.equal(reason, 'tool_calls');
    const [call] = message.tool_calls;
    assert.deepEqual(JSON.parse(call.function.arguments), { name: scene.NAME });
    messages.push(message, { role: 'tool', tool_call_id: call.id, content: scene.FOUND });
    const second = client.chat.completions.stream({ model, messages, tools: [TOOL] });
    let shown = '';
    second.on('content', (piece) => (shown += piece));
    assert.equal((await second.finalChatCompletion()).choices[0].message.content, shown);
    assert.equal(shown, `The tool says: ${scene.FOUND}`);
  },

  async 'structured output'() {
    const messages = [user(scene.TELL)];
    const { choices } = await client.chat.completions.parse({
      model,
      messages,
      response_format: zodResponseFormat(Person, 'person'),
    });
    assert.deepEqual(choices[0].message.parsed, { name: scene.NAME, email: scene.EMAIL });
    messages.push(choices[0].message, user(scene.REMINDER));
    const next = await client.chat.completions.create({ model, messages });
    assert.equal(next.choices[0].message.content, `You said: ${scene.REMINDER}`);
  },

  async stream() {
    let shown = '';
    for await (const { choices } of await client.chat.completions.create({
      model,
      messages: [user(scene.GREETING)],
      stream: true,
    }))
      shown += choices[0].delta.content ?? '';
    assert.equal(shown, `You said: ${scene.GREETING}`);
  },

  async errors() {
    const failure = (content, options) =>
      client.chat.completions
        .create({ model, messages: [user(content)], ...options })
        .catch((error) => error);
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long instanceof OpenAI.BadRequestError, long.code], [true, 'context_length_exceeded']);
    const streamed = await failure(scene.TOO_LONG, { stream: true });
    assert.equal(streamed.code, 'context_length_exceeded');
    const often = await failure(scene.TOO_OFTEN);
    assert.deepEqual([often instanceof OpenAI.RateLimitError, often.headers.get('retry-after')], [true, '1']);
    const key = await failure(scene.WRONG_KEY);
    assert.deepEqual([key.status, key.code], [502, 'provider_configuration']);
  },
});
