import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { default: Anthropic } = scene.load('@anthropic-ai/sdk');

const client = new Anthropic({ baseURL: scene.anthropicURL, apiKey: scene.apiKey, maxRetries: 0 });
const asked = { model: 'claude-sonnet-4-5', max_tokens: 100 };
const user = (content) => ({ role: 'user', content });
const TOOL = {
  name: 'find_customer',
  description: 'Finds a customer.',
  input_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const textOf = ({ content }) => content.map(({ text = '' }) => text).join('');

/** Runs one turn of a tool loop, with the request from `ask`. */
async function loop(ask) {
  const messages = [user(scene.LOOK_UP)];
  const first = await ask(messages);
  const call = first.content.find(({ type }) => type === 'tool_use');
  assert.deepEqual(call.input, { name: scene.NAME });
  messages.push({ role: 'assistant', content: first.content });
  messages.push(user([{ type: 'tool_result', tool_use_id: call.id, content: scene.FOUND }]));
  return textOf(await ask(messages));
}

await scene.runAll({
  async 'second turn, with what the model thought'() {
    const thinking = { type: 'enabled', budget_tokens: 1024 };
    const messages = [user(scene.GREETING)];
    for (const said of [scene.GREETING, scene.REMINDER]) {
      if (said !== scene.GREETING) messages.push(user(said));
      const answer = await client.messages.create({ ...asked, max_tokens: 2_000, thinking, messages });
      assert.equal(textOf(answer), `You said: ${said}`);
      assert.equal(answer.content[0].type, 'thinking');
      messages.push({ role: 'assistant', content: answer.content });
    }
  },

  async 'tool loop'() {
    const text = await loop((messages) => client.messages.create({ ...asked, messages, tools: [TOOL] }));
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const text = await loop((messages) =>
      client.messages.stream({ ...asked, messages, tools: [TOOL] }).finalMessage(),
    );
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async stream() {
    let shown = '';
    const stream = client.messages.stream({ ...asked, messages: [user(scene.GREETING)] });
    stream.on('text', (piece) => (shown += piece));
    const { stop_reason: reason, usage } = await stream.finalMessage();
    assert.equal(shown, `You said: ${scene.GREETING}`);
    assert.equal(reason, 'end_turn');
    assert.ok(usage.output_tokens > 0);
  },

  async errors() {
    const failure = (content) =>
      client.messages.create({ ...asked, messages: [user(content)] }).catch((error) => error);
    const often = await failure(scene.TOO_OFTEN);
    assert.deepEqual(
      [often instanceof Anthropic.RateLimitError, often.headers.get('retry-after')],
      [true, '1'],
    );
    assert.equal((await failure(scene.WRONG_KEY)).status, 502);
  },
});
