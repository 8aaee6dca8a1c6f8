import { TimeSlice } from '@app/common';
import { z } from 'zod';
import { readingOf } from '../../text/readable/readable-text';
import { isDate } from '../restoring/moved-dates';
import { placeholderOf, type Entity } from '../entities/entity';
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
const storedRecord = z.union([
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
  /** Kinds with new values that get placeholders from now on */
  exhausted?: ReadonlySet<EntityType>;
  /** A secret; draws are random without */
  seed?: Buffer;
}

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
    exhausted = new Set(),
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
    if (listed.isShortOfNames) table.exhausted.add('Names');
    for (const type of exhausted) table.exhausted.add(type);
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

  /** Returns the stored records with a value: one of their forms is written like it, apart from case and accents. */
  having(value: string): { id: number; isMovedDate: boolean; reserved: readonly string[] }[] {
    const folded = fold(value.trim());
    return [...this.stored]
      .filter(([{ forms }]) => forms.some(({ original }) => fold(readingOf(original)) === folded))
      .map(([entity, { id, parts }]) => ({
        id,
        isMovedDate: isDate(entity) && entity.forms.some(({ replacement }) => !placeholderOf(replacement)),
        reserved: reservedKeys(entity, parts),
      }));
  }

  /** Returns the keys of a record that keep its replacements from being issued again once it is forgotten. */
  static reservedOf(json: string): string[] {
    const content = parseStored(storedRecord, json);
    if ('domain' in content) return keysOfDomain(content.domain.original, content.domain.surrogate);
    return reservedKeys(content.entity, content.parts ?? []);
  }

  /** Returns what was added since `read`. */
  async changes(): Promise<TableChanges> {
    const slice = new TimeSlice();
    const { table, known } = this;
    const records: ChangedRecord[] = [];
    const claims: Claim[] = [];
    const newParts = table.parts.all().filter((part) => !known.parts.has(part));
    const unplaced = new Set(newParts);
    const changed: { entity: Entity; parts: Set<NamePart> }[] = [];
    for (const entity of table.entities) {
      if (slice.isOver) await slice.next();
      const before = this.stored.get(entity);
      const words = entity.forms.flatMap(({ original }) => [
        ...[...wordsOf(original)].map(({ text }) => fold(text)),
        ...parseName(readingOf(original)).map(({ folded }) => folded),
      ]);
      const parts = new Set([
        ...(before?.parts ?? []).map((part) => table.parts.behind(fold(part.surrogate)) ?? part),
        ...words
          .flatMap((word) => [word, word.replace(/s$/, '')])
          .flatMap((word) => table.parts.forOriginal(word)),
      ]);
      if (before?.json === jsonOfEntity(entity, parts)) continue;
      changed.push({ entity, parts });
      for (const part of parts) unplaced.delete(part);
      for (const form of entity.forms.slice(known.forms.get(entity) ?? 0))
        for (const claim of claimsOf(entity, form.replacement))
          claims.push({ ...claim, ...(before && { id: before.id }) });
    }
    // The words of an address are names only to each other.
    const ofAddress = changed.find(({ entity }) => entity.type === 'Emails') ?? changed[0];
    for (const part of unplaced) ofAddress?.parts.add(part);
    for (const { entity, parts } of changed) {
      const id = this.stored.get(entity)?.id;
      const json = jsonOfEntity(entity, parts);
      records.push({ ...(id !== undefined && { id }), json, keys: keysOfEntity(table, entity, [...parts]) });
      if (slice.isOver) await slice.next();
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
}

const reservedKeys = (entity: Entity, parts: readonly NamePart[]): string[] =>
  [
    ...entity.forms.flatMap(({ replacement }) => claimsOf(entity, replacement)),
    ...parts.map(({ surrogate }) => claimOfWord(fold(surrogate))),
  ].flatMap(({ keys }) => keys);

/** Returns the record of an entity. The order of its fields is fixed, so that records are compared as text. */
function jsonOfEntity(
  { type, number, canonical, person, label, removed, forms }: Entity,
  parts: ReadonlySet<NamePart>,
): string {
  const entity = { type, number, canonical, person, label, removed, forms };
  return JSON.stringify({ version: 1, entity, ...(parts.size > 0 && { parts: [...parts] }) });
}

const headOf = (json: string): HeadOfRecords => parseStored(storedHeadOfRecords, json);

const takenOfLists = (head: HeadOfRecords | undefined): ListedReplacements | undefined =>
  head && ListedReplacements.read(head.lists);
