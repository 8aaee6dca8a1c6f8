import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readerOf } from '../../testing/reader-of';
import { AnonymizeFileDto, RestoreFileDto, SubmitFileDto } from './files.dto';
import { sendFile } from './send-file';

const CHOICES = /^choices must be a list of Names, [A-Za-z, ]+, All$/;
const DROP = /^drop must be a list of [a-z_, ]+$/;
const WORDS = 'must be at most 100 texts of 1 to 200 characters';
const many = (count: number): string[] => Array.from({ length: count }, () => 'x');

describe('the fields of a file', () => {
  const { read, refusal } = readerOf(AnonymizeFileDto);

  it('are all optional', async () => {
    expect(await read({})).toEqual({});
  });

  it.each([
    ['Names', ['Names']],
    ['Names,Phone', ['Names', 'Phone']],
    [' Names , Phone ', ['Names', 'Phone']],
    [
      ['Names', 'All'],
      ['Names', 'All'],
    ],
  ])('name choices in one part or several: %j', async (choices, expected) => {
    expect(await read({ choices })).toEqual({ choices: expected });
  });

  it('have one part for each word, which may contain commas', async () => {
    expect(await read({ hide: 'Schmidt, Anna', keep: ['a,b', 'c'] })).toEqual({
      hide: ['Schmidt, Anna'],
      keep: ['a,b', 'c'],
    });
  });

  it.each([
    ['lang', ['de', 'en'], 'lang must be a string'],
    ['choices', '', CHOICES],
    ['choices', 'Names,', CHOICES],
    ['choices', 'names', CHOICES],
    ['choices', { toString: 'Names' }, CHOICES],
    ['style', 'surrogate', 'style must be placeholders or surrogates'],
    ['style', ['surrogates', 'placeholders'], 'style must be placeholders or surrogates'],
    ['drop', 'everything', DROP],
    ['drop', '', DROP],
    ['hide', '', `hide ${WORDS}`],
    ['hide', ' ', `hide ${WORDS}`],
    ['hide', 'x'.repeat(201), `hide ${WORDS}`],
    ['hide', many(101), `hide ${WORDS}`],
    ['keep', [['x']], `keep ${WORDS}`],
    ['case_id', ['a', 'b'], 'case_id must be a string'],
  ])('are refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });

  it('have at most 100 words of 200 characters', async () => {
    const body = { hide: ['x'.repeat(200)], keep: many(100) };
    expect(await read(body)).toEqual(body);
  });
});

describe('the fields of a file for a job', () => {
  const { read, refusal } = readerOf(SubmitFileDto);

  it.each([
    ['true', true],
    ['false', false],
  ])('say as a word whether it can be restored: %s', async (restorable, expected) => {
    expect(await read({ restorable, delivery: 'poll' })).toEqual({ restorable: expected, delivery: 'poll' });
  });

  it.each([
    ['restorable', 'yes', 'restorable must be a boolean value'],
    ['restorable', ['true', 'true'], 'restorable must be a boolean value'],
    ['delivery', 'email', 'delivery must be one of the following values: webhook, poll'],
    ['webhook_url', ['a', 'b'], 'webhook_url must be a string'],
    ['choices', 'People', CHOICES],
  ])('are refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });

  it('of a file to restore are ids', async () => {
    const restored = readerOf(RestoreFileDto);
    expect(await restored.read({ case_id: 'c', job_id: 'j', file: 'x', lang: 'de' })).toEqual({
      case_id: 'c',
      job_id: 'j',
    });
    expect(await restored.refusal({ case_id: ['c', 'd'] })).toBe('case_id must be a string');
    expect(await restored.refusal({ job_id: { a: 'b' } })).toBe('job_id must be a string');
  });
});

describe('a file in an answer', () => {
  const sent = (name: string) =>
    sendFile({ content: Buffer.from('x'), name, mediaType: 'text/plain', bytes: 1 });

  it('has its content, type and length', async () => {
    expect(sent('a.txt').getHeaders()).toEqual({
      type: 'text/plain',
      disposition: "attachment; filename*=UTF-8''a.txt",
      length: 1,
    });
    expect((await buffer(sent('a.txt').getStream())).toString()).toBe('x');
    const streamed = sendFile({ content: Readable.from(['ab', 'c']), name: 'a', mediaType: 'b', bytes: 3 });
    expect((await buffer(streamed.getStream())).toString()).toBe('abc');
  });

  it.each([
    ['Verträge 2026.docx', 'Vertr%C3%A4ge%202026.docx'],
    ["O'Neill (final)*.pdf", 'O%27Neill%20%28final%29%2a.pdf'],
    ['a"; filename="b.exe', 'a%22%3B%20filename%3D%22b.exe'],
    ['a\r\nSet-Cookie: b', 'a%0D%0ASet-Cookie%3A%20b'],
    ['契約.txt', '%E5%A5%91%E7%B4%84.txt'],
  ])('has the name %j in a header that has no other character', (name, encoded) => {
    const { disposition } = sent(name).getHeaders();
    expect(disposition).toBe(`attachment; filename*=UTF-8''${encoded}`);
    expect(decodeURIComponent(encoded)).toBe(name);
  });
});
