import { z } from 'zod';

const offset = z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' });

/** A place of a text as Presidio's clients name it. Offsets are code points. */
export const place = z
  .object(
    {
      start: offset,
      end: offset,
      entity_type: z.string({ error: 'must be a text' }).min(1, { error: 'must not be empty' }),
    },
    { error: 'must be an object' },
  )
  .refine(({ start, end }) => start <= end, { error: 'must not be before start', path: ['end'] });
