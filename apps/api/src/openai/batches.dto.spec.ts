import { readerOf } from '../../testing/reader-of';
import { BatchesQueryDto, BatchFilesQueryDto } from './batches.dto';
import { listOfObjects } from './list-of-objects';

describe('the query of batches', () => {
  const { read, refusal } = readerOf(BatchesQueryDto, 'query');

  it('has 20 batches without a limit', async () => {
    expect(await read({})).toEqual({ limit: 20 });
    expect(await read({ limit: '100', after: 'batch_1' })).toEqual({ limit: 100, after: 'batch_1' });
  });

  it.each(['0', '101', '', 'x', '1.5', ['1', '2']])('is refused with the limit %j', async (limit) => {
    expect(await refusal({ limit })).toBe('limit must be a whole number from 1 to 100');
  });

  it('is refused with two places to begin after', async () => {
    expect(await refusal({ after: ['a', 'b'] })).toBe('after must be a string');
  });
});

describe('the query of files of batches', () => {
  const { read, refusal } = readerOf(BatchFilesQueryDto, 'query');

  it('has 1,000 files, the newest first', async () => {
    expect(await read({})).toEqual({ limit: 1_000, order: 'desc' });
    const all = { limit: '10000', order: 'asc', purpose: 'batch_output', after: 'f' };
    expect(await read(all)).toEqual({ ...all, limit: 10_000 });
  });

  it.each([
    ['limit', '10001', /^limit must be a whole number from 1 to 10000$/],
    ['limit', '0', /^limit must be a whole number from 1 to 10000$/],
    ['order', 'newest', /^order must be one of the following values: asc, desc$/],
    ['order', ['asc', 'desc'], /^order must be one of the following values: asc, desc$/],
    ['purpose', 'assistants', /^purpose must be one of the following values: batch, /],
    ['after', ['a', 'b'], /^after must be a string$/],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toMatch(message);
  });
});

describe('a list of objects', () => {
  it('is returned as it is', () => {
    const list = [{}, { role: 'user' }];
    expect(listOfObjects(list, 'messages')).toBe(list);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty list', []],
    ['an object', { length: 1, 0: {} }],
    ['a text', 'x'],
    ['texts', ['x']],
    ['null in it', [{}, null]],
    ['a list in it', [{}, []]],
  ])('is not %s', (_, value) => {
    expect(() => listOfObjects(value, 'messages')).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: 'messages must be a list of objects',
        details: { errors: [{ field: 'messages', message: 'must be a list of objects' }] },
      }),
    );
  });
});
