import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { generateText, generateObject, streamText, stepCountIs, tool } = scene.load('ai');
const { createOpenAICompatible } = scene.load('@ai-sdk/openai-compatible');
const { z } = scene.load('zod');

const provider = createOpenAICompatible({
  name: 'gateway',
  baseURL: scene.baseURL,
  apiKey: scene.apiKey,
  includeUsage: true,
  supportsStructuredOutputs: true,
});
const model = provider('test-model');
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
    const first = await generateText({ model, messages, maxRetries: 0 });
    assert.equal(first.text, `You said: ${scene.GREETING}`);
    messages.push(...first.response.messages, user(scene.REMINDER));
    const second = await generateText({ model, messages, maxRetries: 0 });
    assert.equal(second.text, `You said: ${scene.REMINDER}`);
  },

  async 'tool loop'() {
    const { asked, options } = customers();
    const { text } = await generateText({ model, prompt: scene.LOOK_UP, maxRetries: 0, ...options });
    assert.deepEqual(asked, [scene.NAME]);
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const { asked, options } = customers();
    const { text } = streamText({ model, prompt: scene.LOOK_UP, maxRetries: 0, ...options });
    assert.equal(await text, `The tool says: ${scene.FOUND}`);
    assert.deepEqual(asked, [scene.NAME]);
  },

  async 'structured output'() {
    const schema = z.object({ name: z.string(), email: z.string() });
    const { object } = await generateObject({ model, schema, prompt: scene.TELL, maxRetries: 0 });
    assert.deepEqual(object, { name: scene.NAME, email: scene.EMAIL });
  },

  async stream() {
    let shown = '';
    const result = streamText({ model, prompt: scene.GREETING, maxRetries: 0 });
    for await (const piece of result.textStream) shown += piece;
    assert.equal(shown, `You said: ${scene.GREETING}`);
    assert.equal(await result.finishReason, 'stop');
  },

  async errors() {
    const failure = (prompt) => generateText({ model, prompt, maxRetries: 0 }).catch((error) => error);
    const codeOf = ({ responseBody }) => JSON.parse(responseBody).error.code;
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long.statusCode, codeOf(long)], [400, 'context_length_exceeded']);
    assert.equal((await failure(scene.TOO_OFTEN)).statusCode, 429);
  },
});
