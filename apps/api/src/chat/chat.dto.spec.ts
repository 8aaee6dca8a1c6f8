import fc from 'fast-check';
import { CHOICES } from '@app/anonymization';
import type { ChatResult } from '@app/sessions';
import { readerOf } from '../../testing/reader-of';
import {
  ChatDto,
  chatResult,
  ContinueDto,
  readAssistant,
  readDocs,
  RegenerateDto,
  VersionDto,
} from './chat.dto';

const SMALLEST = { lang: 'en', prompt: 'x', choices: [], model: 'm' };
const IDS = 'must be a list of at most 10 ids';
const CHOICE = /^choices must be an array of Names, [A-Za-z, ]+, All$/;
const WORDS = 'must be a list of at most 100 texts of 1 to 200 characters';
/** Characters of one to four bytes, of half a pair, and those that JSON escapes. */
const characters = fc.constantFrom(
  'a',
  'Z',
  '0',
  ' ',
  '\n',
  '\t',
  '\0',
  '"',
  '\\',
  '<',
  'ü',
  '\u0308',
  'ß',
  '契',
  '😀',
  '\ud800',
  '\ufeff',
);
const ten = Array.from({ length: 10 }, (_, i) => `id-${i}`);

describe('the body of a prompt', () => {
  const { read, refusal } = readerOf(ChatDto);

  it.each([
    SMALLEST,
    { ...SMALLEST, choices: ['All', 'Names', 'Phones', 'Name'] },
    { ...SMALLEST, chat_id: '', doc: '', docs: [], images: [], case_id: '', assistant_id: '', variables: {} },
    {
      ...SMALLEST,
      chat_id: null,
      doc: null,
      docs: null,
      images: null,
      case_id: null,
      assistant_id: null,
      variables: null,
      hide: null,
      keep: null,
      anonymized: null,
      anonymize: null,
    },
    { ...SMALLEST, docs: ten, images: ten, anonymized: true, anonymize: false },
    { ...SMALLEST, hide: ['x'.repeat(200)], keep: Array.from({ length: 100 }, () => 'x') },
    { ...SMALLEST, prompt: ' ', variables: { customer: 'Anna Schmidt' } },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    ['lang', undefined, 'lang must be a string'],
    ['lang', null, 'lang must be a string'],
    ['lang', ['en'], 'lang must be a string'],
    ['prompt', undefined, 'prompt must be a string'],
    ['prompt', null, 'prompt must be a string'],
    ['prompt', 7, 'prompt must be a string'],
    ['prompt', { text: 'x' }, 'prompt must be a string'],
    ['prompt', '', 'prompt should not be empty'],
    ['choices', undefined, CHOICE],
    ['choices', null, CHOICE],
    ['choices', 'Names', CHOICE],
    ['choices', ['names'], CHOICE],
    ['choices', ['Names', null], CHOICE],
    ['choices', [['Names']], CHOICE],
    ['choices', ['hasOwnProperty'], CHOICE],
    ['model', undefined, 'model must be a string'],
    ['model', '', 'model should not be empty'],
    ['hide', 'Anna', `hide ${WORDS}`],
    ['hide', [''], `hide ${WORDS}`],
    ['hide', [' \n'], `hide ${WORDS}`],
    ['hide', ['x'.repeat(201)], `hide ${WORDS}`],
    ['hide', [7], `hide ${WORDS}`],
    ['keep', Array.from({ length: 101 }, () => 'x'), `keep ${WORDS}`],
    ['keep', { 0: 'x' }, `keep ${WORDS}`],
    ['chat_id', 7, 'chat_id must be a string'],
    ['case_id', {}, 'case_id must be a string'],
    ['assistant_id', ['a'], 'assistant_id must be a string'],
    ['variables', 'customer', 'variables must be an object with a text for each variable'],
    ['variables', ['customer'], 'variables must be an object with a text for each variable'],
    ['doc', ['a'], 'doc must be a string'],
    ['docs', 'a', `docs ${IDS}`],
    ['docs', [...ten, 'id-10'], `docs ${IDS}`],
    ['docs', [null], `docs ${IDS}`],
    ['images', [...ten, 'id-10'], `images ${IDS}`],
    ['images', { length: 1 }, `images ${IDS}`],
    ['anonymized', 'true', 'anonymized must be a boolean value'],
    ['anonymize', 1, 'anonymize must be a boolean value'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...SMALLEST, [field]: value })).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });

  it('is accepted with any text and any known choices', async () => {
    const choices = fc.array(fc.constantFrom(...CHOICES.allowed), { maxLength: 5 });
    const word = fc
      .string({ unit: characters, minLength: 1, maxLength: 50 })
      .filter((text) => /\S/.test(text));
    const body = fc.record({
      lang: fc.string(),
      prompt: fc.string({ unit: characters, minLength: 1 }),
      model: fc.string({ minLength: 1 }),
      choices,
      hide: fc.array(word, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(body, async (given) => expect(await read(given)).toEqual(given)),
      { numRuns: 50 },
    );
  });
});

