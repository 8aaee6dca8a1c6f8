import { AppError } from '@app/common';
import type { BodyForm } from '../forms/body-form';
import { CHAT } from '../forms/chat-form';
import { RESPONSES } from '../forms/responses-form';
import type { JsonObject, JsonValue } from '../json';

const DATA = 'data:image/png;base64,iVBORw0KGgo=';

interface Way {
  way: string;
  form: BodyForm;
  body(role: string, parts: JsonValue[]): JsonObject;
  text: JsonObject;
  image(url: string): JsonObject;
  /** The field of an image that follows one text. */
  at: string;
}
const WAYS: readonly Way[] = [
  {
    way: 'chat completions',
    form: CHAT,
    body: (role, content) => ({ model: 'm', messages: [{ role, content }] }),
    text: { type: 'text', text: 'What is it?' },
    image: (url) => ({ type: 'image_url', image_url: { url, detail: 'low', alt: 'Anna' } }),
    at: 'messages[0].content[1]',
  },
  {
    way: 'responses',
    form: RESPONSES,
    body: (role, content) => ({ model: 'm', input: [{ role, content }] }),
    text: { type: 'input_text', text: 'What is it?' },
    image: (image_url) => ({ type: 'input_image', image_url, detail: 'low', alt: 'Anna' }),
    at: 'input[0].content[1]',
  },
];

describe.each(WAYS)('an image in $way', ({ form, body, text, image, at }) => {
  const read = (images: boolean, url = DATA, role = 'user') =>
    form.read(body(role, [text, image(url)]), String, images);
  const faultOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
    return 'none';
  };

  it('is refused unless the policy allows it, and the refusal says so', () => {
    expect(faultOf(() => read(false))).toContain(at);
    expect(faultOf(() => read(false))).toMatch(/only if the policy/);
  });

  it('is sent unchanged next to the texts, without the other fields of its part', () => {
    const { body: sent, places } = read(true);
    expect(places.all.map((place) => place.text)).toEqual(['What is it?']);
    expect(JSON.stringify(sent)).toContain(DATA);
    expect(JSON.stringify(sent)).toContain('"detail":"low"');
    expect(JSON.stringify(sent)).not.toContain('Anna');
  });

  it.each([
    ['an address', 'https://pictures.example/anna-schmidt.png'],
    ['another kind of data', 'data:text/html;base64,PGI+'],
    ['data that is no base64', 'data:image/png;base64,Anna Schmidt'],
    ['a file of the machine', 'file:///etc/passwd'],
  ])('is refused if it is %s', (_, url) => {
    expect(faultOf(() => read(true, url))).toMatch(/must be a PNG, JPEG, WebP or GIF as a data: URL/);
  });

  it('is refused in a message of the assistant', () => {
    expect(faultOf(() => read(true, DATA, 'assistant'))).toContain(at);
  });
});
