import fc from 'fast-check';
import { AppError } from '@app/common';
import { readerOf } from '../../testing/reader-of';
import { SubmitTranscriptionDto } from './transcribe.dto';

const FORM = { lang: 'en', webhook_url: 'https://localhost/webhook' };
const FLAGS = ['anonymized', 'timestamps', 'speaker_names', 'words', 'bleep', 'restorable'] as const;
const SPEAKERS = 'speakers must be true, false or a number from 1 to 10';

describe('the fields of a recording', () => {
  const { read, refusal } = readerOf(SubmitTranscriptionDto);

  it('are strings, as in forms', async () => {
    expect(await read({ ...FORM, choices: 'Names, Phone', anonymized: 'false', timestamps: 'true' })).toEqual(
      {
        ...FORM,
        choices: ['Names', 'Phone'],
        anonymized: false,
        timestamps: true,
      },
    );
  });

  it('need the language only', async () => {
    expect(await read({ lang: 'auto' })).toEqual({ lang: 'auto' });
    expect(await refusal({})).toBe('lang must be a string');
    expect(await refusal({ lang: ['en', 'de'] })).toBe('lang must be a string');
  });

  it.each(FLAGS)('say %s by one of two words', async (flag) => {
    expect(await read({ ...FORM, [flag]: 'true' })).toEqual({ ...FORM, [flag]: true });
    expect(await read({ ...FORM, [flag]: 'false' })).toEqual({ ...FORM, [flag]: false });
    for (const other of ['', 'True', '1', 'yes', ' true', ['true', 'false']])
      expect(await refusal({ ...FORM, [flag]: other })).toBe(`${flag} must be a boolean value`);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['1', 1],
    ['10', 10],
    ['02', 2],
  ])('have %s as speakers', async (speakers, expected) => {
    expect(await read({ ...FORM, speakers })).toEqual({ ...FORM, speakers: expected });
  });

  it.each(['0', '11', '-1', '1.5', '1e0', '', 'two', ['2', '3'], '9'.repeat(400)])(
    'are refused with %j as speakers',
    async (speakers) => {
      expect(await refusal({ ...FORM, speakers })).toBe(SPEAKERS);
    },
  );

  it.each([
    ['channels', 'join', 'channels must be one of the following values: split'],
    ['format', 'html', 'format must be one of the following values: text, srt, vtt, json'],
    ['format', '', 'format must be one of the following values: text, srt, vtt, json'],
    ['vocabulary', '', 'vocabulary must be longer than or equal to 1 characters'],
    ['vocabulary', 'x'.repeat(1_001), 'vocabulary must be shorter than or equal to 1000 characters'],
    ['vocabulary', ['a', 'b'], 'vocabulary must be a string'],
    ['choices', { a: 'Names' }, 'choices must be a list of kinds of personal data'],
    ['choices', [['Names']], 'choices must be a list of kinds of personal data'],
    ['delivery', 'email', 'delivery must be one of the following values: webhook, poll'],
    ['case_id', ['a', 'b'], 'case_id must be a string'],
  ])('are refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...FORM, [field]: value })).toBe(message);
  });

  it.each(['x', 'x'.repeat(1_000)])('have up to 1,000 characters of vocabulary', async (vocabulary) => {
    expect(await read({ ...FORM, vocabulary })).toEqual({ ...FORM, vocabulary });
  });

  it('are refused with a message if they are not strings, such as names of Object.prototype', async () => {
    const name = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
    // Names such as `timestamps[toString]` create objects in a form's fields.
    const value = fc.oneof(name, fc.dictionary(name, name, { minKeys: 1, noNullPrototype: true }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('anonymized', 'timestamps'), value, async (field, given) => {
        await expect(read({ ...FORM, [field]: given })).rejects.toBeInstanceOf(AppError);
      }),
    );
  });
});
