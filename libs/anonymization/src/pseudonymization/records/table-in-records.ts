import { TimeSlice } from '@app/common';
import { z } from 'zod';
import { readingOf } from '../../text/readable/readable-text';
import { isDate } from '../restoring/moved-dates';
import { placeholderOf, type Entity } from '../entities/entity';
import {
  asStored,
  parseStored,
  storedDomain,
  storedEntity,
  storedHead,
  storedPart,
} from '../entities/entity-table-json';
import { EntityTable } from '../entities/entity-table';
import type { NamePart } from '../entities/name-parts';
import { inventedKey, isNamed } from '../entities/named-thing';
import type { EntityType, ReplacementStyle } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { digitsOf, phoneSpellings } from '../../text/phone-digits';
import { parseName } from '../entities/parse-name';
import { wordsOf } from '../../text/words';
import { cut, keyOf, keysOfDomain, keysOfEntity, wordOf } from './lookup-keys';

/** One entity with the parts of its names, or one e-mail domain. Version 1: fields may be added. */
const storedRecord = z.union([
  z.object({ version: z.literal(1), entity: z.unknown(), parts: z.array(z.unknown()).optional() }),
  z.object({ version: z.literal(1), domain: z.unknown() }),
]);

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

/** A new replacement, which no other record of the table may have. */
export interface Claim {
  /** The kind of the value that it replaces */
  type: EntityType;
  kind: 'word' | 'value' | 'number' | 'domain';
  text: string;
  /** The keys of records that would have it already */
  keys: readonly string[];
  /** The record that gets it; absent for a new one */
  id?: number;
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
  taken?: readonly Pick<Claim, 'kind' | 'text'>[];
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
    private readonly head: string | undefined,
    private readonly stored: ReadonlyMap<Entity, TableRecord & { parts: readonly NamePart[] }>,
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
    exhausted = new Set(),
    seed,
  }: StoredTable): Promise<TableInRecords> {
    const slice = new TimeSlice();
    const table =
      head === undefined
        ? EntityTable.create(style, seed)
        : EntityTable.ofHead(parseStored(storedHead, head));
    const stored = new Map<Entity, TableRecord & { parts: readonly NamePart[] }>();
    for (const record of records) {
      const content = parseStored(storedRecord, record.json);
      if ('domain' in content) {
        const { original, surrogate } = asStored(storedDomain, content.domain);
        table.replaceDomain(original, surrogate);
        continue;
      }
      const parts = (content.parts ?? []).map((part) => asStored(storedPart, part));
      for (const part of parts) if (!table.parts.behind(fold(part.surrogate))) table.parts.add(part);
      const { forms, ...entity } = asStored(storedEntity, content.entity);
      const added = table.add({ ...entity, forms: [] });
      for (const form of forms) table.record(added, form);
      stored.set(added, { ...record, parts });
      if (slice.isOver) await slice.next();
    }
    table.reserve(taken);
    for (const key of crowded) table.crowded.add(wordOf(key));
    for (const type of exhausted) table.exhausted.add(type);
    const forms = new Map(table.entities.map((entity) => [entity, entity.forms.length]));
    const known = { parts: new Set(table.parts.all()), domains: new Set(table.domains.keys()), forms };
    return new TableInRecords(table, head, stored, known);
  }

  /** Returns the id of the stored record that has a replacement. */
  idOf(replacement: string): number | undefined {
    const known = this.table.behind(replacement);
    return known && this.stored.get(known.entity)?.id;
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

  /** Returns the reserved domain of a domain record. */
  static domainOf({ json }: TableRecord): string | undefined {
    const content = parseStored(storedRecord, json);
    return 'domain' in content ? asStored(storedDomain, content.domain).surrogate : undefined;
  }

  /** Returns the keys of a record that keep its replacements from being issued again once it is forgotten. */
  static reservedOf(json: string): string[] {
    const content = parseStored(storedRecord, json);
    if ('domain' in content) {
      const { original, surrogate } = asStored(storedDomain, content.domain);
      return keysOfDomain(original, surrogate);
    }
    const parts = (content.parts ?? []).map((part) => asStored(storedPart, part));
    return reservedKeys(asStored(storedEntity, content.entity), parts);
  }

  /** Returns what was added since `read`. */
  async changes(): Promise<TableChanges> {
    const slice = new TimeSlice();
    const { table, known } = this;
    const head = JSON.stringify(table.head());
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
      claims.push({ type: 'Emails', kind: 'domain', text: surrogate, keys: [keyOf('reserved', surrogate)] });
    }
    return { ...(head !== this.head && { head }), records, claims };
  }
}

const reservedKeys = (entity: Entity, parts: readonly NamePart[]): string[] =>
  [
    ...entity.forms.flatMap(({ replacement }) => claimsOf(entity, replacement)),
    ...parts.map(({ surrogate }) => claimOfWord(fold(surrogate))),
  ].flatMap(({ keys }) => keys);

const jsonOfEntity = (entity: Entity, parts: ReadonlySet<NamePart>): string =>
  JSON.stringify({ version: 1, entity, ...(parts.size > 0 && { parts: [...parts] }) });

/** Returns the claim of a folded word as a surrogate name. */
export const claimOfWord = (folded: string, type: EntityType = 'Names'): Claim => ({
  type,
  kind: 'word',
  text: folded,
  keys: [keyOf('name', cut(folded)), keyOf('taken', cut(folded))],
});

/** Returns the claims of a new replacement. The parts of a name have their own; the head numbers placeholders. */
function claimsOf({ type, canonical }: Entity, replacement: string): Claim[] {
  if (placeholderOf(replacement)) return [];
  if (isNamed(type)) return [claimOfWord(fold(inventedKey(type, replacement)), type)];
  const lower = replacement.toLowerCase();
  const value = { type, kind: 'value', text: lower, keys: [keyOf('whole', lower)] } as const;
  if (type !== 'Phone') return [value];
  return [
    value,
    ...phoneSpellings(replacement, canonical).map((digits) => ({
      type,
      kind: 'number' as const,
      text: digitsOf(digits),
      keys: [keyOf('code', digits)],
    })),
  ];
}
