import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { EntityTable, NO_RULES } from '@app/anonymization';
import { KeyRing } from '@app/crypto';
import { hiderOf } from '../../testing/hiding';
import type { JsonObject } from '../json';
import { HidingLines, readAnsweredLine, RestoringLines, type StoredLine } from './batch-lines';
import { readBatchLine, type BatchEndpoint } from './read-batch-line';

const owner = { organizationId: 'o', userId: 'u' };
const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);
const forever = new AbortController().signal;
const NAMES = ['Hans Müller', 'Anna Schmidt', 'Petra Lang'];
const PLANTED = /müller|schmidt|petra lang/i;
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';

type Style = 'placeholders' | 'surrogates';

/** One batch, from its input to its restored output. */
function batchOf(style: Style = 'placeholders', endpoint: BatchEndpoint = CHAT) {
  const table = EntityTable.create(style);
  const model = { upstream: 'upstream-m', contextTokens: 1_000 };
  const hiding = new HidingLines(endpoint, table, model, hiderOf(NAMES), keyRing, owner);
  const restoring = new RestoringLines(endpoint, table, keyRing, owner);
  const governed = {
    choices: ['Names', 'Emails'] as const,
    rules: NO_RULES,
    systemPrompt: '',
    style,
    onDropped: () => undefined,
  };
  return {
    hiding,
    hide: (line: string, number: number) =>
      hiding.hide(readBatchLine(line, number, endpoint), number, governed, forever),
    restore: (line: string, stored: readonly StoredLine[]) => {
      const answered = readAnsweredLine(line)!;
      return restoring.restore(answered, stored[answered.number - 1]!);
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
    const { hide, hiding } = batchOf();
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
          const { hide, restore } = batchOf(style);
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
    const { hide, restore } = batchOf('placeholders', RESPONSES);
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

  it("shows none of the provider's words about a request that failed", async () => {
    const { hide, restore } = batchOf();
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
    (line) => {
      expect(readAnsweredLine(line)).toBeUndefined();
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
    const { hide } = batchOf();
    await hide(lineOf('a'), 1);
    await expect(hide(lineOf('a'), 2)).rejects.toThrow('line 2: custom_id must be unique in the batch');
  });
});
