import { TimeSlice } from '@app/common';
import { z } from 'zod';
import { withoutGenitive } from '../../text/inflection';
import { readingOf } from '../../text/readable/readable-text';
import { pairOf } from '../restoring/name-words';
import { PAIR } from '../restoring/sent-replacements';
import { placeholderOf, type Entity, type Form } from '../entities/entity';
import {
  parseStored,
  storedDomain,
  storedEntity,
  storedHead,
  storedPart,
} from '../entities/entity-table-json';
import { EntityTable } from '../entities/entity-table';
import type { NamePart } from '../entities/name-parts';
import type { EntityType, ReplacementStyle } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { parseName } from '../entities/parse-name';
import { wordsOf } from '../../text/words';
import { type Claim, claimOfDomain, claimOfWord, claimsOf, type Taken } from './claims';
import { ListedReplacements, storedLists } from './listed-replacements';
import { domainOf, keysOfDomain, keysOfEntity, wordOf } from './lookup-keys';

/** One entity with the parts of its names, or one e-mail domain. Version 1: fields may be added. */
export const storedRecord = z.union([
  z.object({ version: z.literal(1), entity: storedEntity, parts: z.array(storedPart).optional() }),
  z.object({ version: z.literal(1), domain: storedDomain }),
]);

/** The head of a table in records. Fields may be added. */
const storedHeadOfRecords = storedHead.extend({
  lists: storedLists,
  /** The number of issued e-mail domains, including those of forgotten values */
  domains: z.number().int().nonnegative(),
});
type HeadOfRecords = z.infer<typeof storedHeadOfRecords>;

/** A stored record of a table. */
export interface TableRecord {
  /** Ascending in the order of creation */
  id: number;
  json: string;
}

/** A record to store. */
export interface ChangedRecord {
  /** Absent for a new record */
  id?: number;
  json: string;
  /** All its keys (`lookup-keys.ts`) */
  keys: readonly string[];
}

export interface TableChanges {
  /** Absent if it is unchanged */
  head?: string;
  records: ChangedRecord[];
  claims: Claim[];
}

interface StoredTable {
  /** The head from {@link TableChanges}; absent for a new table */
  head?: string;
  style: ReplacementStyle;
  records: readonly TableRecord[];
  /** Shared keys with more records than these */
  crowded?: readonly string[];
  /** Replacements that records beside these have */
  taken?: readonly Taken[];
  /** The taken replacements of the lists, if the head does not contain them */
  lists?: ListedReplacements;
  /** Values that get placeholders */
  plain?: readonly Pick<Claim, 'type' | 'original'>[];
  /** A secret; draws are random without */
  seed?: Buffer;
}

/** A piece of an address that gets a name part. */
const LETTERS = /[\p{L}\p{M}]+/gu;

/**
 * The records of a large table that a text needs. `keysOfTexts` finds them. With these records, the table hides and restores
 * the text like the whole table.
 */
export class TableInRecords {
  private constructor(
    readonly table: EntityTable,
    private readonly head: { json: string | undefined; lists: ListedReplacements },
    private readonly stored: ReadonlyMap<Entity, TableRecord & { parts: readonly NamePart[] }>,
    private readonly domainIds: ReadonlyMap<string, number>,
    private readonly known: {
      parts: ReadonlySet<NamePart>;
      domains: ReadonlySet<string>;
      forms: ReadonlyMap<Entity, number>;
    },
  ) {}

