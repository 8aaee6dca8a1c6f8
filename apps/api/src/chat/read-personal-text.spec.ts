import fc from 'fast-check';
import { CHOICES } from '@app/anonymization';
import { readerOf } from '../../testing/reader-of';
import { readChoices, readPersonalText, readPromptText } from './read-prompt';
import { AnonymizeDto, type PersonalTextDto } from '../anonymize/personal-text.dto';

/** Characters of one to four bytes in UTF-8. */
const characters = fc.constantFrom('a', '0', ' ', '\n', '\0', 'ü', '\u0308', '契', '😀');
const ONE = /^choices must name at least one of Names, [A-Za-z, ]+, All$/;
const body = (more: Partial<PersonalTextDto> = {}): PersonalTextDto => ({
  lang: 'en',
  prompt: 'Hello',
  choices: ['Names'],
  model: 'm',
  ...more,
});
const read = (more: Partial<PersonalTextDto>, needsChoices = true) =>
  readPersonalText(body(more), { needsChoices, maxBytes: 100 });

describe('the body of a text to anonymize', () => {
  const reader = readerOf(AnonymizeDto);
  const SMALLEST = { lang: 'en', choices: ['All'], model: 'm', anonymized: false };

  it.each([
    SMALLEST,
    { ...SMALLEST, prompt: '', doc: 'd' },
    { ...SMALLEST, prompt: null, doc: null, case_id: null, mapping: null },
    { ...SMALLEST, prompt: 'x', mapping: 'sealed', anonymized: true },
  ])('is accepted as %j', async (given) => {
    expect(await reader.read(given)).toEqual(given);
  });

  it.each([
    ['prompt', 7, 'prompt must be a string'],
    ['doc', ['d'], 'doc must be a string'],
    ['mapping', {}, 'mapping must be a string'],
    ['case_id', 7, 'case_id must be a string'],
    ['anonymized', undefined, 'anonymized must be a boolean value'],
    ['anonymized', 'false', 'anonymized must be a boolean value'],
    ['anonymized', null, 'anonymized must be a boolean value'],
    ['model', undefined, 'model must be a string'],
    ['lang', undefined, 'lang must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await reader.refusal({ ...SMALLEST, [field]: value })).toBe(message);
  });
});

describe('a personal text', () => {
  it('has no words to hide or to keep if the request has none', () => {
    expect(read({})).toMatchObject({ hide: [], keep: [] });
    expect(read({ hide: null, keep: null })).toMatchObject({ hide: [], keep: [] });
    expect(read({ hide: ['a'], keep: ['b'] })).toMatchObject({ hide: ['a'], keep: ['b'] });
  });

  it.each(['en', 'eng', 'en_US', 'en-GB'])('has a language: %s', (lang) => {
    expect(read({ lang }).language.code).toBe('en');
  });

  it.each(['', 'xx', 'Hans Müller', 'en\0'])('is refused in the language %j, which is not quoted', (lang) => {
    const message = expect.not.stringMatching(/Müller/);
    expect(() => read({ lang })).toThrow(expect.objectContaining({ code: 'bad_request', message }));
  });

  it('is refused without choices unless nothing is hidden', () => {
    expect(() => read({ choices: [] })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(ONE) }),
    );
    expect(read({ choices: [] }, false)).toMatchObject({ choices: [], named: [] });
  });
});

describe('the text of a prompt', () => {
  it.each(['', ' ', '\n\t', '\u00a0', '\u2003', '\ufeff'])('is refused if it is blank: %j', (prompt) => {
    expect(() => readPromptText(prompt, 100)).toThrow('prompt must not be empty or blank');
  });

  it.each(['\u200b', '\0', '.'])('is accepted with one character that is no blank: %j', (prompt) => {
    expect(readPromptText(prompt, 100)).toBe(prompt);
  });

  it('is accepted up to its limit in bytes, and too large beyond', () => {
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1 }), (text) => {
        const prompt = `x${text}`;
        const bytes = Buffer.byteLength(prompt);
        expect(readPromptText(prompt, bytes)).toBe(prompt);
        expect(() => readPromptText(prompt, bytes - 1)).toThrow(
          expect.objectContaining({
            code: 'too_large',
            message: `prompt must not have more than ${bytes - 1} bytes`,
          }),
        );
      }),
    );
  });
});

describe('choices', () => {
  it('of All are every kind except those that must be named', () => {
    const { choices, named } = readChoices(['All'], true);
    expect(choices).toEqual(CHOICES.all);
    expect(choices).not.toContain('Dates');
    expect(named).toEqual([]);
  });

  it.each([
    [['Phones'], ['Phone']],
    [['Name', 'Names'], ['Names']],
    [['Dates', 'All'], ['Dates']],
  ])('%j name %j, in both spellings and once', (given, named) => {
    expect(readChoices(given, true).named).toEqual(named);
  });

  it('name the same kinds in any order, each of them once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHOICES.allowed), { minLength: 1 }), (given) => {
        const { choices } = readChoices(given, true);
        expect(new Set(choices).size).toBe(choices.length);
        expect(new Set(readChoices(given.toReversed(), true).choices)).toEqual(new Set(choices));
      }),
    );
  });
});
