/** The AI SDK's providers of Anthropic and Google, the same loops in both. */
import assert from 'node:assert/strict';
import { loopsOf } from './ai-sdk-loops.mjs';
import * as scene from './scene.mjs';

const { generateText } = scene.load('ai');
const { createAnthropic } = scene.load('@ai-sdk/anthropic');
const { createGoogleGenerativeAI } = scene.load('@ai-sdk/google');

const { apiKey } = scene;
const MODELS = {
  Anthropic: createAnthropic({ baseURL: `${scene.anthropicURL}/v1`, apiKey })('claude-sonnet-4-5'),
  Google: createGoogleGenerativeAI({ baseURL: `${scene.geminiURL}/v1beta`, apiKey })('gemini-2.5-flash'),
};

for (const [vendor, model] of Object.entries(MODELS)) {
  const call = { model, maxRetries: 0 };
  const loops = {
    ...loopsOf(call),

    async errors() {
      const failure = (prompt) => generateText({ ...call, prompt }).catch((error) => error);
      assert.equal((await failure(scene.TOO_OFTEN)).statusCode, 429);
      assert.equal((await failure(scene.WRONG_KEY)).statusCode, 502);
    },
  };
  // A failure must name the provider.
  const named = Object.entries(loops).map(([name, loop]) => [`${vendor}: ${name}`, loop]);
  await scene.runAll(Object.fromEntries(named));
}
