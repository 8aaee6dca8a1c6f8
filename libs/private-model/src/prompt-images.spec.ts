import type { AnonymizedText } from '@app/anonymization';
import { AppError } from '@app/common';
import type { DocumentsConfig } from '@app/config';
import type { EditFiles } from '@app/isolation';
import { PromptImages } from './prompt-images';

const owner = { organizationId: 'o', userId: 'u' };
const { signal } = new AbortController();
const image = { field: 'images', format: 'png' as const, content: Buffer.from('original') };
const OCR = { ocr: { languages: ['de'], minConfidence: 60 } } as DocumentsConfig;
const hidden = {
  changes: [{ start: 5, end: 16, replacement: '[NAME_1]' }],
} as unknown as AnonymizedText;

const filesWith = (more: Partial<Record<keyof EditFiles, unknown>> = {}) =>
  ({
    read: jest.fn(async () => ({
      texts: [
        { part: 'words', text: 'Dear Hans' },
        { part: 'words', text: 'Weber,', joins: 'line' },
      ],
      memory: ['words'],
    })),
    write: jest.fn(async () => ({ content: Buffer.from('painted'), report: {} })),
    check: jest.fn(async () => undefined),
    ...more,
  }) as unknown as jest.Mocked<EditFiles>;
const refuses = (code: AppError['code'], message: string) =>
  jest.fn(async () => {
    throw new AppError(code, message);
  });

describe('an image of a prompt', () => {
  it('is read, painted over where values are, and read again for these values', async () => {
    const files = filesWith();
    const images = new PromptImages(OCR, files);
    const read = await images.read(owner, image, signal);
    expect(read.text).toBe('Dear Hans\nWeber,');
    expect(await images.paint(read, hidden, signal)).toEqual(Buffer.from('painted'));
    const [, rewriting] = files.write.mock.calls[0]!;
    expect(rewriting).toEqual({
      changes: [
        { length: 9, of: [{ start: 5, end: 9, replacement: '[NAME_1]' }] },
        { length: 6, of: [{ start: 0, end: 6, replacement: '' }] },
      ],
      memory: ['words'],
    });
    const [checked, values] = files.check.mock.calls[0]!;
    expect([checked.content.toString(), values]).toEqual(['painted', ['Hans\nWeber,']]);
  });

  it.each([
    [
      'OCR finds no words in it',
      OCR,
      { read: refuses('invalid_file', 'Invalid file: no words') },
      'no words',
    ],
    [
      'a second reading finds a value',
      OCR,
      { check: refuses('file_unverifiable', 'The file cannot be anonymized safely: a value is left') },
      'a value is left',
    ],
    ['OCR is off', {} as DocumentsConfig, {}, 'OCR=off'],
  ])('is not sent if %s', async (_, config, more, why) => {
    const images = new PromptImages(config, filesWith(more));
    const sending = images.read(owner, image, signal).then((read) => images.paint(read, hidden, signal));
    await expect(sending).rejects.toMatchObject({
      code: 'image_unreadable',
      message: expect.stringMatching(`^images has an image that is not sent: .*${why}`),
    });
  });

  it('passes other failures on', async () => {
    const images = new PromptImages(OCR, filesWith({ read: refuses('unavailable', 'Try again') }));
    await expect(images.read(owner, image, signal)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
