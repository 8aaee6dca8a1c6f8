import { GeminiController } from './gemini.controller';

describe('countTokens', () => {
  it('counts an image of any size as one number of tokens', async () => {
    const count = (data: string) => {
      const parts = [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data } }];
      return GeminiController.prototype.count('m', { contents: [{ parts }] });
    };
    expect(await count('AAAA'.repeat(10_000))).toEqual(await count('AAAA'));
  });
});
