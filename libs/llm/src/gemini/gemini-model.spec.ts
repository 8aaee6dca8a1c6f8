import { SystemClock } from '@app/common';
import { collect, ModelServer, REQUEST, sendJson } from '../../testing/model-server';
import type { DialectObject } from '../language-model';
import { GeminiModel } from './gemini-model';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const answerOf = (parts: DialectObject[], finishReason?: string): DialectObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
  modelVersion: 'm-1',
  responseId: 'r',
});
const USAGE = { promptTokenCount: 7, candidatesTokenCount: 2, thoughtsTokenCount: 1, totalTokenCount: 10 };
const CALL = { functionCall: { name: 'find', args: { name: 'x' } } };
const WHOLE = {
  ...answerOf([{ text: 'Hm.', thought: true }, { text: 'Hello' }, CALL], 'STOP'),
  usageMetadata: USAGE,
};
const CHUNKS = [
  answerOf([{ text: 'Hel' }]),
  answerOf([{ text: 'lo' }]),
  { ...answerOf([CALL], 'STOP'), usageMetadata: USAGE },
];

let asked: { path: string | undefined; key: unknown; body: DialectObject }[] = [];
const answering = (chunks: readonly DialectObject[] = CHUNKS): void => {
  server.handle = ({ url, headers }, response, body) => {
    asked.push({ path: url, key: headers['x-goog-api-key'], body });
    if (!url?.includes('stream')) return sendJson(response, WHOLE);
    return void response.end(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''));
  };
};
beforeEach(() => {
  asked = [];
  answering();
});

const model = () => new GeminiModel(server.settings, new SystemClock());

