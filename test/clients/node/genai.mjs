import assert from 'node:assert/strict';
import * as scene from './scene.mjs';

const { GoogleGenAI } = scene.load('@google/genai');

const { models, chats } = new GoogleGenAI({
  apiKey: scene.apiKey,
  httpOptions: { baseUrl: scene.geminiURL },
});
const model = 'gemini-2.5-flash';
const TOOL = {
  name: 'find_customer',
  description: 'Finds a customer.',
  parametersJsonSchema: { type: 'object', properties: { name: { type: 'string' } } },
};

/** Runs one turn of a tool loop, with the request from `ask`. */
async function loop(ask) {
  const contents = [{ role: 'user', parts: [{ text: scene.LOOK_UP }] }];
  const parts = await ask(contents);
  const { functionCall: call } = parts.find(({ functionCall }) => functionCall);
  assert.deepEqual(call.args, { name: scene.NAME });
  contents.push({ role: 'model', parts });
  const answered = { name: call.name, response: { output: scene.FOUND } };
  contents.push({ role: 'user', parts: [{ functionResponse: answered }] });
  return (await ask(contents)).map(({ text = '' }) => text).join('');
}
const config = { tools: [{ functionDeclarations: [TOOL] }] };

await scene.runAll({
  async 'second turn'() {
    const chat = chats.create({ model });
    for (const message of [scene.GREETING, scene.REMINDER])
      assert.equal((await chat.sendMessage({ message })).text, `You said: ${message}`);
  },

  async 'tool loop'() {
    const text = await loop(async (contents) => {
      const { candidates } = await models.generateContent({ model, contents, config });
      return candidates[0].content.parts;
    });
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'tool loop, streamed'() {
    const text = await loop(async (contents) => {
      const parts = [];
      for await (const { candidates } of await models.generateContentStream({ model, contents, config }))
        parts.push(...(candidates[0].content?.parts ?? []));
      return parts.filter(({ thought }) => !thought);
    });
    assert.equal(text, `The tool says: ${scene.FOUND}`);
  },

  async 'structured output'() {
    const responseJsonSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: 'string' } },
    };
    const { text } = await models.generateContent({
      model,
      contents: scene.TELL,
      config: { responseMimeType: 'application/json', responseJsonSchema },
    });
    assert.deepEqual(JSON.parse(text), { name: scene.NAME, email: scene.EMAIL });
  },

  async stream() {
    let shown = '';
    for await (const { text } of await models.generateContentStream({ model, contents: scene.GREETING }))
      shown += text ?? '';
    assert.equal(shown, `You said: ${scene.GREETING}`);
  },

  async errors() {
    const failure = (contents) => models.generateContent({ model, contents }).catch((error) => error);
    assert.equal((await failure(scene.TOO_OFTEN)).status, 429);
    assert.equal((await failure(scene.WRONG_KEY)).status, 502);
  },

  async 'count of tokens'() {
    assert.ok((await models.countTokens({ model, contents: scene.GREETING })).totalTokens > 5);
  },
});
