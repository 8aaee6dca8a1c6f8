/** The AI SDK's providers of Anthropic and Google, the same loops in both. */
import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { generateText, streamText, stepCountIs, tool } = scene.load('ai');
const { createAnthropic } = scene.load('@ai-sdk/anthropic');
const { createGoogleGenerativeAI } = scene.load('@ai-sdk/google');
const { z } = scene.load('zod');

const { apiKey } = scene;
const MODELS = {
  Anthropic: createAnthropic({ baseURL: `${scene.anthropicURL}/v1`, apiKey })('claude-sonnet-4-5'),
  Google: createGoogleGenerativeAI({ baseURL: `${scene.geminiURL}/v1beta`, apiKey })('gemini-2.5-flash'),
};
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
  return { asked, options: { tools: { find_customer: find }, stopWhen: stepCountIs(3), maxRetries: 0 } };
}

for (const [vendor, model] of Object.entries(MODELS))
  await scene.runAll({
    async [`${vendor}: second turn`]() {
      const messages = [user(scene.GREETING)];
      const first = await generateText({ model, messages, maxRetries: 0 });
      assert.equal(first.text, `You said: ${scene.GREETING}`);
      messages.push(...first.response.messages, user(scene.REMINDER));
      const second = await generateText({ model, messages, maxRetries: 0 });
      assert.equal(second.text, `You said: ${scene.REMINDER}`);
    },

    async [`${vendor}: tool loop`]() {
      const { asked, options } = customers();
      const { text } = await generateText({ model, prompt: scene.LOOK_UP, ...options });
      assert.deepEqual(asked, [scene.NAME]);
      assert.equal(text, `The tool says: ${scene.FOUND}`);
    },

    async [`${vendor}: tool loop, streamed`]() {
      const { asked, options } = customers();
      assert.equal(
        await streamText({ model, prompt: scene.LOOK_UP, ...options }).text,
        `The tool says: ${scene.FOUND}`,
      );
      assert.deepEqual(asked, [scene.NAME]);
    },

    async [`${vendor}: stream`]() {
      let shown = '';
      const result = streamText({ model, prompt: scene.GREETING, maxRetries: 0 });
      for await (const piece of result.textStream) shown += piece;
      assert.equal(shown, `You said: ${scene.GREETING}`);
      assert.equal(await result.finishReason, 'stop');
    },

    async [`${vendor}: errors`]() {
      const failure = (prompt) => generateText({ model, prompt, maxRetries: 0 }).catch((error) => error);
      assert.equal((await failure(scene.TOO_OFTEN)).statusCode, 429);
      assert.equal((await failure(scene.WRONG_KEY)).statusCode, 502);
    },
  });
