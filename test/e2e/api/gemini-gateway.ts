import { useApi } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';
const PROMPT = `Dear Mr. ${NAME}, we tried to reach you at ${EMAIL}.`;
const PLANTED = ['Müller', 'mueller', 'M\\u00fcller', EMAIL];

const scene = useApi();

const lastSent = (): string => scene.upstream.requests.at(-1)?.raw ?? '';
const contents = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] });
const ask = (path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(scene.system.ai(`gemini/${path}`), {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${scene.user.token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

interface Answer {
  candidates: { content: { parts: { text?: string }[] }; finishReason?: string }[];
  usageMetadata?: { totalTokenCount: number };
}
const textOf = ({ candidates }: Answer): string =>
  candidates
    .flatMap(({ content }) => content.parts)
    .map(({ text = '' }) => text)
    .join('');

describe("Gemini's interface", () => {
  it.each(['v1', 'v1beta'])(
    'returns a restored answer at %s, and the model receives no name',
    async (version) => {
      const answer = (await (
        await ask(`${version}/models/test-model:generateContent`, contents(PROMPT))
      ).json()) as Answer;
      expect(textOf(answer)).toBe(`You said: ${PROMPT}`);
      expect(answer.candidates[0]!.finishReason).toBe('STOP');
      expect(answer.usageMetadata!.totalTokenCount).toBe(34);
      for (const value of PLANTED) expect(lastSent()).not.toContain(value);
    },
  );

  it('streams without partial replacements', async () => {
    scene.upstream.answer = (message) => message.match(/[^]{1,3}/g) ?? [];
    const response = await ask('v1beta/models/test-model:streamGenerateContent?alt=sse', contents(PROMPT));
    let shown = '';
    for (const [, data] of (await response.text()).matchAll(/^data: (.*)$/gm)) {
      shown += textOf(JSON.parse(data!) as Answer);
      expect(PROMPT.startsWith(shown)).toBe(true);
    }
    expect(shown).toBe(PROMPT);
  });

  it('lists the models, and counts tokens without a request to the provider', async () => {
    const listed = (await (await ask('v1beta/models')).json()) as { models: { name: string }[] };
    expect(listed.models.map(({ name }) => name)).toEqual(['models/test-model', 'models/other-model']);
    const before = scene.upstream.requests.length;
    const counted = await (await ask('v1beta/models/test-model:countTokens', contents(PROMPT))).json();
    expect(counted).toEqual({ totalTokens: expect.any(Number) });
    expect(scene.upstream.requests).toHaveLength(before);
  });

  it('answers failures in the form of Google, with the code of this service', async () => {
    const unknown = await ask('v1beta/models/no-such-model:generateContent', contents('hi'));
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      { error: { code: 400, message: expect.stringContaining('model'), status: 'INVALID_ARGUMENT' } },
    ]);
    const search = { ...contents(PROMPT), tools: [{ googleSearch: {} }] };
    const refused = await ask('v1beta/models/test-model:generateContent', search);
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'server_tool_refused']);
  });

  it('refuses a key in the address', async () => {
    const response = await ask('v1beta/models?key=pck_x', undefined, { authorization: '' });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: { code: 400, message: expect.stringContaining('x-goog-api-key'), status: 'INVALID_ARGUMENT' },
      },
    ]);
  });

  it('accepts a key in x-goog-api-key', async () => {
    const made = await scene.api.post<{ data: { key: string } }>('/idm/v1/keys', {
      name: 'agent',
      scopes: ['openai'],
    });
    const headers = { 'x-goog-api-key': made.body.data.key };
    expect((await fetch(scene.system.ai('gemini/v1beta/models'), { headers })).status).toBe(200);
  });
});
