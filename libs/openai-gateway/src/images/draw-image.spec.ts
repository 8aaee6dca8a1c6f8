import type { AnonymizedText } from '@app/anonymization';
import type { EndedCall, EndedCallsStore, Spending } from '@app/budgets';
import { newId } from '@app/common';
import type { ImageGenerator } from '@app/images';
import type { ImageRule } from '@app/policy';
import { PrivateModel, type PromptImage, type PromptImages } from '@app/private-model';
import { policiesOf, withoutCases } from '@app/testing';
import { hideTextsOf } from '../../testing/hiding';
import type { GatewayInput } from '../hide-body';
import type { JsonObject } from '../json';
import { DrawImage } from './draw-image';
import { PrepareImages, type UploadedImages } from './uploaded-images';

const owner = { userId: newId(), organizationId: newId(), groups: [] };
const forever = new AbortController().signal;

/** A PNG of its first and last bytes. */
const PICTURE = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex');
const WITH_TEXT = Buffer.concat([
  PICTURE.subarray(0, 8),
  Buffer.from('0000000b', 'hex'),
  Buffer.from('tEXtHans Müller', 'latin1'),
  Buffer.alloc(4),
  PICTURE.subarray(8),
]);

/** A gateway before an image server that returns this image, or fails. In every image, OCR reads the same text. */
function scene(made: Buffer | Error, images: ImageRule = 'refused') {
  const asked: unknown[] = [];
  const counted: EndedCall[] = [];
  const generator: Partial<ImageGenerator> = {
    model: 'painter',
    generate: async (prompt, _, options) => {
      asked.push({ prompt, ...options });
      if (made instanceof Error) throw made;
      return made;
    },
    edit: async (prompt, sent, _, options) => {
      asked.push({ prompt, ...sent, ...options });
      if (made instanceof Error) throw made;
      return made;
    },
  };
  const promptImages = {
    read: async (_: unknown, { field }: PromptImage) => ({ text: 'A letter of Hans Müller', field }),
    paint: async (_: unknown, { text }: AnonymizedText) => Buffer.from(`painted: ${text}`),
  } as Partial<Record<keyof PromptImages, unknown>> as PromptImages;
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const open: string[] = [];
  const spending = {
    reserve: async () => void open.push('image'),
    cancel: async () => void open.pop(),
  };
  const drawImage = new DrawImage(
    policiesOf({ images }),
    hideTextsOf(['Hans Müller']),
    withoutCases(),
    generator as ImageGenerator,
    new PrivateModel(calls as EndedCallsStore, spending as Partial<Spending> as Spending),
    new PrepareImages(promptImages),
  );
  return { drawImage, asked, counted, open };
}
const input = (body: JsonObject): GatewayInput => ({
  body,
  choices: ['Names'],
  style: 'placeholders',
  onDropped: () => undefined,
});

describe('an image through the gateway', () => {
  it('is made from a description without personal data, and counted', async () => {
    const { drawImage, asked, counted } = scene(Buffer.from('png'));
    const body = { model: 'any', prompt: 'A garden for Hans Müller', n: 1, size: '512x512', user: 'Hans' };
    expect(await drawImage.execute(owner, input(body), forever)).toEqual({
      created: expect.any(Number),
      data: [{ b64_json: 'cG5n' }],
    });
    expect(asked).toEqual([{ prompt: 'A garden for [NAME_1]', size: '512x512' }]);
    expect(counted).toEqual([
      {
        owner,
        model: 'painter',
        hidden: { Names: 1 },
        protection: { level: 'some', leftOutKinds: 16, leftInClear: 0 },
      },
    ]);
  });

  it('is recorded as failed if the image server fails', async () => {
    const { drawImage, counted, open } = scene(new Error('away'));
    await expect(drawImage.execute(owner, input({ prompt: 'A tree' }), forever)).rejects.toThrow('away');
    expect(counted).toMatchObject([{ cutShort: 'failed' }]);
    expect(open).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{}, 'prompt'],
    [{ prompt: 'x', n: 2 }, 'n'],
    [{ prompt: 'x', response_format: 'url' }, 'response_format'],
    [{ prompt: 'x', size: 'Hans' }, 'size'],
    [{ prompt: 'x', quality: 'Hans' }, 'quality'],
    [{ prompt: 'x', stream: true }, 'stream'],
  ])('is refused for %j', async (body, field) => {
    const { drawImage, asked } = scene(Buffer.from('png'));
    await expect(drawImage.execute(owner, input(body), forever)).rejects.toMatchObject({
      details: { errors: [{ field }] },
    });
    expect(asked).toEqual([]);
  });
});