describe('GeminiModel', () => {
  it('forwards its own dialect as it is, with the key in a header and the model in the address', async () => {
    const body = { model: 'm/x', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
    expect(await model().relay('gemini', body, forever)).toEqual(WHOLE);
    expect(await collect(model().relayStream('gemini', body, forever))).toEqual(CHUNKS);
    const { contents } = body;
    expect(asked).toEqual([
      { path: '/v1/v1beta/models/m%2Fx:generateContent', key: 'key', body: { contents } },
      { path: '/v1/v1beta/models/m%2Fx:streamGenerateContent?alt=sse', key: 'key', body: { contents } },
    ]);
  });

  it('answers a prompt, whole and streamed, and counts thoughts as part of the answer', async () => {
    const usage = { promptTokens: 7, completionTokens: 3, source: 'provider' };
    expect(await model().complete(REQUEST, forever)).toEqual({ text: 'Hello', finish: 'tool_calls', usage });
    expect(await collect(model().stream(REQUEST, forever))).toEqual([
      { text: 'Hel' },
      { text: 'lo' },
      { finish: 'tool_calls', usage },
    ]);
    expect(asked.map(({ body }) => body.generationConfig)).toEqual([
      { maxOutputTokens: 100 },
      { maxOutputTokens: 100 },
    ]);
  });

  it('converts chat completions', async () => {
    const parameters = { type: 'object', properties: {} };
    const called = { name: 'find', arguments: '{"name":"x"}' };
    await model().relay(
      'chat',
      {
        model: 'm',
        max_tokens: 9,
        top_p: 0.5,
        stop: ['end'],
        reasoning_effort: 'low',
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema: parameters } },
        tools: [{ type: 'function', function: { name: 'find', description: 'd', parameters } }],
        tool_choice: { type: 'function', function: { name: 'find' } },
        messages: [
          { role: 'system', content: 'Be kind.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look.' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            ],
          },
          {
            role: 'assistant',
            content: 'Wait.',
            tool_calls: [{ id: 'a', type: 'function', function: called }],
          },
          { role: 'tool', tool_call_id: 'a', content: '{"found":1}' },
          { role: 'tool', tool_call_id: 'a', content: 'nothing' },
          { role: 'user', content: 'And?' },
        ],
      },
      forever,
    );
    expect(asked[0]!.body).toEqual({
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      generationConfig: {
        maxOutputTokens: 9,
        topP: 0.5,
        stopSequences: ['end'],
        thinkingConfig: { thinkingLevel: 'LOW' },
        responseMimeType: 'application/json',
        responseJsonSchema: parameters,
      },
      tools: [
        { functionDeclarations: [{ name: 'find', description: 'd', parametersJsonSchema: parameters }] },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['find'] } },
      contents: [
        { role: 'user', parts: [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
        {
          role: 'model',
          parts: [
            { text: 'Wait.' },
            {
              functionCall: { id: 'a', name: 'find', args: { name: 'x' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'a', name: 'find', response: { found: 1 } } },
            { functionResponse: { id: 'a', name: 'find', response: { output: 'nothing' } } },
            { text: 'And?' },
          ],
        },
      ],
    });
  });

  it('returns chat completions with thoughts and calls', async () => {
    expect(await model().relay('chat', { ...REQUEST }, forever)).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: {
            content: 'Hello',
            reasoning_content: 'Hm.',
            tool_calls: [
              {
                id: expect.any(String),
                type: 'function',
                function: { name: 'find', arguments: '{"name":"x"}' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  it('reports a blocked prompt, a failure without the words of the provider, and a stream without its end', async () => {
    server.handle = (_, response) => sendJson(response, { promptFeedback: { blockReason: 'SAFETY' } });
    await expect(model().complete(REQUEST, forever)).rejects.toMatchObject({
      code: 'provider_content_filter',
    });
    server.handle = (_, response) =>
      sendJson(response, { error: { code: 429, message: 'SECRET', status: 'RESOURCE_EXHAUSTED' } }, 429);
    const failed = await model()
      .complete(REQUEST, forever)
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ code: 'provider_rate_limited' });
    expect((failed as Error).message).not.toContain('SECRET');
    answering(CHUNKS.slice(0, 2));
    await expect(collect(model().stream(REQUEST, forever))).rejects.toMatchObject({
      code: 'provider_broke_off',
    });
  });

  it.each([
    ['logit_bias', { 1: 1 }],
    ['verbosity', 'low'],
  ])('refuses %s, which it cannot express', async (field, value) => {
    await expect(model().relay('chat', { ...REQUEST, [field]: value }, forever)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field }] },
    });
    expect(asked).toEqual([]);
  });

  it('reports an answer without candidates', async () => {
    for (const body of [{}, { candidates: [] }, { usageMetadata: USAGE }]) {
      server.handle = (_, response) => sendJson(response, body);
      await expect(model().relay('gemini', { model: 'm' }, forever)).rejects.toMatchObject({
        code: 'provider_failed',
      });
      answering([body]);
      await expect(collect(model().relayStream('gemini', { model: 'm' }, forever))).rejects.toMatchObject({
        code: 'provider_failed',
      });
    }
  });

  it('accepts a stream that ends with [DONE]', async () => {
    server.handle = (_, response) =>
      response.end(`${CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
    expect(await collect(model().relayStream('gemini', { model: 'm' }, forever))).toEqual(CHUNKS);
  });

  it('reports a stream that ends before one of its candidates', async () => {
    const second = { content: { parts: [{ text: 'Hi' }] }, index: 1 };
    const stream = () => collect(model().relayStream('gemini', { model: 'm' }, forever));
    answering([...CHUNKS, { candidates: [second] }]);
    await expect(stream()).rejects.toMatchObject({ code: 'provider_broke_off' });
    answering([{ candidates: [second] }, ...CHUNKS, { candidates: [{ index: 1, finishReason: 'STOP' }] }]);
    expect(await stream()).toHaveLength(CHUNKS.length + 2);
  });
});

describe("Gemini's dialect of a server with chat completions", () => {
  it('is asked for as chat completions, without thoughts', async () => {
    let body: DialectObject = {};
    server.handle = (_, response, given) => {
      body = given;
      const called = { name: 'find', arguments: '{"name":"y"}' };
      const message = { content: 'Hello', tool_calls: [{ id: 'c', type: 'function', function: called }] };
      sendJson(response, {
        choices: [{ message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 5, completion_tokens: 3 },
      });
    };
    const answer = await server.model().relay(
      'gemini',
      {
        model: 'm',
        systemInstruction: { parts: [{ text: 'Be kind.' }] },
        generationConfig: {
          maxOutputTokens: 9,
          stopSequences: ['end'],
          thinkingConfig: { thinkingLevel: 'LOW' },
          responseMimeType: 'application/json',
          responseSchema: { type: 'OBJECT' },
        },
        tools: [{ functionDeclarations: [{ name: 'find', parameters: { type: 'OBJECT' } }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        contents: [
          { role: 'user', parts: [{ text: 'Look.' }] },
          { role: 'model', parts: [{ text: 'Hm.', thought: true }, CALL, CALL] },
          {
            role: 'user',
            parts: [
              { functionResponse: { name: 'find', response: { one: 1 } } },
              { functionResponse: { name: 'find', response: { two: 2 } } },
              { text: 'And?' },
            ],
          },
        ],
      },
      forever,
    );
    const called = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'find', arguments: '{"name":"x"}' },
    });
    expect(body).toEqual({
      model: 'm',
      max_tokens: 9,
      stop: ['end'],
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      tools: [{ type: 'function', function: { name: 'find', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: null, tool_calls: [called('call_1'), called('call_2')] },
        { role: 'tool', tool_call_id: 'call_1', content: '{"one":1}' },
        { role: 'tool', tool_call_id: 'call_2', content: '{"two":2}' },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(answer).toEqual({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'Hello' }, { functionCall: { id: 'c', name: 'find', args: { name: 'y' } } }],
          },
          index: 0,
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 },
      modelVersion: 'm',
      responseId: expect.any(String),
    });
  });

  it('arrives in chunks, with the calls in the last one of a candidate', async () => {
    const deltas: DialectObject[] = [
      { content: 'Hel' },
      { content: 'lo' },
      { tool_calls: [{ index: 0, id: 'c', function: { name: 'find', arguments: '{"na' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'me":"y"}' } }] },
    ];
    server.handle = (_, response) => {
      for (const delta of deltas)
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      const last = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
      response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
    };
    const body = { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
    const chunks = await collect(server.model().relayStream('gemini', body, forever));
    expect(chunks.flatMap(({ candidates }) => candidates)).toEqual([
      { content: { role: 'model', parts: [{ text: 'Hel' }] }, index: 0 },
      { content: { role: 'model', parts: [{ text: 'lo' }] }, index: 0 },
      {
        content: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'find', args: { name: 'y' } } }] },
        index: 0,
        finishReason: 'STOP',
      },
    ]);
    expect(chunks.at(-1)!.usageMetadata).toMatchObject({ totalTokenCount: expect.any(Number) });
  });

  it('contains arguments that are no object as one', async () => {
    server.handle = (_, response) => {
      const called = { name: 'find', arguments: '[1]' };
      sendJson(response, { choices: [{ message: { tool_calls: [{ id: 'c', function: called }] } }] });
    };
    const body = { model: 'm', contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
    expect(await server.model().relay('gemini', body, forever)).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { name: 'find', args: { arguments: [1] } } }] } }],
    });
  });
});
