/** OpenAI's Agents SDK with its defaults, which calls the responses endpoint. */
import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { Agent, run, tool, setDefaultOpenAIClient, setTracingDisabled, user } = scene.load('@openai/agents');
const OpenAI = scene.load('openai').default;
const { z } = scene.load('zod');

setDefaultOpenAIClient(new OpenAI({ baseURL: scene.baseURL, apiKey: scene.apiKey, maxRetries: 0 }));
// Traces would go to OpenAI.
setTracingDisabled(true);

/** An agent with a tool, and the arguments of the tool calls. */
function clerk(settings = {}) {
  const asked = [];
  const find = tool({
    name: 'find_customer',
    description: 'Finds a customer.',
    parameters: z.object({ name: z.string() }),
    execute: ({ name }) => {
      asked.push(name);
      return scene.FOUND;
    },
  });
  const agent = new Agent({
    name: 'clerk',
    instructions: 'You help.',
    model: 'test-model',
    tools: [find],
    ...settings,
  });
  return { asked, agent };
}

await scene.runAll({
  async 'second turn'() {
    const { agent } = clerk({ tools: [] });
    const first = await run(agent, scene.GREETING);
    assert.equal(first.finalOutput, `You said: ${scene.GREETING}`);
    const second = await run(agent, [...first.history, user(scene.REMINDER)]);
    assert.equal(second.finalOutput, `You said: ${scene.REMINDER}`);
  },

  async 'tool loop'() {
    const { asked, agent } = clerk();
    const { finalOutput } = await run(agent, scene.LOOK_UP);
    assert.deepEqual(asked, [scene.NAME]);
    assert.equal(finalOutput, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const { asked, agent } = clerk();
    const result = await run(agent, scene.LOOK_UP, { stream: true });
    let shown = '';
    for await (const piece of result.toTextStream()) shown += piece;
    await result.completed;
    assert.deepEqual(asked, [scene.NAME]);
    assert.equal(shown, `The tool says: ${scene.FOUND}`);
  },

  async 'structured output'() {
    const outputType = z.object({ name: z.string(), email: z.string() });
    const { agent } = clerk({ tools: [], outputType });
    const { finalOutput } = await run(agent, scene.TELL);
    assert.deepEqual(finalOutput, { name: scene.NAME, email: scene.EMAIL });
  },

  async 'hands over to another agent'() {
    const { agent } = clerk({ tools: [] });
    const desk = new Agent({
      name: 'desk',
      model: 'test-model',
      instructions: `You sit beside ${scene.NAME}.`,
      handoffs: [agent],
    });
    const { finalOutput } = await run(desk, scene.GREETING);
    assert.equal(finalOutput, `You said: ${scene.GREETING}`);
  },

  async errors() {
    const { agent } = clerk({ tools: [] });
    const failure = (text) => run(agent, text).catch((error) => error);
    const long = await failure(scene.TOO_LONG);
    assert.deepEqual([long.status, long.code], [400, 'context_length_exceeded']);
    assert.equal((await failure(scene.TOO_OFTEN)).status, 429);
  },
});
