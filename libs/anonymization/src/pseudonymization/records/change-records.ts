import { TimeSlice } from '@app/common';
import type { ReplacementStyle } from '../../kinds/entity-type';
import { SURROGATE_WORDS } from '../../lexicon/surrogate-words';
import type { EntityTable } from '../entities/entity-table';
import { keysOfTexts, type TextToLookUp } from './lookup-keys';
import {
  type Claim,
  claimOfWord,
  TableInRecords,
  type TableChanges,
  type TableRecord,
} from './table-in-records';

/** The records of one table, as its store finds them. Keys contain personal data, so that a store hashes them. */
export interface RecordSource {
  /** Returns the records that have one of the keys, in ascending order. */
  find(keys: readonly string[]): Promise<readonly TableRecord[]>;
  /** Returns those of the keys that records beside `id` have. */
  taken(keys: readonly { key: string; id?: number }[]): Promise<ReadonlySet<string>>;
}

interface StoredRecords {
  /** Absent for a new table */
  head?: string;
  style: ReplacementStyle;
  source: RecordSource;
}

const MOST_ROUNDS = 6;

/** Reads the part of a table that hiding or restoring these texts needs. */
export async function readRecords(
  { head, style, source }: StoredRecords,
  texts: readonly TextToLookUp[],
): Promise<TableInRecords> {
  const records = await source.find([...(await keysOfTexts(texts, new TimeSlice()))]);
  return TableInRecords.read({ ...(head !== undefined && { head }), style, records });
}

/**
 * Runs `work` on the part of a table that hiding these texts needs. If a new replacement is the replacement or a word of
 * another record, runs it again, without that replacement.
 *
 * @param work hides the texts; its results are the same for the same table
 * @returns the changes to store, if nothing else changed the table since `head` and the records were read
 */
export async function changeRecords<T>(
  { head, style, source }: StoredRecords,
  texts: readonly TextToLookUp[],
  work: (table: EntityTable) => Promise<T>,
): Promise<{ result: T; read: TableInRecords; changes: TableChanges }> {
  const records = await source.find([...(await keysOfTexts(texts, new TimeSlice()))]);
  const taken: Pick<Claim, 'kind' | 'text'>[] = [];
  for (let round = 1; ; round += 1) {
    const stored = { ...(head !== undefined && { head }), style, records };
    const read = await TableInRecords.read({ ...stored, taken, onlyPlaceholders: round > MOST_ROUNDS });
    const result = await work(read.table);
    const changes = await read.changes();
    const collided = await takenOf(changes.claims, source);
    if (collided.length === 0) return { result, read, changes };
    if (round > MOST_ROUNDS) throw new Error('a placeholder of this table was issued twice');
    taken.push(...collided);
    const isFirst = round === 1 && collided.some(({ kind }) => kind === 'word');
    if (isFirst) taken.push(...(await takenOf(SURROGATE_WORDS.map(claimOfWord), source)));
  }
}

async function takenOf(claims: readonly Claim[], source: RecordSource): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const asked = claims.flatMap(({ keys, id }) =>
    keys.map((key) => ({ key, ...(id !== undefined && { id }) })),
  );
  const taken = await source.taken(asked);
  return claims.filter(({ keys }) => keys.some((key) => taken.has(key)));
}
