import { PNG } from '../../contract/scene';
import { aPrompt } from '../../support/chat';
import { useApi } from './scene';

const TEXT = 'Write to Anna Schmidt.';

const scene = useApi();

describe('X-Protection', () => {
  beforeEach(() => {
    scene.upstream.intercept = ({ path }, response) => {
      const data = path.endsWith('/images/generations')
        ? [{ b64_json: PNG.toString('base64') }]
        : path.endsWith('/embeddings') && [{ object: 'embedding', index: 0, embedding: [0.5] }];
      if (!data) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data, model: 'test-model' }));
      return true;
    };
  });

  it.each([
    ['some', 'chat', aPrompt(TEXT)],
    ['off', 'chat', aPrompt(TEXT, { anonymized: false })],
    ['all', 'generate-image', { prompt: TEXT }],
    ['all', 'openai/v1/chat/completions', { messages: [{ role: 'user', content: TEXT }] }],
    ['all', 'openai/v1/responses', { input: TEXT }],
    ['all', 'openai/v1/images/generations', { prompt: TEXT }],
    ['some', 'openai/v1/embeddings', { input: TEXT }],
  ])('is %s in the answer of %s', async (level, path, request) => {
    const { status, headers } = await scene.api.post(path, { model: 'test-model', ...request });
    expect([status, headers.get('x-protection')]).toEqual([200, level]);
  });
});