  /** @throws Error if the head or a record is not of a known version, or is inconsistent */
  static async read({
    head,
    style,
    records,
    crowded = [],
    taken = [],
    lists,
    plain = [],
    seed,
  }: StoredTable): Promise<TableInRecords> {
    const slice = new TimeSlice();
    const known = head === undefined ? undefined : headOf(head);
    const table = known ? EntityTable.ofHead(known) : EntityTable.create(style, seed);
    table.issuedDomains = known?.domains ?? 0;
    const listed = lists ?? takenOfLists(known) ?? ListedReplacements.none();
    const stored = new Map<Entity, TableRecord & { parts: readonly NamePart[] }>();
    const domainIds = new Map<string, number>();
    for (const record of records) {
      const content = parseStored(storedRecord, record.json);
      if ('domain' in content) {
        table.replaceDomain(content.domain.original, content.domain.surrogate);
        domainIds.set(content.domain.original, record.id);
        continue;
      }
      const {
        entity: { forms, ...entity },
        parts = [],
      } = content;
      for (const part of parts) if (!table.parts.behind(fold(part.surrogate))) table.parts.add(part);
      const added = table.add({ ...entity, forms: [] });
      for (const form of forms) table.record(added, form);
      stored.set(added, { ...record, parts });
      if (slice.isOver) await slice.next();
    }
    table.reserve([...listed.taken, ...taken]);
    for (const key of crowded) table.crowded.add(wordOf(key));
    table.isShortOfNames = listed.isShortOfNames;
    for (const { type, original } of plain) if (original !== undefined) table.keepPlain(type, original);
    const forms = new Map(table.entities.map((entity) => [entity, entity.forms.length]));
    const before = { parts: new Set(table.parts.all()), domains: new Set(table.domains.keys()), forms };
    return new TableInRecords(table, { json: head, lists: listed }, stored, domainIds, before);
  }

  /** Returns the taken replacements of the lists of a stored table; `undefined` if only its records have them. */
  static listsOf(head: string): ListedReplacements | undefined {
    return takenOfLists(headOf(head));
  }

  /** Returns the ids of the stored records that have a replacement: of its entity, and of the domain of an address. */
  idsOf(replacement: string): number[] {
    const known = this.table.behind(replacement);
    if (!known) return [];
    const { entity, form } = known;
    const domain = entity.type === 'Emails' ? this.domainIds.get(domainOf(form.original)) : undefined;
    return [this.stored.get(entity)?.id, domain].filter((id) => id !== undefined);
  }

  /**
   * Returns what a store does when it forgets a record.
   *
   * @returns `reserved`: the keys that remain, so that its replacements are never issued again; `contexts`: those to delete, so
   *   that its name is not restored from parts that other names have
   */
  static forgettingOf(json: string): { reserved: string[]; contexts: string[] } {
    const content = parseStored(storedRecord, json);
    if ('domain' in content)
      return { reserved: [...claimOfDomain(content.domain.surrogate).keys], contexts: [] };
    const { entity, parts = [] } = content;
    const contexts = pairsOfName(entity, parts).map((pair) => PAIR + pair);
    return { reserved: reservedKeys(entity, parts), contexts };
  }

  /** Returns the kind of value in a record; undefined if it is the record of an e-mail domain. */
  static kindOf(json: string): EntityType | undefined {
    const content = parseStored(storedRecord, json);
    return 'domain' in content ? undefined : content.entity.type;
  }

  /** Returns what was added since `read`. */
  async changes(): Promise<TableChanges> {
    const slice = new TimeSlice();
    const { table, known } = this;
    const records: ChangedRecord[] = [];
    const claims: Claim[] = [];
    const newParts = table.parts.all().filter((part) => !known.parts.has(part));
    const partsOf = await this.partsOfEntities(slice);
    for (const entity of table.entities) {
      if (slice.isOver) await slice.next();
      const before = this.stored.get(entity);
      const parts = partsOf.get(entity) ?? [];
      const json = jsonOfEntity(entity, parts);
      if (before?.json === json) continue;
      records.push({ ...(before && { id: before.id }), json, keys: keysOfEntity(table, entity, parts) });
      for (const form of entity.forms.slice(known.forms.get(entity) ?? 0))
        for (const claim of claimsOf(entity, form.replacement))
          claims.push({ ...claim, original: form.original, ids: this.idsOfForm(entity, form) });
    }
    for (const { surrogate } of newParts) claims.push(claimOfWord(fold(surrogate)));
    for (const [original, surrogate] of table.domains) {
      if (known.domains.has(original)) continue;
      const json = JSON.stringify({ version: 1, domain: { original, surrogate } });
      records.push({ json, keys: keysOfDomain(original, surrogate) });
      claims.push(claimOfDomain(surrogate));
    }
    const newDomains = claims.filter(({ kind }) => kind === 'domain').length;
    const lists = this.head.lists.with(records.flatMap(({ keys }) => keys));
    const head = JSON.stringify({
      ...table.head(),
      lists: lists.write(),
      domains: table.issuedDomains + newDomains,
    } satisfies HeadOfRecords);
    return { ...(head !== this.head.json && { head }), records, claims };
  }