describe('an edited image through the gateway', () => {
  const prompt = 'A hat for Hans Müller';
  const edit = (rule: ImageRule, uploaded: UploadedImages, body: JsonObject = { prompt }) => {
    const stage = scene(Buffer.from('png'), rule);
    return { ...stage, answer: stage.drawImage.execute(owner, input(body), forever, uploaded) };
  };

  it('is made from images without metadata if the policy passes images, and counted', async () => {
    const body = { prompt, n: '1', size: 'auto', background: 'opaque', input_fidelity: 'high', user: 'Hans' };
    const uploaded = { images: [WITH_TEXT, PICTURE], mask: WITH_TEXT };
    const { answer, asked, counted } = edit('passed', uploaded, body);
    expect(await answer).toMatchObject({ data: [{ b64_json: 'cG5n' }] });
    const picture = { format: 'png', content: PICTURE };
    expect(asked).toEqual([
      {
        prompt: 'A hat for [NAME_1]',
        images: [picture, picture],
        mask: picture,
        size: 'auto',
        background: 'opaque',
        input_fidelity: 'high',
      },
    ]);
    expect(counted).toMatchObject([{ owner, model: 'painter', hidden: { Names: 1 } }]);
  });

  it('is made from images in which values are painted over if the policy has images read', async () => {
    const { answer, asked } = edit('read', { images: [PICTURE, PICTURE] });
    await answer;
    const painted = { format: 'png', content: Buffer.from('painted: A letter of [NAME_1]') };
    expect(asked).toEqual([{ prompt: 'A hat for [NAME_1]', images: [painted, painted] }]);
  });

  it('has no more protection than some, since images are not read completely', async () => {
    const levels: unknown[] = [];
    const { drawImage } = scene(Buffer.from('png'), 'passed');
    const { choices: _, ...all } = input({ prompt });
    await drawImage.execute(owner, { ...all, onProtection: (level) => void levels.push(level) }, forever, {
      images: [PICTURE],
    });
    expect(levels).toEqual(['some']);
  });

  it.each<[string, ImageRule, UploadedImages, JsonObject, string, string?]>([
    ['images if the policy refuses them', 'refused', { images: [PICTURE] }, { prompt }, 'image'],
    ['images if the model is not internal', 'internal', { images: [PICTURE] }, { prompt }, 'image'],
    ['a mask if images are read', 'read', { images: [PICTURE], mask: PICTURE }, { prompt }, 'mask'],
    ['no image', 'passed', { images: [] }, { prompt }, 'image'],
    [
      'a text as image',
      'passed',
      { images: [PICTURE] },
      { prompt, image: 'https://a.example/b.png' },
      'image',
    ],
    ['too many images', 'passed', { images: Array<Buffer>(11).fill(PICTURE) }, { prompt }, 'image'],
    ['a number of images', 'passed', { images: [PICTURE] }, { prompt, n: '2' }, 'n'],
    ['a stream', 'passed', { images: [PICTURE] }, { prompt, stream: 'true' }, 'stream'],
    ['an unknown background', 'passed', { images: [PICTURE] }, { prompt, background: 'Hans' }, 'background'],
    ['no prompt', 'passed', { images: [PICTURE] }, {}, 'prompt'],
    ['a GIF', 'passed', { images: [Buffer.from('GIF89a')] }, { prompt }, 'image', 'image_unreadable'],
    [
      'a damaged mask',
      'passed',
      { images: [PICTURE], mask: PICTURE.subarray(0, 12) },
      { prompt },
      'mask',
      'image_unreadable',
    ],
    [
      'a second image that is damaged',
      'passed',
      { images: [PICTURE, PICTURE.subarray(0, 12)] },
      { prompt },
      'image[1]',
      'image_unreadable',
    ],
  ])('is refused for %s', async (_, rule, uploaded, body, field, code = 'bad_request') => {
    const { answer, asked, open } = edit(rule, uploaded, body);
    await expect(answer).rejects.toMatchObject({ code, details: { errors: [{ field }] } });
    expect([asked, open]).toEqual([[], []]);
  });
});