describe('the documents of a prompt', () => {
  it.each([
    [{}, undefined],
    [{ doc: '', docs: [] }, undefined],
    [{ doc: null, docs: null }, undefined],
    [{ doc: 'a' }, { ids: ['a'], field: 'doc' }],
    [{ docs: ['a', 'b'] }, { ids: ['a', 'b'], field: 'docs' }],
    [
      { doc: 'a', docs: ['b', 'a', 'b'] },
      { ids: ['a', 'b'], field: 'docs' },
    ],
    [
      { doc: 'a', docs: [] },
      { ids: ['a'], field: 'doc' },
    ],
  ])('of %j are named once each, with the field that names them', (body, expected) => {
    expect(readDocs(body)).toEqual(expected);
  });

  it('are at most ten together', () => {
    expect(readDocs({ doc: 'id-0', docs: ten })?.ids).toHaveLength(10);
    expect(() => readDocs({ doc: 'other', docs: ten })).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: 'docs must have at most 10 ids together with doc',
      }),
    );
  });
});

describe('the assistant of a prompt', () => {
  it.each([
    [{}, undefined],
    [{ assistant_id: '', variables: {} }, undefined],
    [{ assistant_id: null, variables: null }, undefined],
    [{ assistant_id: 'a' }, { id: 'a', variables: {} }],
    [
      { assistant_id: 'a', variables: { x: 'y' } },
      { id: 'a', variables: { x: 'y' } },
    ],
  ])('of %j is read with its variables', (body, expected) => {
    expect(readAssistant(body)).toEqual(expected);
  });

  it.each([undefined, null, ''])('is required by variables (%j)', (assistant_id) => {
    expect(() => readAssistant({ assistant_id, variables: { x: 'y' } })).toThrow(
      'variables must be absent without assistant_id',
    );
  });
});

describe('the body of another version of a turn', () => {
  const { read, refusal } = readerOf(RegenerateDto);

  it('needs the turn only', async () => {
    expect(await read({ turn_id: 't' })).toEqual({ turn_id: 't' });
    expect(await readerOf(VersionDto).refusal({})).toBe('turn_id must be a string');
  });

  it.each([
    ['turn_id', null, 'turn_id must be a string'],
    ['prompt', '', 'prompt should not be empty'],
    ['prompt', 1, 'prompt must be a string'],
    ['choices', ['names'], CHOICE],
    ['model', '', 'model should not be empty'],
    ['hide', ['x'.repeat(201)], `hide ${WORDS}`],
    ['lang', {}, 'lang must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ turn_id: 't', [field]: value })).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });

  it('of a continuation has a model, or that of the answer', async () => {
    const continued = readerOf(ContinueDto);
    for (const body of [{}, { model: null }, { model: 'm' }])
      expect(await continued.read(body)).toEqual(body);
    expect(await continued.refusal({ model: ['m'] })).toBe('model must be a string');
  });
});

describe('the answer to a prompt', () => {
  const RESULT: ChatResult = {
    chatId: 'c',
    anonymizedPrompt: 'Write to [NAME_1]',
    replacedResponse: 'Dear Anna',
    anonymizedValues: { Names: ['[NAME_1]'] },
    totalTokens: 0,
    protection: 'all',
    finish: 'stop',
    continuesAt: 9,
  };

  it('has its five documented fields, with the tokens as digits', () => {
    expect(chatResult(RESULT)).toEqual({
      session_id: 'c',
      anonymized_prompt: 'Write to [NAME_1]',
      replaced_response: 'Dear Anna',
      anonymized_values: { Names: ['[NAME_1]'] },
      total_tokens: '0',
    });
    expect(chatResult({ ...RESULT, totalTokens: 123_456 }).total_tokens).toBe('123456');
  });
});
