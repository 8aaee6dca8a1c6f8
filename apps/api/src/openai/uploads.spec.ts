import type { Readable } from 'node:stream';
import { AppError, newId } from '@app/common';
import { OwnBatchFiles, UploadBatchFile } from '@app/batches';
import { DrawImage, type UploadedImages } from '@app/openai-gateway';
import { serve, type Answer, type Served } from '../../testing/serve';
import { BatchFilesController } from './batch-files.controller';
import { GatewayEntry } from './gateway-entry';
import { OpenAiImagesController } from './openai-images.controller';

const user = { userId: newId(), organizationId: newId() };
const STORED = { id: '1', batchId: null, name: 'a.jsonl', bytes: 2, createdAt: new Date(0) };

describe('uploads to the OpenAI gateway', () => {
  let served: Served;
  const uploaded: object[] = [];
  const deleted: string[] = [];
  const listed: unknown[] = [];
  const drawn: { body: object; images?: UploadedImages }[] = [];

  beforeAll(async () => {
    served = await serve({
      user,
      controllers: [BatchFilesController, OpenAiImagesController],
      providers: [
        {
          provide: UploadBatchFile,
          useValue: {
            execute: async (_: unknown, { name, content }: { name: string; content: Readable }) => {
              let text = '';
              for await (const piece of content) {
                text += String(piece);
                if (text.length > 1_000) throw new AppError('too_large', 'file is too large');
              }
              uploaded.push({ name, text });
              return STORED;
            },
          },
        },
        {
          provide: OwnBatchFiles,
          useValue: {
            delete: async (_: unknown, id: string) => void deleted.push(id),
            read: async (_: unknown, id: string) => {
              throw new AppError('not_found', `There is no such file: ${id}`);
            },
            list: async (...asked: unknown[]) => {
              listed.push(asked.slice(1));
              return { files: [], hasMore: false };
            },
          },
        },
        { provide: GatewayEntry, useValue: { enter: async (_: unknown, body: object) => ({ body }) } },
        {
          provide: DrawImage,
          useValue: {
            execute: async (
              _user: unknown,
              { body }: { body: object },
              _gone: unknown,
              images?: UploadedImages,
            ) => {
              drawn.push({ body, ...(images && { images }) });
              return { created: 0, data: [] };
            },
          },
        },
      ],
    });
  });
  beforeEach(() => {
    for (const list of [uploaded, deleted, listed, drawn]) list.length = 0;
  });
  afterAll(() => served.close());

  type Parts = readonly (readonly [string, string | File])[];
  const send = (path: string, parts: Parts): Promise<Answer> => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value as string);
    return served.ask(`openai/v1/${path}`, { method: 'POST', body });
  };
  const file = (name: string, content = '{}', fileName = 'a.jsonl') =>
    [name, new File([content], fileName)] as const;
  const errorOf = async (answer: Promise<Answer>) => {
    const { status, json } = await answer;
    return { status, ...(json as { error: { message: string; param: string | null; code: string } }).error };
  };

  describe('of a file with requests', () => {
    const PURPOSE = ['purpose', 'batch'] as const;

    it.each<[string, Parts]>([
      ['before', [PURPOSE, file('file')]],
      ['after', [file('file'), PURPOSE]],
    ])('may have the purpose %s the file', async (_, parts) => {
      const { status, json } = await send('files', parts);
      expect([status, json]).toMatchObject([200, { id: 'file-1', object: 'file', purpose: 'batch' }]);
      expect(uploaded).toEqual([{ name: 'a.jsonl', text: '{}' }]);
      expect(deleted).toEqual([]);
    });

    it('read nothing of a file with another purpose', async () => {
      expect(await errorOf(send('files', [['purpose', 'assistants'], file('file')]))).toEqual({
        status: 400,
        type: 'invalid_request_error',
        message: 'purpose must be batch: files with other purposes are not supported',
        param: 'purpose',
        code: 'not_supported',
      });
      expect(uploaded).toEqual([]);
    });

    it.each<[string, Parts, string]>([
      ['another purpose', [file('file'), ['purpose', 'fine-tune']], 'not_supported'],
      ['no purpose', [file('file')], 'bad_request'],
      ['two purposes', [file('file'), PURPOSE, PURPOSE], 'bad_request'],
    ])('delete a file if its form ends with %s', async (_, parts, code) => {
      expect(await errorOf(send('files', parts))).toMatchObject({ status: 400, param: 'purpose', code });
      expect(deleted).toEqual(['file-1']);
    });

    it('delete a file if a second one follows', async () => {
      expect(await errorOf(send('files', [PURPOSE, file('file'), file('file')]))).toMatchObject({
        status: 400,
        param: 'file',
      });
      expect(deleted).toHaveLength(uploaded.length);
    });

    it('are refused without a file, or as another type', async () => {
      expect(await errorOf(send('files', [PURPOSE]))).toMatchObject({
        status: 400,
        message: 'file must be a part with a file',
        param: 'file',
      });
      expect(await errorOf(served.post('openai/v1/files', {}))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    });

    it('are refused with the reason if the file is too large', async () => {
      expect(await errorOf(send('files', [PURPOSE, file('file', 'x'.repeat(300_000))]))).toMatchObject({
        status: 413,
        message: 'file is too large',
        code: 'too_large',
      });
    });

    it('are listed by pages', async () => {
      expect((await served.ask('openai/v1/files')).json).toMatchObject({
        object: 'list',
        data: [],
        has_more: false,
      });
      await served.ask('openai/v1/files?limit=5&order=asc&after=f&purpose=batch_output');
      expect(listed).toEqual([
        [{ limit: 1_000, order: 'desc' }, undefined],
        [{ limit: 5, order: 'asc', after: 'f' }, 'batch_output'],
      ]);
    });

    it('are deleted in the form that clients know', async () => {
      const { json } = await served.ask('openai/v1/files/file-1', { method: 'DELETE' });
      expect(json).toEqual({ id: 'file-1', object: 'file', deleted: true });
    });
  });

  describe('of images', () => {
    const PROMPT = ['prompt', 'A hat'] as const;
    const image = (name = 'image', content = 'png') => file(name, content, 'a.png');

    it('have several images in both spellings, in order, and a mask', async () => {
      const parts: Parts = [
        image('image', 'a'),
        PROMPT,
        image('image[]', 'b'),
        image('mask', 'm'),
        image('image', 'c'),
        ['size', '1x1'],
      ];
      expect((await send('images/edits', parts)).status).toBe(200);
      expect(drawn).toEqual([
        {
          body: { prompt: 'A hat', size: '1x1' },
          images: { images: ['a', 'c', 'b'].map((text) => Buffer.from(text)), mask: Buffer.from('m') },
        },
      ]);
    });

    it('may have no image, which the use case refuses', async () => {
      await send('images/edits', [PROMPT]);
      expect(drawn).toEqual([{ body: { prompt: 'A hat' }, images: { images: [] } }]);
    });

    it.each<[string, Parts]>([
      ['more than 10 images', [PROMPT, ...Array.from({ length: 11 }, () => image())]],
      ['two masks', [PROMPT, image(), image('mask'), image('mask')]],
      ['another part with a file', [PROMPT, image('picture')]],
    ])('are refused with %s', async (_, parts) => {
      expect(await errorOf(send('images/edits', parts))).toMatchObject({
        status: 400,
        param: 'image',
        message:
          'image must be the parts with files, named image or image[], at most 10; one more may be named mask',
      });
      expect(drawn).toEqual([]);
    });

    it('have up to 16 MiB together', async () => {
      const half = 'x'.repeat(8 * 1024 ** 2);
      expect(
        await errorOf(send('images/edits', [PROMPT, image('image', half), image('mask', `${half}x`)])),
      ).toMatchObject({
        status: 413,
        message: 'The images are too large: at most 16777216 bytes are accepted',
      });
    });

    it('have a prompt of up to 256 KiB', async () => {
      expect((await send('images/edits', [['prompt', 'x'.repeat(256 * 1024)], image()])).status).toBe(200);
      expect(
        await errorOf(send('images/edits', [['prompt', 'x'.repeat(256 * 1024 + 1)], image()])),
      ).toMatchObject({
        status: 400,
        message: 'The form has too many parts, or too long ones',
      });
    });

    it('are not read from addresses in JSON', async () => {
      expect(
        await errorOf(served.post('openai/v1/images/edits', { image: 'https://x', prompt: 'a' })),
      ).toMatchObject({
        status: 400,
        message: expect.stringMatching(/references to images in JSON are not accepted$/),
      });
    });

    it('are drawn from a description alone', async () => {
      expect((await served.post('openai/v1/images/generations', { prompt: 'A garden', n: 1 })).status).toBe(
        200,
      );
      expect(drawn).toEqual([{ body: { prompt: 'A garden', n: 1 } }]);
    });
  });
});