  /** Returns the stored records that may have the replacement of a form: that of its entity, and those of namesakes. */
  private idsOfForm(entity: Entity, { original, replacement }: Form): number[] {
    const namesakes = this.table
      .formsOf('Names', original)
      .filter(({ form }) => form.replacement === replacement)
      .map((known) => known.entity);
    return [...new Set([entity, ...namesakes])].flatMap((one) => this.stored.get(one)?.id ?? []);
  }

  /**
   * Returns the parts that the record of each entity stores. A name stores all its parts. Of the addresses that have a part,
   * one stores it, unless a name does. So a part is forgotten with the last name that has it.
   */
  private async partsOfEntities(slice: TimeSlice): Promise<Map<Entity, NamePart[]>> {
    const { table } = this;
    const partsOf = new Map<Entity, Set<NamePart>>();
    const stored = new Set<NamePart>();
    const add = async (
      type: EntityType,
      partsFor: (entity: Entity) => readonly NamePart[],
      isShared: boolean,
    ): Promise<void> => {
      for (const entity of table.entities) {
        if (entity.type !== type) continue;
        const parts = partsOf.get(entity) ?? new Set();
        partsOf.set(entity, parts);
        for (const part of partsFor(entity)) {
          if (stored.has(part) && !isShared) continue;
          parts.add(part);
          stored.add(part);
        }
        if (slice.isOver) await slice.next();
      }
    };
    const before = (entity: Entity): NamePart[] =>
      (this.stored.get(entity)?.parts ?? []).map((part) => table.parts.behind(fold(part.surrogate)) ?? part);
    const written = (entity: Entity): NamePart[] =>
      [...wordsOfForms(entity)].flatMap((word) => table.parts.forOriginal(word));
    await add('Names', (entity) => [...before(entity), ...written(entity)], true);
    await add('Emails', before, false);
    await add('Emails', written, false);
    return new Map([...partsOf].map(([entity, parts]) => [entity, [...parts]]));
  }
}

const reservedKeys = (entity: Entity, parts: readonly NamePart[]): string[] =>
  [
    ...entity.forms.flatMap(({ replacement }) => claimsOf(entity, replacement)),
    ...parts.map(({ surrogate }) => claimOfWord(fold(surrogate))),
  ].flatMap(({ keys }) => keys);

/** Returns the pairs of all surrogate words of a name, in any order and inflection. */
function pairsOfName({ type, forms }: Entity, parts: readonly NamePart[]): string[] {
  if (type !== 'Names') return [];
  const words = forms
    .filter(({ replacement }) => !placeholderOf(replacement))
    .flatMap(({ replacement }) => parseName(replacement))
    .filter(({ kind }) => kind === 'given' || kind === 'family');
  const folded = new Set([
    ...words.flatMap(({ folded: word }) => [word, withoutGenitive(word) ?? word]),
    ...parts.map(({ surrogate }) => fold(surrogate)),
  ]);
  const all = [...folded];
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => pairOf(one, other)));
}

/** Returns the folded words that are, or may be, name parts of a value. */
function wordsOfForms({ forms }: Entity): Set<string> {
  const words = forms.flatMap(({ original }) => [
    ...[...wordsOf(original)].map(({ text }) => fold(text)),
    ...[original, readingOf(original)].flatMap((written) => parseName(written).map(({ folded }) => folded)),
    ...(original.match(LETTERS) ?? []).map(fold),
  ]);
  return new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]));
}

/** Returns the record of an entity. The order of its fields is fixed, so that records are compared as text. */
function jsonOfEntity(
  { type, number, canonical, person, label, removed, forms }: Entity,
  parts: readonly NamePart[],
): string {
  const entity = { type, number, canonical, person, label, removed, forms };
  return JSON.stringify({ version: 1, entity, ...(parts.length > 0 && { parts }) });
}

const headOf = (json: string): HeadOfRecords => parseStored(storedHeadOfRecords, json);

const takenOfLists = (head: HeadOfRecords | undefined): ListedReplacements | undefined =>
  head && ListedReplacements.read(head.lists);
