import {
  readRecords,
  type FoundRecords,
  type KeyToCheck,
} from '../src/pseudonymization/records/change-records';
import { TableInMemory } from '../src/pseudonymization/records/table-in-memory';
import { TableInRecords } from '../src/pseudonymization/records/table-in-records';
import { anonymize } from '../src/pseudonymization/replacing/anonymize';
import type { AnonymizedText, TextToAnonymize } from '../src/pseudonymization/replacing/anonymized-text';
import { Restorer } from '../src/pseudonymization/restoring/restore';
import type { ReplacementStyle } from '../src/kinds/entity-type';

/** A table in records, as a store has it. Counts the records that it reads. */
export class RecordsInMemory extends TableInMemory {
  declare readonly records: TableInMemory['records'];
  declare head: TableInMemory['head'];
  /** The keys of forgotten records that stay taken */
  private readonly reserved = new Set<string>();
  private readonly contexts = new Set<string>();
  readRecords = 0;
  /** The number of runs of `anonymize` */
  runs = 0;
  /** The number of texts that changed the table */
  writes = 0;

  /** @param most the number of records of a shared key that it returns */
  constructor(style: ReplacementStyle, most = 3) {
    super(style, most);
  }

  override async find(shared: readonly string[], others: readonly string[]): Promise<FoundRecords> {
    const found = await super.find(shared, others);
    this.readRecords += found.records.length;
    return found;
  }

  override async taken(keys: readonly KeyToCheck[]): Promise<ReadonlySet<string>> {
    const reserved = keys.filter(({ key }) => this.reserved.has(key)).map(({ key }) => key);
    return new Set([...(await super.taken(keys)), ...reserved]);
  }

  async hide(texts: readonly TextToAnonymize[]): Promise<AnonymizedText[]> {
    const before = [this.head, ...this.records.values()];
    const { result, table } = await this.change(texts, (part) => {
      this.runs += 1;
      return anonymize(part, texts);
    });
    const after = [this.head, ...this.records.values()];
    if (after.length !== before.length || after.some((one, i) => one !== before[i])) this.writes += 1;
    const contexts = await Restorer.contextsOf(
      table,
      result.map(({ text }) => text),
    );
    for (const context of contexts) this.contexts.add(context);
    return result;
  }

  /** Forgets the record of an entity, like a store. */
  forget(id: number): void {
    const { reserved, contexts } = TableInRecords.forgettingOf(this.records.get(id)!.json);
    this.records.delete(id);
    for (const [key, ids] of this.byKey)
      this.byKey.set(
        key,
        ids.filter((other) => other !== id),
      );
    for (const key of reserved) this.reserved.add(key);
    for (const context of contexts) this.contexts.delete(context);
  }

  async restore(text: string): Promise<string> {
    return (await this.restorerFor(text)).restore(text);
  }

  /** Returns what restores a text, with the records that it needs. */
  async restorerFor(text: string): Promise<Restorer> {
    const { table } = await readRecords(this.stored, [{ text }]);
    const contexts = await Restorer.contextsOf(table, [text]);
    return Restorer.ofIssued(table, new Set([...contexts].filter((context) => this.contexts.has(context))));
  }
}
