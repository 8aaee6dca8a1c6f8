/** The AI SDK's default provider, which calls the responses endpoint. */
import assert from 'node:assert/strict';
import { openAiLoopsOf, user } from './ai-sdk-loops.mjs';
import * as scene from './scene.mjs';

const { generateText } = scene.load('ai');
const { createOpenAI } = scene.load('@ai-sdk/openai');

const provider = createOpenAI({ baseURL: scene.baseURL, apiKey: scene.apiKey });
const byDefault = { model: provider('test-model'), maxRetries: 0 };
/** The client sends complete answers back, since the gateway stores no responses to refer to. */
const stateless = { ...byDefault, providerOptions: { openai: { store: false } } };

await scene.runAll({
  ...openAiLoopsOf(byDefault, stateless),

  async 'a second turn that refers to the first one'() {
    const first = await generateText({ ...byDefault, messages: [user(scene.GREETING)] });
    assert.equal(first.text, `You said: ${scene.GREETING}`);
    const messages = [user(scene.GREETING), ...first.response.messages, user(scene.REMINDER)];
    const failure = await generateText({ ...byDefault, messages }).catch((error) => error);
    assert.equal(failure.statusCode, 400);
    assert.match(failure.message, /store.*false/);
  },
});
