import { z } from 'zod';

/** What is noted: what was erased, a job that was cancelled, and rights that were taken away. Triggers write these words. */
export const TOMBSTONE_KINDS = [
  'key',
  'chat',
  'document',
  'job',
  'user',
  'cancelled_job',
  'inactive_user',
  'revoked_key',
] as const;
export type TombstoneKind = (typeof TOMBSTONE_KINDS)[number];

/** That this is no more, or may no more. There is no field for a name or a text. */
export interface Tombstone {
  kind: TombstoneKind;
  /** Of the row; of a key, its subject. */
  id: string;
  /** When it was erased, by the database's clock. */
  at: Date;
}

const LINE = z.strictObject({
  kind: z.enum(TOMBSTONE_KINDS),
  id: z.uuid(),
  at: z.iso.datetime().transform((text) => new Date(text)),
});

export const toLine = (tombstone: Tombstone): string => `${JSON.stringify(tombstone)}\n`;

/** @throws Error where it is none */
export function fromLine(line: string): Tombstone {
  const { data, success } = LINE.safeParse(parsed(line));
  if (!success) throw new Error('A line of the tombstones cannot be read');
  return data;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // No tombstone: the caller says so.
  }
}
