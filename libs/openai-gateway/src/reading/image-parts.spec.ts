import { AppError } from '@app/common';
import type { ImageHandling } from '@app/policy';
import type { BodyForm } from '../forms/body-form';
import { CHAT } from '../forms/chat-form';
import { THOUGHTS } from '../../testing/hiding';
import { responsesForm } from '../forms/responses-form';
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
  fieldOfUrl: string;
}
const WAYS: readonly Way[] = [
  {
    way: 'chat completions',
    form: CHAT,
    body: (role, content) => ({ model: 'm', messages: [{ role, content }] }),
    text: { type: 'text', text: 'What is it?' },
    image: (url) => ({ type: 'image_url', image_url: { url, detail: 'low', alt: 'Anna' } }),
    at: 'messages[0].content[1]',
    fieldOfUrl: 'image_url.url',
  },
  {
    way: 'responses',
    form: responsesForm(THOUGHTS),
    body: (role, content) => ({ model: 'm', input: [{ role, content }] }),
    text: { type: 'input_text', text: 'What is it?' },
    image: (image_url) => ({ type: 'input_image', image_url, detail: 'low', alt: 'Anna' }),
    at: 'input[0].content[1]',
    fieldOfUrl: 'image_url',
  },
];

describe.each(WAYS)('an image in $way', ({ form, body, text, image, at, fieldOfUrl }) => {
  const read = (images: ImageHandling, url = DATA, role = 'user') =>
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
    expect(faultOf(() => read('refused'))).toContain(at);
    expect(faultOf(() => read('refused'))).toMatch(/only if the policy/);
  });

  it('is sent unchanged next to the texts, without the other fields of its part', () => {
    const { body: sent, places } = read('passed');
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
    expect(faultOf(() => read('passed', url))).toMatch(/must be a PNG, JPEG, WebP or GIF as a data: URL/);
  });

  it('is collected to be read if the policy says so, and what was written is put in its place', () => {
    const { body: sent, places } = read('read');
    expect(places.images).toMatchObject([
      { at: `${at}.${fieldOfUrl}`, format: 'png', content: Buffer.from('iVBORw0KGgo=', 'base64') },
    ]);
    places.images[0]!.put(Buffer.from('painted'));
    expect(JSON.stringify(sent)).toContain(
      `data:image/png;base64,${Buffer.from('painted').toString('base64')}`,
    );
    expect(JSON.stringify(sent)).not.toContain(DATA);
  });

  it.each(['webp', 'gif'])('is refused as image_unreadable if it is to be read and is %s', (format) => {
    expect(() => read('read', `data:image/${format};base64,iVBORw0KGgo=`)).toThrow(
      expect.objectContaining({ code: 'image_unreadable' }),
    );
  });

  it('is one of at most 10 images that are read', () => {
    const images = Array.from({ length: 11 }, () => image(DATA));
    expect(faultOf(() => form.read(body('user', images), String, 'read'))).toMatch(/more than 10 images/);
    expect(faultOf(() => form.read(body('user', images), String, 'passed'))).toBe('none');
  });

  it.each(['https://pictures.example/anna-schmidt.png', 'http://169.254.169.254/a.png'])(
    'is refused if it is to be read and is the address %s',
    (url) => {
      expect(faultOf(() => read('read', url))).toMatch(/remote URLs are not forwarded/);
    },
  );

  it('is refused in a message of the assistant', () => {
    expect(faultOf(() => read('passed', DATA, 'assistant'))).toContain(at);
  });
});
