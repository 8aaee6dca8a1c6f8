import { TimeSlice } from '@app/common';
import { z } from 'zod';
import { REPLACEMENT_STYLES, type ReplacementStyle } from '../../kinds/entity-type';
import type { EntityTable } from '../entities/entity-table';
import { asStored, parseStored } from '../entities/entity-table-json';
import {
  changeRecords,
  readRecords,
  type FoundRecords,
  type KeyToCheck,
  type RecordSource,
} from './change-records';
import type { TextToLookUp } from './lookup-keys';
import { TableInRecords, type TableRecord } from './table-in-records';

/** The number of records that are read for one word of a name. Whole names are found by other keys. */
const MOST_OF_NAME = 20;

/** Version 1 of a stored table, without its records, which are validated separately. Fields may be added. */
const storedTable = z.object({
  version: z.literal(1),
  style: z.enum(REPLACEMENT_STYLES),
  head: z.string().optional(),
  records: z.array(z.unknown()),
});
const storedRecord = z.object({ json: z.string(), keys: z.array(z.string()) });

interface KeyedRecord extends TableRecord {
  keys: readonly string[];
}

/**
 * A large table in memory, in records. Each text is hidden and restored with the records that it needs, so that the time for
 * a text does not depend on the size of the table. Not safe for concurrent use.
 */
export class TableInMemory implements RecordSource {
  protected readonly records = new Map<number, KeyedRecord>();
  /** The ids of the records with a key */
  protected readonly byKey = new Map<string, number[]>();
  protected head: string | undefined;
  private readonly kinds = new Map<string, number>();
  private lastId = 0;

  /** @param mostOfName the number of records of a shared key that it reads */
  constructor(
    readonly style: ReplacementStyle,
    private readonly mostOfName = MOST_OF_NAME,
  ) {}

  /**
   * Reads a table from the JSON that `write` returned.
   *
   * @throws Error if the JSON is not a table of a known version
   */
  static async read(json: string): Promise<TableInMemory> {
    const slice = new TimeSlice();
    const { style, head, records } = parseStored(storedTable, json);
    const table = new TableInMemory(style);
    table.head = head;
    for (const record of records) {
      table.store(asStored(storedRecord, record));
      if (slice.isOver) await slice.next();
    }
    return table;
  }

  /** Returns the table as JSON. */
  async write(): Promise<string> {
    const slice = new TimeSlice();
    const records: string[] = [];
    for (const { json, keys } of this.records.values()) {
      records.push(JSON.stringify({ json, keys }));
      if (slice.isOver) await slice.next();
    }
    const { style, head } = this;
    return `${JSON.stringify({ version: 1, style, head }).slice(0, -1)},"records":[${records.join(',')}]}`;
  }

  /** The number of entities of each kind. */
  get counts(): Record<string, number> {
    return Object.fromEntries(this.kinds);
  }

  async find(shared: readonly string[], others: readonly string[]): Promise<FoundRecords> {
    const ids = new Set<number>();
    const crowded: string[] = [];
    for (const key of shared) {
      const having = this.byKey.get(key) ?? [];
      if (having.length > this.mostOfName) crowded.push(key);
      for (const id of having.slice(0, this.mostOfName)) ids.add(id);
    }
    for (const key of others) for (const id of this.byKey.get(key) ?? []) ids.add(id);
    return {
      records: [...ids].sort((one, other) => one - other).map((id) => this.records.get(id)!),
      crowded,
    };
  }

  async taken(keys: readonly KeyToCheck[]): Promise<ReadonlySet<string>> {
    const isTaken = ({ key, ids = [] }: KeyToCheck): boolean =>
      (this.byKey.get(key) ?? []).some((other) => !ids.includes(other));
    return new Set(keys.filter(isTaken).map(({ key }) => key));
  }

  /**
   * Runs `work` on the part of the table that hiding these texts needs, and stores what it added. If `work` fails, nothing is
   * stored.
   *
   * @param work hides the texts; its results are the same for the same table. It may run several times
   * @returns its result, and the part of the table that contains what it hid
   */
  async change<T>(
    texts: readonly TextToLookUp[],
    work: (table: EntityTable) => Promise<T>,
  ): Promise<{ result: T; table: EntityTable }> {
    const { result, read, changes } = await changeRecords(this.stored, texts, work);
    this.head = changes.head ?? this.head;
    for (const record of changes.records) this.store(record);
    return { result, table: read.table };
  }

  /** Returns the part of the table that restoring answers to these texts needs. @param texts the texts as they were sent */
  async partFor(texts: readonly string[]): Promise<EntityTable> {
    const { table } = await readRecords(
      this.stored,
      texts.map((text) => ({ text })),
    );
    return table;
  }

  protected get stored(): Parameters<typeof changeRecords>[0] {
    return { ...(this.head !== undefined && { head: this.head }), style: this.style, source: this };
  }

  private store({ id, json, keys }: { id?: number; json: string; keys: readonly string[] }): void {
    const known = id === undefined ? undefined : this.records.get(id);
    if (!known) {
      const kind = TableInRecords.kindOf(json);
      if (kind !== undefined) this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    }
    const at = known?.id ?? (this.lastId += 1);
    const before = new Set(known?.keys);
    this.records.set(at, { id: at, json, keys });
    for (const key of keys) {
      if (before.has(key)) continue;
      const ids = this.byKey.get(key);
      if (ids) ids.push(at);
      else this.byKey.set(key, [at]);
    }
  }
}
