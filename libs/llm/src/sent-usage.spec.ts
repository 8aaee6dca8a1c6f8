import { estimateSent, IMAGE_TOKENS } from './sent-usage';

describe('estimateSent', () => {
  const data = 'iVBORw0KGgo'.repeat(1_000);
  const tokensOf = async (...sent: unknown[]): Promise<number> => (await estimateSent(sent, '')).promptTokens;

  it.each([
    ['chat completions', { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
    ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
    ['Gemini', { inlineData: { mimeType: 'image/png', data } }],
    ['Gemini in its other spelling', { inline_data: { mime_type: 'image/png', data } }],
  ])('counts a fixed number for each image of %s', async (_, image) => {
    const text = { type: 'text', text: 'Look.' };
    const tokens = await tokensOf({ content: [text, image, image] });
    expect(tokens).toBeGreaterThan(2 * IMAGE_TOKENS);
    expect(tokens).toBeLessThan(2 * IMAGE_TOKENS + 50);
  });

  it('counts texts alone and in objects', async () => {
    expect(await tokensOf('hello')).toBe(5);
    expect(await tokensOf({ text: 'hello '.repeat(100) })).toBeGreaterThan(100);
  });
});
