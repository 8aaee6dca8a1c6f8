import { bodyOf } from './openai-format';

describe('the body of a chat completion', () => {
  it('has the images of a message behind its text, and other messages unchanged', () => {
    const url = 'data:image/png;base64,aW1hZ2U=';
    const system = { role: 'system' as const, content: 'Be brief.' };
    const user = { role: 'user' as const, content: 'What is it?' };
    expect(bodyOf({ model: 'm', messages: [system, { ...user, images: [url] }] })).toEqual({
      model: 'm',
      messages: [
        system,
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    });
  });
});
