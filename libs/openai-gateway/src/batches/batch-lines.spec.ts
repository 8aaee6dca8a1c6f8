import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { NO_RULES } from '@app/anonymization';
import { KeyRing } from '@app/crypto';
import type { OrganizationKeys } from '@app/data-keys';
import { hiderOf, hideTextsOf } from '../../testing/hiding';
import { HideEmbeddings } from '../embeddings/hide-embeddings';
import type { JsonObject } from '../json';
import { HideLines, RestoringLines } from './batch-lines';
import type { StoredLine } from './lines-of-endpoint';
import { readBatchLine, type BatchEndpoint } from './read-batch-line';

const owner = { organizationId: 'o', userId: 'u' };
const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);
const forever = new AbortController().signal;
const NAMES = ['Hans Müller', 'Anna Schmidt', 'Petra Lang'];
/** Whole words: an invented name may contain one of them. */
const PLANTED = /\b(müller|schmidt|petra lang)\b/i;
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const EMBEDDINGS = '/v1/embeddings';

type Style = 'placeholders' | 'surrogates';

const keys: Partial<OrganizationKeys> = { keyOf: async () => createSecretKey(Buffer.alloc(32, 3)) };
const hideLines = new HideLines(
  hiderOf(NAMES),
  new HideEmbeddings({ embeddings: 'pseudonyms' }, hideTextsOf(NAMES), keys as OrganizationKeys, keyRing),
  keyRing,
);

/** One batch, from its input to its restored output. */
async function batchOf(style: Style = 'placeholders', endpoint: BatchEndpoint = CHAT) {
  const model = { upstream: 'upstream-m', contextTokens: 1_000 };
  const hiding = await hideLines.begin(endpoint, model, style, owner);
  const restoring = async () => RestoringLines.read(endpoint, await hiding.writeTable(), keyRing, owner);
  const governed = {
    choices: ['Names', 'Emails'] as const,
    rules: NO_RULES,
    systemPrompt: '',
    style,
    onDropped: () => undefined,
  };
  return {
    hiding,
    restoring,
    hide: (line: string, number: number) =>
      hiding.hide(readBatchLine(line, number, endpoint), number, governed, forever),
    restore: async (line: string, stored: readonly StoredLine[]) => {
      const lines = await restoring();
      const answered = lines.readLine(line)!;
      return lines.restore(answered, stored[answered.number - 1]!);
    },
  };
}

const lineOf = (content: string, more: JsonObject = {}): string =>
  JSON.stringify({
    custom_id: `letter to ${content}`,
    method: 'POST',
    url: CHAT,
    body: { model: 'm', messages: [{ role: 'user', content }] },
    ...more,
  });

const contentOf = (line: string): string => {
  const { messages } = (JSON.parse(line) as { body: { messages: { role: string; content: string }[] } }).body;
  return messages.find(({ role }) => role === 'user')!.content;
};

const answerTo = (number: number, content: string): string =>
  JSON.stringify({
    id: 'batch_req_provider',
    custom_id: `request-${number}`,
    response: {
      status_code: 200,
      request_id: 'provider',
      body: {
        model: 'upstream-m-2026',
        choices: [{ index: 0, message: { role: 'assistant', content } }],
      },
    },
    error: null,
  });

