import { startUpstream, type Upstream } from '@app/testing';
import type { FetchImage } from './fetch-image';
import { OpenAiImageGenerator } from './openai-image-generator';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const forever = new AbortController().signal;

describe('an image server that edits images', () => {
  let upstream: Upstream;
  /** The status and the body of its answers, in order. */
  let answers: [number, unknown][];

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.intercept = (_, response) => {
      const [status, body] = answers.shift()!;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
  });
  beforeEach(() => {
    upstream.requests.length = 0;
    answers = [[200, { data: [{ b64_json: PNG.toString('base64') }] }]];
  });
  afterAll(() => upstream.stop());

  const image = { format: 'jpeg', content: Buffer.from('an image') } as const;
  const edit = (images = [image]) =>
    new OpenAiImageGenerator(
      { baseUrl: upstream.baseUrl, apiKey: undefined, model: 'painter', timeoutMs: 5_000 },
      {} as FetchImage,
    ).edit('A hat', { images, mask: { format: 'png', content: Buffer.from('a mask') } }, forever, {
      size: '512x512',
    });
  const partsOf = async (form: FormData) =>
    Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
      ),
    );

  it('receives a form with the images, under names of this service', async () => {
    expect(await edit()).toEqual(PNG);
    const { path, form } = upstream.requests[0]!;
    expect(path).toBe('/v1/images/edits');
    expect(await partsOf(form!)).toEqual([
      ['prompt', 'A hat'],
      ['size', '512x512'],
      ['response_format', 'b64_json'],
      ['n', '1'],
      ['model', 'painter'],
      ['image', 'image-1.jpeg', 'image/jpeg', 'an image'],
      ['mask', 'mask.png', 'image/png', 'a mask'],
    ]);
  });

  it('receives several images as a list', async () => {
    await edit([image, image]);
    expect(upstream.requests[0]!.form!.getAll('image[]')).toHaveLength(2);
  });

  it('is asked again without response_format if it refuses it', async () => {
    answers.unshift([400, {}]);
    expect(await edit()).toEqual(PNG);
    expect(upstream.requests.map(({ form }) => form!.has('response_format'))).toEqual([true, false]);
  });

  it.each<[number, unknown]>([
    [500, {}],
    [200, { data: [] }],
    [200, { data: [{ b64_json: 'bm8gaW1hZ2U=' }] }],
  ])('fails with provider_failed for %s %j', async (status, body) => {
    answers = [[status, body]];
    await expect(edit()).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
