import {
  changeRecords,
  readRecords,
  type FoundRecords,
  type KeyToCheck,
  type RecordSource,
} from '../src/pseudonymization/records/change-records';
import { isShared } from '../src/pseudonymization/records/lookup-keys';
import { TableInRecords, type TableRecord } from '../src/pseudonymization/records/table-in-records';
import { anonymize } from '../src/pseudonymization/replacing/anonymize';
import type { AnonymizedText, TextToAnonymize } from '../src/pseudonymization/replacing/anonymized-text';
import { contextsOf, Restorer } from '../src/pseudonymization/restoring/restore';
import type { Contexts } from '../src/pseudonymization/restoring/sent-replacements';
import type { ReplacementStyle } from '../src/kinds/entity-type';

/** The id of no record, which has the reserved keys of forgotten ones. */
const FORGOTTEN = -1;

/** A table in records, as a store has it. Counts the records that it reads. */
export class RecordsInMemory implements RecordSource {
  readonly records = new Map<number, TableRecord>();
  /** The ids of the records with a key */
  private readonly byKey = new Map<string, Set<number>>();
  private readonly tokens = new Set<string>();
  private readonly pairs = new Set<string>();
  private lastId = 0;
  head?: string;
  readRecords = 0;
  /** The number of runs of `anonymize` */
  runs = 0;
  /** The number of texts that changed the table */
  writes = 0;

  /** @param most the number of records of a shared key that it returns */
  constructor(
    readonly style: ReplacementStyle,
    private readonly most = 3,
  ) {}

  async find(keys: readonly string[]): Promise<FoundRecords> {
    const idsOf = (key: string): number[] =>
      [...(this.byKey.get(key) ?? [])].filter((id) => id !== FORGOTTEN);
    const crowded = keys.filter((key) => isShared(key) && idsOf(key).length > this.most);
    const ids = new Set(keys.flatMap((key) => idsOf(key).slice(0, isShared(key) ? this.most : undefined)));
    this.readRecords += ids.size;
    return { records: [...ids].sort((a, b) => a - b).map((id) => this.records.get(id)!), crowded };
  }

  async taken(keys: readonly KeyToCheck[]): Promise<ReadonlySet<string>> {
    const isTaken = ({ key, ids = [] }: KeyToCheck): boolean =>
      [...(this.byKey.get(key) ?? [])].some((other) => !ids.includes(other));
    return new Set(keys.filter(isTaken).map(({ key }) => key));
  }

  async hide(texts: readonly TextToAnonymize[]): Promise<AnonymizedText[]> {
    const { result, read, changes } = await changeRecords(this.stored, texts, (table) => {
      this.runs += 1;
      return anonymize(table, texts);
    });
    if (changes.head !== undefined || changes.records.length > 0) this.writes += 1;
    this.head = changes.head ?? this.head;
    for (const { id = (this.lastId += 1), json, keys } of changes.records) {
      this.records.set(id, { id, json });
      for (const key of keys) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(id));
    }
    const contexts = await contextsOf(
      read.table,
      result.map(({ text }) => text),
    );
    for (const token of contexts.tokens) this.tokens.add(token);
    for (const pair of contexts.pairs) this.pairs.add(pair);
    return result;
  }

  /** Forgets the record of an entity, like a store. */
  forget(id: number): void {
    const { reserved, pairs } = TableInRecords.forgettingOf(this.records.get(id)!.json);
    this.records.delete(id);
    for (const ids of this.byKey.values()) ids.delete(id);
    for (const key of reserved) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(FORGOTTEN));
    for (const pair of pairs) this.pairs.delete(pair);
  }

  async restore(text: string): Promise<string> {
    return (await this.restorerFor(text)).restore(text);
  }

  /** Returns what restores a text, with the records that it needs. */
  async restorerFor(text: string): Promise<Restorer> {
    const { table } = await readRecords(this.stored, [{ text }]);
    const { tokens, pairs } = await contextsOf(table, [text]);
    const issued: Contexts = { tokens: both(tokens, this.tokens), pairs: both(pairs, this.pairs) };
    return Restorer.ofIssued(table, issued);
  }

  private get stored(): Parameters<typeof changeRecords>[0] {
    return { ...(this.head !== undefined && { head: this.head }), style: this.style, source: this };
  }
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> =>
  new Set([...one].filter((text) => other.has(text)));
