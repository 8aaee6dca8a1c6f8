/** The AI SDK's default provider, which calls the responses endpoint. */
import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { generateText, generateObject, streamText, stepCountIs, tool } = scene.load('ai');
const { createOpenAI } = scene.load('@ai-sdk/openai');
const { z } = scene.load('zod');

const provider = createOpenAI({ baseURL: scene.baseURL, apiKey: scene.apiKey });
const byDefault = { model: provider('test-model'), maxRetries: 0 };
/** The client sends complete answers back, since the gateway stores no responses to refer to. */
const stateless = { ...byDefault, providerOptions: { openai: { store: false } } };
const user = (content) => ({ role: 'user', content });

/** A tool, and the arguments of its calls. */
function customers() {
  const asked = [];
  const find = tool({
    description: 'Finds a customer.',
    inputSchema: z.object({ name: z.string() }),
    execute: ({ name }) => {
      asked.push(name);
      return scene.FOUND;
    },
  });
  return { asked, options: { tools: { find_customer: find }, stopWhen: stepCountIs(3) } };
}

await scene.runAll({
  async 'second turn'() {
    const messages = [user(scene.GREETING)];
    const first = await generateText({ ...stateless, messages });
    assert.equal(first.text, `You said: ${scene.GREETING}`);
    messages.push(...first.response.messages, user(scene.REMINDER));
    const second = await generateText({ ...stateless, messages });
    assert.equal(second.text, `You said: ${scene.REMINDER}`);
  },

  async 'a second turn that refers to the first one'() {
    const first = await generateText({ ...byDefault, messages: [user(scene.GREETING)] });
    assert.equal(first.text, `You said: ${scene.GREETING}`);
    const messages = [user(scene.GREETING), ...first.response.messages, user(scene.REMINDER)];
    const failure = await generateText({ ...byDefault, messages }).catch((error) => error);
    assert.equal(failure.statusCode, 400);
    assert.match(failure.message, /store.*false/);
  },

  async 'tool loop'() {
    const { asked, options } = customers();
    const { text } = await generateText({ ...stateless, prompt: scene.LOOK_UP, ...options });
    assert.deepEqual(asked, [scene.NAME]);
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const { asked, options } = customers();
    const { text } = streamText({ ...stateless, prompt: scene.LOOK_UP, ...options });
    assert.equal(await text, `The tool says: ${scene.FOUND}`);
    assert.deepEqual(asked, [scene.NAME]);
  },

  async 'structured output'() {
    const schema = z.object({ name: z.string(), email: z.string() });
    const { object } = await generateObject({ ...byDefault, schema, prompt: scene.TELL });
    assert.deepEqual(object, { name: scene.NAME, email: scene.EMAIL });
  },

  async stream() {
    let shown = '';
    const result = streamText({ ...byDefault, prompt: scene.GREETING });
    for await (const piece of result.textStream) shown += piece;
    assert.equal(shown, `You said: ${scene.GREETING}`);
    assert.equal(await result.finishReason, 'stop');
  },

  async errors() {
    const failure = (prompt) => generateText({ ...byDefault, prompt }).catch((error) => error);
    const codeOf = ({ responseBody }) => JSON.parse(responseBody).error.code;
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long.statusCode, codeOf(long)], [400, 'context_length_exceeded']);
    assert.equal((await failure(scene.TOO_OFTEN)).statusCode, 429);
  },
});
