import { AnthropicController } from './anthropic.controller';

describe('count_tokens', () => {
  it('counts an image of any size as one number of tokens', async () => {
    const count = (data: string) => {
      const source = { type: 'base64', media_type: 'image/png', data };
      const content = [
        { type: 'text', text: 'Look.' },
        { type: 'image', source },
      ];
      return AnthropicController.prototype.count({ model: 'm', messages: [{ role: 'user', content }] });
    };
    expect(await count('AAAA'.repeat(10_000))).toEqual(await count('AAAA'));
  });
});