describe('a batch', () => {
  it('is hidden line by line with one table, and its ids stay here', async () => {
    const { hide, hiding } = await batchOf();
    const hidden = [];
    for (const [i, name] of ['Hans Müller', 'Anna Schmidt', 'Hans Müller again'].entries())
      hidden.push(await hide(lineOf(name), i + 1));
    const sent = hidden.map(({ line }) => line);
    expect(sent.join('\n')).not.toMatch(PLANTED);
    expect(sent.map((line) => JSON.parse(line) as JsonObject)).toMatchObject(
      [1, 2, 3].map((number) => ({ custom_id: `request-${number}`, body: { model: 'upstream-m' } })),
    );
    expect(sent.map(contentOf)).toEqual(['[NAME_1]', '[NAME_2]', '[NAME_1] again']);
    expect(hiding.answerTokens).toBe(3_000);
  });

  it('sends nothing of what is found in any of its lines, and is restored in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom<Style>('placeholders', 'surrogates'),
        fc.boolean(),
        async (people, style, reversed) => {
          const { hide, restore } = await batchOf(style);
          const texts = people.map((names, i) => `Letter ${i}: ${names.join(' and ')}.`);
          const [sent, stored]: [string[], StoredLine[]] = [[], []];
          for (const [i, text] of texts.entries()) {
            const hidden = await hide(lineOf(text), i + 1);
            sent.push(hidden.line);
            stored.push(hidden.stored);
          }
          expect(sent.join('\n')).not.toMatch(PLANTED);
          const numbers = texts.map((_, i) => i + 1);
          for (const number of reversed ? numbers.reverse() : numbers)
            expect(await restore(answerTo(number, contentOf(sent[number - 1]!)), stored)).toMatchObject({
              id: `batch_req_${number}`,
              custom_id: `letter to ${texts[number - 1]}`,
              response: {
                status_code: 200,
                body: { model: 'm', choices: [{ message: { content: texts[number - 1] } }] },
              },
              error: null,
            });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of responses is hidden and restored, too', async () => {
    const { hide, restore } = await batchOf('placeholders', RESPONSES);
    const { line, stored } = await hide(
      lineOf('1', { url: RESPONSES, body: { model: 'm', input: 'Write to Anna Schmidt' } }),
      1,
    );
    expect(line).not.toMatch(PLANTED);
    expect(line).toContain('"store":false');
    const answer = {
      custom_id: 'request-1',
      response: {
        status_code: 200,
        body: {
          id: 'resp_1',
          object: 'response',
          output: [
            {
              id: 'msg_1',
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: 'Dear [NAME_1]', annotations: [] }],
            },
          ],
        },
      },
    };
    expect(JSON.stringify(await restore(JSON.stringify(answer), [stored]))).toContain('Dear Anna Schmidt');
  });

  it('of texts to embed has the pseudonyms of the organization, and its vectors in the wanted encoding', async () => {
    const { hide, hiding, restore } = await batchOf('placeholders', EMBEDDINGS);
    const body = (input: string[]) => ({
      url: EMBEDDINGS,
      body: { model: 'm', input, encoding_format: 'base64' },
    });
    const { line, stored } = await hide(lineOf('1', body(['Anna Schmidt', 'and Hans'])), 1);
    const another = await hide(lineOf('2', body(['Dear Anna Schmidt'])), 2);
    expect(line + another.line).not.toMatch(PLANTED);
    const pseudonym = /\[NAME_[A-Z2-7]{13}\] \[NAME_[A-Z2-7]{13}\]/.exec(line)![0];
    expect(another.line).toContain(`Dear ${pseudonym}`);
    expect(hiding.counts).toEqual({ Names: 2 });
    expect(hiding.answerTokens).toBe(0);
    const answer = {
      custom_id: 'request-1',
      response: { status_code: 200, body: { data: [{ embedding: [0, 1] }, { embedding: [2, 3] }] } },
    };
    const vectors = [Float32Array.of(0, 1), Float32Array.of(2, 3)];
    expect(await restore(JSON.stringify(answer), [stored])).toMatchObject({
      custom_id: 'letter to 1',
      response: {
        body: {
          model: 'm',
          data: vectors.map((vector, index) => ({
            index,
            embedding: Buffer.from(vector.buffer).toString('base64'),
          })),
        },
      },
    });
  });

  it('accepts an answer with as many numbers as other calls do', async () => {
    const lines = await (await batchOf('placeholders', EMBEDDINGS)).restoring();
    const answer = (count: number): string =>
      JSON.stringify({
        custom_id: 'request-1',
        response: {
          status_code: 200,
          body: { data: [{ embedding: Array.from({ length: count }, () => 0) }] },
        },
      });
    expect(lines.readLine(answer(1_000_000))!.body).toBeDefined();
    expect(lines.readLine(answer(4_000_001))).toBeUndefined();
  });

  it.each<[BatchEndpoint, JsonObject]>([
    [CHAT, { choices: [] }],
    [CHAT, { choices: 'Hans' }],
    [CHAT, { error: { message: 'Hans' }, choices: [{}] }],
    [RESPONSES, { output: [1] }],
    [RESPONSES, { output: [], status: 'failed' }],
    [EMBEDDINGS, { data: [{ embedding: 'no base64!' }] }],
    [EMBEDDINGS, { data: [] }],
  ])('has no answer of %s in the body %j', async (endpoint, body) => {
    const lines = await (await batchOf('placeholders', endpoint)).restoring();
    const answer = { custom_id: 'request-1', response: { status_code: 200, body } };
    expect(lines.readLine(JSON.stringify(answer))).toEqual({ number: 1 });
  });

  it.each<[BatchEndpoint, JsonObject]>([
    [CHAT, { choices: [{}] }],
    [CHAT, { choices: [{ message: null }, { message: { content: 5, tool_calls: 'x' } }] }],
    [CHAT, { choices: [{ message: { content: null, tool_calls: [{}, { function: { arguments: 1 } }] } }] }],
    [RESPONSES, { output: [{ type: 'message' }, { type: 'function_call', arguments: 1 }] }],
    [RESPONSES, { output: [{ type: 'message', content: [1, null, { type: 'output_text' }] }] }],
    [EMBEDDINGS, { data: [{ embedding: [] }], usage: 'none' }],
  ])('of %s restores an answer with unexpected values: %j', async (endpoint, body) => {
    const { hide, restore } = await batchOf('placeholders', endpoint);
    const given = { model: 'm', ...(endpoint === CHAT ? { messages: [] } : { input: 'Anna Schmidt' }) };
    const { stored } = await hide(
      lineOf('1', { url: endpoint, ...(endpoint !== CHAT && { body: given }) }),
      1,
    );
    const answer = { custom_id: 'request-1', response: { status_code: 200, body } };
    expect(await restore(JSON.stringify(answer), [stored])).toMatchObject({ response: { status_code: 200 } });
  });

  it("shows none of the provider's words about a request that failed", async () => {
    const { hide, restore } = await batchOf();
    const { stored } = await hide(lineOf('Hans Müller'), 1);
    const failed = { custom_id: 'request-1', response: { status_code: 400, body: { error: '[NAME_1]' } } };
    expect(await restore(JSON.stringify(failed), [stored])).toEqual({
      id: 'batch_req_1',
      custom_id: 'letter to Hans Müller',
      response: null,
      error: { code: 'provider_failed', message: 'The model did not answer this request' },
    });
  });

  it.each(['{', '{"custom_id":"other"}', '{"custom_id":"request-0"}', '[]', '{}'])(
    'has no answer in the line %s',
    async (line) => {
      const { restoring } = await batchOf();
      expect((await restoring()).readLine(line)).toBeUndefined();
    },
  );

  it.each<[string, string, string]>([
    ['is not JSON', '{', 'line 7'],
    ['is a list', '[]', 'line 7'],
    ['is nested too deeply', `${'['.repeat(100)}${']'.repeat(100)}`, 'line 7'],
    ['has no id', lineOf('a', { custom_id: '' }), 'line 7: custom_id'],
    ['has another method', lineOf('a', { method: 'GET' }), 'line 7: method'],
    ['has another endpoint', lineOf('a', { url: '/v1/embeddings' }), 'line 7: url'],
    ['has no body', lineOf('a', { body: 'Hans' }), 'line 7: body'],
    ['has no model', lineOf('a', { body: {} }), 'line 7: body.model'],
    ['asks for a stream', lineOf('a', { body: { model: 'm', stream: true } }), 'line 7: body.stream'],
  ])('is refused if a line %s', (_, line, field) => {
    expect(() => readBatchLine(line, 7, CHAT)).toThrow(
      expect.objectContaining({ details: { errors: [expect.objectContaining({ field })] } }),
    );
  });

  it('is refused if two lines have the same id', async () => {
    const { hide } = await batchOf();
    await hide(lineOf('a'), 1);
    await expect(hide(lineOf('a'), 2)).rejects.toThrow('line 2: custom_id must be unique in the batch');
  });
});
