import { z } from 'zod';
import { readBody } from './read-body';

const schema = z.object({
  list: z.array(z.object({ start: z.number({ error: 'must be a number' }) }), { error: 'must be a list' }),
  names: z.record(z.string(), z.string({ error: 'must be a text' })).optional(),
});
const refusal = (given: unknown) => {
  try {
    readBody(schema, given, ['names']);
  } catch (error) {
    return error;
  }
  throw new Error('The body was accepted');
};

describe('readBody', () => {
  it('returns a body in the form of its schema', () => {
    expect(readBody(schema, { list: [{ start: 1 }] })).toEqual({ list: [{ start: 1 }] });
  });

  it('names each invalid field', () => {
    expect(refusal({ list: [{ start: 1 }, { start: 'x' }] })).toMatchObject({
      code: 'bad_request',
      message: 'list[1].start must be a number',
      details: { errors: [{ field: 'list[1].start', message: 'must be a number' }] },
    });
  });

  it('repeats no name that the caller chose', () => {
    const error = refusal({ list: [], names: { 'Hans Müller': 1 } });
    expect((error as Error).message).toBe('names must be a text');
  });

  it('names at most 20 fields', () => {
    const list = Array.from({ length: 1000 }, () => ({ start: 'x' }));
    expect((refusal({ list }) as { details: { errors: unknown[] } }).details.errors).toHaveLength(20);
  });
});
