import { z } from 'zod';

/** The kinds of tombstones: erased things, cancelled jobs, and revoked rights. Triggers insert these words. */
export const TOMBSTONE_KINDS = [
  'key',
  'chat',
  'document',
  'job',
  'user',
  'cancelled_job',
  'inactive_user',
  'revoked_key',
  'case',
  'case_entity',
  'chat_share',
  'assistant',
  'evaluation_text',
] as const;
export type TombstoneKind = (typeof TOMBSTONE_KINDS)[number];

/** States that something was erased or a right was revoked. It has no field for a name or a text. */
export interface Tombstone {
  kind: TombstoneKind;
  /** The id of the row; for a data key, its subject. */
  id: string;
  /** The time of the erasure, by the database's clock. */
  at: Date;
}

const LINE = z.strictObject({
  kind: z.enum(TOMBSTONE_KINDS),
  id: z.uuid(),
  at: z.iso.datetime().transform((text) => new Date(text)),
});

export const toLine = (tombstone: Tombstone): string => `${JSON.stringify(tombstone)}\n`;

/** @throws Error if the line is no tombstone */
export function fromLine(line: string): Tombstone {
  const { data, success } = LINE.safeParse(parsed(line));
  if (!success) throw new Error('A line of the tombstones cannot be read');
  return data;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // Not a tombstone; the caller reports it.
  }
}
