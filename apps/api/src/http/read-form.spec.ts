import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { memoryStorage } from 'multer';
import { AppError } from '@app/common';
import { contentOf, partName, readForm } from './read-form';

const BOUNDARY = 'b0undary';

interface Part {
  name: string;
  content?: string | Buffer;
  file?: string;
  more?: string;
}

/** Returns a request with a form as its body, in pieces of a few bytes. */
function requestWith(
  body: Buffer | string,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
  complete = true,
): Request {
  const bytes = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, i) =>
    bytes.subarray(i * 1_000, (i + 1) * 1_000),
  );
  const headers: Record<string, string> = {
    'content-type': type,
    ...(bytes.length > 0 && { 'content-length': String(bytes.length) }),
  };
  return Object.assign(Readable.from(pieces), {
    headers,
    complete,
    get: (name: string) => headers[name],
  }) as unknown as Request;
}

const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, content = 'x', file, more = '' }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}${more}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

async function read(
  request: Request,
  ...more: [Parameters<typeof readForm>[3]?, Parameters<typeof readForm>[4]?]
) {
  await readForm(request, {} as Response, memoryStorage(), ...more);
  return { fields: request.body as object, file: request.file, files: request.files };
}
const refusal = async (request: Request, ...more: [Parameters<typeof readForm>[3]?]): Promise<string> => {
  try {
    await read(request, ...more);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

const ONE_FILE = 'bad_request: A multipart body must have one part with a file, named file';
const MALFORMED = 'bad_request: The multipart body is malformed or cut off';
const TOO_MUCH = 'bad_request: The form has too many parts, or too long ones';

describe('a form', () => {
  it('has fields before and after its file', async () => {
    const form = formOf([
      { name: 'lang', content: 'de' },
      { name: 'file', file: 'a.txt', content: 'Grüße' },
      { name: 'hide', content: 'a, b' },
      { name: 'hide', content: '' },
    ]);
    const { fields, file } = await read(requestWith(form));
    expect(fields).toEqual({ lang: 'de', hide: ['a, b', ''] });
    expect(file!.buffer.toString()).toBe('Grüße');
  });

  it('may have no file, an empty one, and bytes of any kind', async () => {
    expect((await read(requestWith(formOf([{ name: 'lang', content: 'de' }])))).file).toBeUndefined();
    const empty = await read(requestWith(formOf([{ name: 'file', file: 'a.txt', content: '' }])));
    expect(empty.file!.size).toBe(0);
    const content = Buffer.from(Array.from({ length: 3_000 }, (_, i) => i % 256));
    const { file } = await read(requestWith(formOf([{ name: 'file', file: 'a.bin', content }])));
    expect(file!.buffer.equals(content)).toBe(true);
  });

  it.each([
    ['multipart/form-data'],
    ['multipart/form-data; charset=utf-8'],
    ['multipart/mixed; boundary=b'],
    ['application/json'],
    ['x-multipart/form-data; boundary=b'],
    [''],
  ])('is refused as %j', async (type) => {
    expect(await refusal(requestWith(formOf([]), type))).toBe(
      'unsupported_media_type: Content-Type must be multipart/form-data with a boundary',
    );
  });

  it.each([
    ['another name', [{ name: 'upload', file: 'a.txt' }]],
    [
      'two files',
      [
        { name: 'file', file: 'a.txt' },
        { name: 'file', file: 'b.txt' },
      ],
    ],
    [
      'a second file of another name',
      [
        { name: 'file', file: 'a.txt' },
        { name: 'other', file: 'b.txt' },
      ],
    ],
  ])('is refused with a file of %s', async (_, parts) => {
    expect(await refusal(requestWith(formOf(parts)))).toBe(ONE_FILE);
  });

  it.each<[string, Part[]]>([
    ['more than 250 fields', Array.from({ length: 251 }, (_, i) => ({ name: `f${i}` }))],
    ['a field of more than 64 KiB', [{ name: 'f', content: 'x'.repeat(64 * 1024 + 1) }]],
    ['a name of more than 100 bytes', [{ name: 'f'.repeat(101) }]],
  ])('is refused with %s', async (_, parts) => {
    expect(await refusal(requestWith(formOf(parts)))).toBe(TOO_MUCH);
  });

  it('has limits of its route', async () => {
    const form = formOf([{ name: 'f', content: 'x'.repeat(20) }]);
    expect(await refusal(requestWith(form), { fieldSize: 10 })).toBe(TOO_MUCH);
    expect(await refusal(requestWith(form), { fieldSize: 30 })).toBe('accepted');
  });

  it.each([
    ['no end', formOf([{ name: 'file', file: 'a.txt', content: 'x'.repeat(5_000) }]).subarray(0, 4_000)],
    ['no part', `--${BOUNDARY}\r\n`],
    [
      'another boundary',
      formOf([{ name: 'lang' }])
        .toString()
        .replaceAll(BOUNDARY, 'other'),
    ],
    ['a header that is cut off', `--${BOUNDARY}\r\nContent-Disposition: form-data; na`],
  ])('is malformed with %s', async (_, body) => {
    expect(await refusal(requestWith(body))).toBe(MALFORMED);
  });

  it('reaches no prototype by the names of its fields', async () => {
    const names = ['__proto__', '__proto__[polluted]', 'constructor[prototype][polluted]', 'toString'];
    const { fields } = await read(requestWith(formOf(names.map((name) => ({ name })))));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf({ ...fields })).toBe(Object.prototype);
    expect(typeof {}.toString).toBe('function');
  });

  it('passes on the failure of what stores its file', async () => {
    const failure = new Error('the store is full');
    const request = requestWith(formOf([{ name: 'file', file: 'a.txt' }]));
    const storage = {
      _handleFile: (_: unknown, file: { stream: Readable }, done: (error: unknown) => void) => {
        file.stream.resume().once('end', () => done(failure));
      },
      _removeFile: (_: unknown, __: unknown, done: (error: null) => void) => done(null),
    };
    await expect(readForm(request, {} as Response, storage as never)).rejects.toBe(failure);
  });

  it('may have several files if its route names their parts', async () => {
    const files = {
      parts: [
        { name: 'image', maxCount: 2 },
        { name: 'mask', maxCount: 1 },
      ],
      refusal: () => new AppError('bad_request', 'image must be a file'),
    };
    const limits = { files: 3 };
    const [image, mask] = [
      { name: 'image', file: 'a.png' },
      { name: 'mask', file: 'm.png' },
    ];
    const { files: read_ } = await read(requestWith(formOf([image, image, mask])), limits, files);
    expect(
      Object.fromEntries(Object.entries(read_ as object).map(([name, { length }]) => [name, length])),
    ).toEqual({
      image: 2,
      mask: 1,
    });
    for (const parts of [[mask, mask], [image, image, image], [{ name: 'file', file: 'a.png' }]])
      await expect(read(requestWith(formOf(parts)), limits, files)).rejects.toThrow('image must be a file');
  });
});

describe('a form that multer does not read', () => {
  it.each([
    ['an empty boundary', 'multipart/form-data; boundary=', '--b\r\n\r\n--b--'],
    ['no content', 'multipart/form-data; boundary=b', ''],
  ])('has no fields: %s', async (_, type, content) => {
    expect((await read(requestWith(content, type))).fields).toEqual({});
  });
});

describe('the name of a part', () => {
  const nameOf = (originalname: string): string => partName({ originalname } as Express.Multer.File);
  const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

  it.each(['a.txt', 'Verträge.docx', '契約.pdf', 'Müller & Söhne.xlsx', '😀.png'])(
    'is decoded from UTF-8: %s',
    (name) => {
      expect(nameOf(latin1(name))).toBe(name);
    },
  );

  it.each([
    ['is Latin-1', 'Vertr\u00e4ge.txt'],
    ['has other characters already', '契約.pdf'],
    ['has bytes that are cut off', `a${latin1('ü').slice(0, 1)}.txt`],
  ])('stays as it is if it %s', (_, name) => {
    expect(nameOf(name)).toBe(name);
  });

  it('is that of the form', async () => {
    const { file } = await read(
      requestWith(formOf([{ name: 'file', file: 'Verträge "2026".txt'.replaceAll('"', '%22') }])),
    );
    expect(partName(file!)).toBe('Verträge "2026".txt');
  });
});

describe('the content of a part', () => {
  it('is whole, and each piece is announced', async () => {
    const pieces: number[] = [];
    const content = await contentOf(Readable.from([Buffer.from('ab'), Buffer.from('c')]), ({ length }) =>
      pieces.push(length),
    );
    expect([content.toString(), pieces]).toEqual(['abc', [2, 1]]);
    expect((await contentOf(Readable.from([]), () => undefined)).length).toBe(0);
  });

  it('ends with the error of the receiver, and the stream is not destroyed', async () => {
    const stream = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
    const refuse = (): void => {
      throw new AppError('too_large', 'too large');
    };
    await expect(contentOf(stream, refuse)).rejects.toThrow('too large');
    expect(stream.destroyed).toBe(false);
  });
});
