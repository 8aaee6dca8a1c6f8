import type { TimeSlice } from '@app/common';
import type { Entity, Person } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { isLone, type People } from '../entities/people';
import type { EntityType } from '../../kinds/entity-type';
import { type Gender, genderBefore } from '../../lexicon/titles';
import type { ReadableText } from '../../text/readable/readable-text';
import { rulesOf, type Span, type SpanMode } from '../../text/spans/span';
import { wordsOf } from '../../text/words';
import type { TextToAnonymize } from './anonymized-text';

/** A text of a request, with its decoded form. */
export interface ReadInput extends TextToAnonymize {
  readable: ReadableText;
  /** The number of values of the chosen kinds that stay unchanged */
  left: number;
}

export interface FoundValue {
  type: EntityType;
  /** The original text, which restoring returns */
  original: string;
  /** The decoded text, which identifies the person or thing */
  reading: string;
  canonical?: string;
  gender?: Gender;
  /** As in `Span` */
  label?: string;
  mode?: SpanMode;
}

/** Returns the value in a span of a text. */
export function foundValue({ text, readable }: ReadInput, span: Span): FoundValue {
  const { start, end, canonical } = span;
  const gender = genderBefore(readable.text, readable.toReadable(span).start);
  return {
    ...rulesOf(span),
    original: text.slice(start, end),
    reading: readable.slice(start, end),
    ...(canonical !== undefined && { canonical }),
    ...(gender && { gender }),
  };
}

/** Returns whether the words of a value are encoded: `Bj\u00f6rn`, not `BJÖRN`. */
export function isEncoded({ original, reading }: Pick<FoundValue, 'original' | 'reading'>): boolean {
  return original !== reading && plainWords(original) !== plainWords(reading);
}

const plainWords = (text: string): string =>
  [...wordsOf(text)].map((word) => word.text.normalize('NFC')).join(' ');

/**
 * Assigns entities to values: one for each address, number and person of a table
 * (contract: Anonymizing and restoring, rule 2).
 */
export class EntityFinder {
  private readonly byCanonical = new Map<string, Entity>();
  private readonly names = new Map<string, Entity>();

  constructor(
    private readonly table: EntityTable,
    private readonly people: People,
  ) {
    for (const entity of table.entities) {
      if (entity.canonical !== undefined) this.byCanonical.set(`${entity.type} ${entity.canonical}`, entity);
    }
  }

  /** Adds all names of a request at once, the longest first, so that a bare last name is assigned to its person. */
  async meet(found: readonly FoundValue[], slice: TimeSlice): Promise<void> {
    const distinct = new Map<string, FoundValue>();
    for (const value of found) {
      if (value.type === 'Names') distinct.set(nameKey(value), value);
      if (slice.isOver) await slice.next();
    }
    const described: { name: FoundValue; person: Person }[] = [];
    for (const name of distinct.values()) {
      described.push({ name, person: this.people.describe(name.reading, name.gender) });
      if (slice.isOver) await slice.next();
    }
    const persons = described.map(({ person }) => person);
    const full = described.filter(({ person }) => !isLone(person));
    const lone = described.filter(({ person }) => isLone(person));
    for (const { name } of [...full, ...lone]) {
      this.meetName(name, persons);
      if (slice.isOver) await slice.next();
    }
  }

  /** Returns whether the table contains this address or number in any spelling. */
  knows({ type, canonical }: Pick<FoundValue, 'type' | 'canonical'>): boolean {
    return canonical !== undefined && this.byCanonical.has(`${type} ${canonical}`);
  }

  /** Returns the entity of a value. A `literal` is a text that means no person, such as a planted replacement. */
  find(value: FoundValue, literal: boolean): Entity {
    const { type, original, reading, label } = value;
    const nobody = this.table.formsOf(type, original).find(({ entity }) => isNobody(entity))?.entity;
    if (nobody) return nobody;
    if (literal) return this.table.add({ type, forms: [] });
    if (type === 'Names') return this.names.get(nameKey(value)) ?? this.meetName(value, []);
    const canonical = value.canonical ?? (type === 'Emails' ? reading.toLowerCase() : reading);
    const key = `${type} ${canonical}`;
    const known = this.byCanonical.get(key) ?? this.table.formsOf(type, original)[0]?.entity;
    const entity =
      known ?? this.table.add({ type, canonical, ...(label !== undefined && { label }), forms: [] });
    this.byCanonical.set(key, entity);
    return entity;
  }

  private meetName(name: FoundValue, others: readonly Person[]): Entity {
    const entity = this.people.entityFor(name.reading, name.gender, others);
    this.names.set(nameKey(name), entity);
    return entity;
  }
}

/** Returns whether an entity is a text that was hidden only because it looks like a replacement. */
function isNobody({ person, canonical }: Entity): boolean {
  return !person && canonical === undefined;
}

function nameKey({ reading, gender }: FoundValue): string {
  return `${gender ?? ''} ${reading}`;
}
