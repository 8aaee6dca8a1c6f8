/** What the AI SDK must do with the model of every provider. */
import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { generateText, generateObject, streamText, stepCountIs, tool } = scene.load('ai');
const { z } = scene.load('zod');

export const user = (content) => ({ role: 'user', content });

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

/**
 * @param call the model and the options of every call
 * @param ofTurns those of calls that send earlier answers back
 */
export const loopsOf = (call, ofTurns = call) => ({
  async 'second turn'() {
    const messages = [user(scene.GREETING)];
    const first = await generateText({ ...ofTurns, messages });
    assert.equal(first.text, `You said: ${scene.GREETING}`);
    messages.push(...first.response.messages, user(scene.REMINDER));
    const second = await generateText({ ...ofTurns, messages });
    assert.equal(second.text, `You said: ${scene.REMINDER}`);
  },

  async 'tool loop'() {
    const { asked, options } = customers();
    const { text } = await generateText({ ...ofTurns, prompt: scene.LOOK_UP, ...options });
    assert.deepEqual(asked, [scene.NAME]);
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const { asked, options } = customers();
    const { text } = streamText({ ...ofTurns, prompt: scene.LOOK_UP, ...options });
    assert.equal(await text, `The tool says: ${scene.FOUND}`);
    assert.deepEqual(asked, [scene.NAME]);
  },

  async stream() {
    let shown = '';
    const result = streamText({ ...call, prompt: scene.GREETING });
    for await (const piece of result.textStream) shown += piece;
    assert.equal(shown, `You said: ${scene.GREETING}`);
    assert.equal(await result.finishReason, 'stop');
  },
});

/** The SDK must also do this with the endpoints of OpenAI. */
export const openAiLoopsOf = (call, ofTurns) => ({
  ...loopsOf(call, ofTurns),

  async 'structured output'() {
    const schema = z.object({ name: z.string(), email: z.string() });
    const { object } = await generateObject({ ...call, schema, prompt: scene.TELL });
    assert.deepEqual(object, { name: scene.NAME, email: scene.EMAIL });
  },

  async errors() {
    const failure = (prompt) => generateText({ ...call, prompt }).catch((error) => error);
    const codeOf = ({ responseBody }) => JSON.parse(responseBody).error.code;
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long.statusCode, codeOf(long)], [400, 'context_length_exceeded']);
    assert.equal((await failure(scene.TOO_OFTEN)).statusCode, 429);
  },
});
