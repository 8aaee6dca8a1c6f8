import type { EndedCall, EndedCallsStore, Spending } from '@app/budgets';
import { newId } from '@app/common';
import type { ImageGenerator } from '@app/images';
import { PrivateModel } from '@app/private-model';
import { policiesOf, withoutCases } from '@app/testing';
import { hideTextsOf } from '../../testing/hiding';
import type { GatewayInput } from '../hide-body';
import type { JsonObject } from '../json';
import { DrawImage } from './draw-image';

const owner = { userId: newId(), organizationId: newId(), groups: [] };
const forever = new AbortController().signal;

/** A gateway before an image server that returns this image, or fails. */
function scene(made: Buffer | Error) {
  const asked: unknown[] = [];
  const counted: EndedCall[] = [];
  const generator: Partial<ImageGenerator> = {
    model: 'painter',
    generate: async (prompt, _, options) => {
      asked.push({ prompt, ...options });
      if (made instanceof Error) throw made;
      return made;
    },
  };
  const calls = { record: async (call: EndedCall) => void counted.push(call) };
  const open: string[] = [];
  const spending = {
    reserve: async () => void open.push('image'),
    cancel: async () => void open.pop(),
  };
  const drawImage = new DrawImage(
    policiesOf(),
    hideTextsOf(['Hans Müller']),
    withoutCases(),
    generator as ImageGenerator,
    new PrivateModel(calls as EndedCallsStore, spending as Partial<Spending> as Spending),
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
