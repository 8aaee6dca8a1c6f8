import fc from 'fast-check';
import { newId } from '@app/common';
import { readerOf } from '../../testing/reader-of';
import { LimitsDto, limitChanges, PersonLimitsDto } from './limits.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';

const LIMIT = 'limit must be a whole number from 1 to 100';

describe('the query of a page', () => {
  const { read, refusal } = readerOf(PageQueryDto, 'query');

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('has the limit %s', async (limit, expected) => {
    expect(await read({ limit })).toEqual({ limit: expected });
  });

  it.each([
    '0',
    '-1',
    '101',
    '2.5',
    '1,5',
    '',
    ' ',
    'all',
    'NaN',
    'Infinity',
    '1e99',
    '1\0',
    ['1', '2'],
    ['7'],
  ])('is refused with the limit %j', async (limit) => {
    expect(await refusal({ limit })).toBe(LIMIT);
  });

  it('is refused with two cursors', async () => {
    expect(await refusal({ cursor: ['a', 'b'] })).toBe('cursor must be a string');
  });

  it('has at most 50 entries without a limit', () => {
    expect(pageRequest({})).toEqual({ limit: 50 });
  });

  it.each([
    ['nothing', ''],
    ['an id', '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14'],
    ['a character too few', 'A'.repeat(21)],
    ['a character too many', 'A'.repeat(23)],
    ['other characters', `${'A'.repeat(21)}=`],
    ['a line break', `${'A'.repeat(22)}\n`],
  ])('is refused with a cursor of %s', (_, cursor) => {
    expect(() => pageRequest({ cursor })).toThrow('cursor must be next_cursor of the previous page');
  });
});

describe('the answer of a page', () => {
  it('has its items in order, and no cursor on the last page', () => {
    expect(pageAnswer('Keys', { items: [1, 2], next: null }, (item) => ({ item }))).toEqual({
      success: true,
      message: 'Keys',
      data: [{ item: 1 }, { item: 2 }],
      next_cursor: null,
    });
    expect(pageAnswer('Keys', { items: [], next: null }, (item) => item).data).toEqual([]);
  });

  it('has a cursor that the query of the next page accepts, for every id', async () => {
    const { read } = readerOf(PageQueryDto, 'query');
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (next) => {
        const { next_cursor: cursor } = pageAnswer('Keys', { items: [], next }, (item) => item);
        expect(cursor).toMatch(/^[\w-]{22}$/);
        expect(pageRequest(await read({ cursor, limit: '3' }))).toEqual({ limit: 3, after: next });
      }),
    );
  });

  it('does not show the id of its cursor as such', () => {
    const next = newId();
    expect(pageAnswer('Keys', { items: [], next }, (item) => item).next_cursor).not.toContain(
      next.slice(0, 8),
    );
  });
});

describe('rate limits in a body', () => {
  const KINDS = ['chat', 'anonymize', 'uploads', 'images', 'previews', 'exports'];

  it.each(KINDS)('of %s are a text or null', async (kind) => {
    const { read, refusal } = readerOf(PersonLimitsDto);
    for (const rate of ['1/1s', '', null]) expect(await read({ [kind]: rate })).toEqual({ [kind]: rate });
    for (const rate of [60, true, ['60/1m'], { points: 60 }])
      expect(await refusal({ [kind]: rate })).toBe(`${kind} must be a string`);
  });

  it('of jobs are for organizations and keys, not for people', async () => {
    expect(await readerOf(LimitsDto).read({ jobs: '1/1m' })).toEqual({ jobs: '1/1m' });
    expect(await readerOf(PersonLimitsDto).read({ jobs: '1/1m' })).toEqual({});
  });

  it('change only where the body names them: null removes one', () => {
    expect(limitChanges({ chat: '300/1m', images: null })).toEqual({ chat: '300/1m', images: null });
  });

  it.each([undefined, null, {}, { chat: undefined }])('do not change with %j', (limits) => {
    expect(limitChanges(limits)).toEqual({});
  });
});
