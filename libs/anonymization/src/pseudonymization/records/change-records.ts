import { TimeSlice } from '@app/common';
import type { ReplacementStyle } from '../../kinds/entity-type';
import type { EntityTable } from '../entities/entity-table';
import type { Claim, Taken } from './claims';
import { ListedReplacements } from './listed-replacements';
import { isShared, readKeysOfTexts, type TextToLookUp } from './lookup-keys';
import { poolsOf } from './surrogate-pools';
import { TableInRecords, type TableChanges, type TableRecord } from './table-in-records';

/** The records of one table, as its store finds them. Keys contain personal data, so that a store hashes them. */
export interface RecordSource {
  /**
   * Returns the records that have one of the keys, in ascending order.
   *
   * @param shared keys that many records may have: of such a key, it may return the first records only
   */
  find(shared: readonly string[], others: readonly string[]): Promise<FoundRecords>;
  /** Returns those of the keys that records beside `ids` have, also forgotten ones. */
  taken(keys: readonly KeyToCheck[]): Promise<ReadonlySet<string>>;
}

export interface KeyToCheck {
  key: string;
  ids?: readonly number[];
}

export interface FoundRecords {
  records: readonly TableRecord[];
  /** Shared keys with more records than were returned */
  crowded: readonly string[];
}

interface StoredRecords {
  /** Absent for a new table */
  head?: string;
  style: ReplacementStyle;
  source: RecordSource;
}

/** The number of rounds after which a value gets a placeholder, if all its surrogates were taken. */
const ROUNDS_OF_VALUE = 8;
const MOST_ROUNDS = 20;

/**
 * Reads the part of a table that hiding or restoring these texts needs.
 */
export async function readRecords(
  { head, style, source }: StoredRecords,
  texts: readonly TextToLookUp[],
): Promise<TableInRecords> {
  const found = await recordsOf(texts, source);
  return TableInRecords.read({ ...(head !== undefined && { head }), style, ...found });
}

/**
 * Runs `work` on the part of a table that hiding these texts needs. If a new replacement is the replacement or a word of
 * another record, runs it again, without the taken replacements of the same pool. A value that gets taken ones in several
 * rounds gets a placeholder.
 *
 * @param work hides the texts; its results are the same for the same table
 * @returns the changes to store, if nothing else changed the table since `head` and the records were read
 */
export async function changeRecords<T>(
  { head, style, source }: StoredRecords,
  texts: readonly TextToLookUp[],
  work: (table: EntityTable) => Promise<T>,
): Promise<{ result: T; read: TableInRecords; changes: TableChanges }> {
  const found = await recordsOf(texts, source);
  const lists =
    head !== undefined &&
    !TableInRecords.listsOf(head) &&
    (await ListedReplacements.ask((keys) => source.taken(keys)));
  const stored = { ...(head !== undefined && { head }), style, ...found, ...(lists && { lists }) };
  const taken: Taken[] = [];
  const plain: Pick<Claim, 'type' | 'original'>[] = [];
  for (let round = 1; ; round += 1) {
    const read = await TableInRecords.read({ ...stored, taken, plain });
    const result = await work(read.table);
    const changes = await read.changes();
    const collided = await takenOf(changes.claims, source);
    if (collided.length === 0) return { result, read, changes };
    if (round === MOST_ROUNDS) throw new Error('a replacement of this table is issued twice');
    taken.push(...collided, ...(await takenOf(poolsOf(collided), source)));
    if (round >= ROUNDS_OF_VALUE) plain.push(...collided);
  }
}

/** Returns the records that may take part in hiding or restoring texts. */
async function recordsOf(texts: readonly TextToLookUp[], source: RecordSource): Promise<FoundRecords> {
  const found = new Map<number, TableRecord>();
  const crowded = new Set<string>();
  await readKeysOfTexts(texts, new TimeSlice(), async (keys) => {
    const step = await source.find(
      keys.filter(isShared),
      keys.filter((key) => !isShared(key)),
    );
    for (const record of step.records) found.set(record.id, record);
    for (const key of step.crowded) crowded.add(key);
  });
  const records = [...found.values()].sort((one, other) => one.id - other.id);
  return { records, crowded: [...crowded] };
}

async function takenOf(claims: readonly Claim[], source: RecordSource): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const asked = claims.flatMap(({ keys, ids }) => keys.map((key) => ({ key, ...(ids && { ids }) })));
  const taken = await source.taken(asked);
  return claims.filter(({ keys }) => keys.some((key) => taken.has(key)));
}
