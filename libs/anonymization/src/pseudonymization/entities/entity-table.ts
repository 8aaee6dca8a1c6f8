import { createHmac, createSecretKey, randomInt } from 'node:crypto';
import { TimeSlice } from '@app/common';
import type { ReplacementStyle } from '../../kinds/entity-type';
import { ENTITY_TYPES, kindOf, type EntityType } from '../../kinds/kinds';
import { fold } from '../../lexicon/fold';
import { readingOf } from '../../text/readable/readable-text';
import { phoneSpellings } from '../../text/phone-digits';
import { wordsOf } from '../../text/words';
import { type Entity, type Form, placeholderOf } from './entity';
import {
  asStored,
  parseStored,
  type EntityTableJson,
  storedDomain,
  storedEntity,
  storedPart,
  storedTable,
  type TableHead,
} from './entity-table-json';
import { NameParts } from './name-parts';
import { isNamed } from './named-thing';

/**
 * Chooses one of `count`. `label` names the decision, so that a seeded draw repeats it
 * (contract: Anonymizing and restoring, rule 3).
 */
type Draw = (count: number, label: string) => number;

/** Returns a new, unpredictable choice each time. */
const randomDraw: Draw = (count) => randomInt(count);

/** Returns the same choice for the same label and secret seed (contract: The OpenAI gateway). */
function seededDraw(seed: Buffer): Draw {
  // A Buffer would be converted for each draw, which costs several times as much as the draw.
  const key = createSecretKey(seed);
  return (count, label) => createHmac('sha256', key).update(label).digest().readUIntBE(0, 6) % count;
}

type Head = Omit<TableHead, 'numbers'> & Partial<Pick<TableHead, 'numbers'>>;

interface KnownForm {
  entity: Entity;
  form: Form;
}

/**
 * The hidden entities, their forms, the parts of their names, and the replacement of each
 * (contract: Anonymizing and restoring). One table per chat, text or request. It only grows. Not safe for concurrent
 * use.
 */
export class EntityTable {
  readonly entities: Entity[] = [];
  readonly parts = new NameParts();
  /** Words that the chat's user had hidden, and found values that stayed unchanged */
  readonly hide = new Set<string>();
  readonly keep = new Set<string>();
  private readonly byReplacement = new Map<string, KnownForm>();
  private readonly byOriginal = new Map<string, KnownForm[]>();
  /** The labels of placeholders that were issued, or may be */
  readonly labels = new Set(ENTITY_TYPES.map((type) => kindOf(type).label));
  private readonly lastNumbers = new Map<string, number>();
  private readonly originalWords = new Set<string>();
  private readonly replacementWords = new Set<string>();
  private readonly lowerReplacements = new Set<string>();
  private readonly numbers = new Set<string>();
  private readonly domainSurrogates = new Map<string, string>();
  private readonly takenDomains = new Set<string>();
  private readonly reserved = new Set<string>();

  /** Whether new names get placeholders in either style, because a table in records has issued most surrogate names */
  isShortOfNames = false;
  /** Values with drawn surrogates that are all taken */
  private readonly plain = new Set<string>();
  /** Folded words that more names contain than are in this part of a large table */
  readonly crowded = new Set<string>();
  /** The number of domains that the whole table has issued, if this table is a part of it; else 0 */
  issuedDomains = 0;
  private recorded = 0;
  private movedWeeks?: number;

  private constructor(
    readonly style: ReplacementStyle,
    readonly draw: Draw,
    private readonly seed?: Buffer,
  ) {}

  /** Creates an empty table. Surrogates are drawn at random, or by `seed`, which must then be secret. */
  static create(style: ReplacementStyle, seed?: Buffer): EntityTable {
    return new EntityTable(style, seed ? seededDraw(seed) : randomDraw, seed);
  }

  /**
   * Reads a table from the JSON that `write` returned.
   *
   * @throws Error if the JSON is not an entity table of a known version, or is inconsistent
   */
  static async read(json: string): Promise<EntityTable> {
    const slice = new TimeSlice();
    const { entities, parts, domains, ...head } = parseStored(storedTable, json);
    const table = EntityTable.ofHead(head);
    for (const part of parts) {
      table.parts.add(asStored(storedPart, part));
      if (slice.isOver) await slice.next();
    }
    for (const domain of domains) {
      const { original, surrogate } = asStored(storedDomain, domain);
      table.replaceDomain(original, surrogate);
    }
    for (const stored of entities) {
      const { forms, ...entity } = asStored(storedEntity, stored);
      const added = table.add({ ...entity, forms: [] });
      for (const form of forms) table.record(added, form);
      if (slice.isOver) await slice.next();
    }
    return table;
  }

  /** Creates a table without entities from what `head` returned. */
  static ofHead({ style, seed, hide = [], keep = [], weeks, numbers = {} }: Head): EntityTable {
    const table = EntityTable.create(style, seed === undefined ? undefined : Buffer.from(seed, 'base64'));
    if (weeks !== undefined) table.movedWeeks = weeks;
    for (const word of hide) table.hide.add(word);
    for (const word of keep) table.keep.add(word);
    for (const [label, number] of Object.entries(numbers)) {
      table.labels.add(label);
      table.lastNumbers.set(label, number);
    }
    return table;
  }

  /** Returns the table as JSON, in the form of {@link EntityTableJson}. */
  async write(): Promise<string> {
    const slice = new TimeSlice();
    const entities: string[] = [];
    for (const entity of this.entities) {
      entities.push(JSON.stringify(entity));
      if (slice.isOver) await slice.next();
    }
    const { numbers: _, ...fields } = this.head();
    const [head, surrogates] = [fields, this.surrogates()].map((part) => JSON.stringify(part));
    return `${head!.slice(0, -1)},"entities":[${entities.join(',')}],${surrogates!.slice(1)}`;
  }

  /** Returns what a table has beside its entities, parts and domains. */
  head(): TableHead {
    return {
      version: 1 as const,
      style: this.style,
      ...(this.seed && { seed: this.seed.toString('base64') }),
      ...(this.hide.size > 0 && { hide: [...this.hide] }),
      ...(this.keep.size > 0 && { keep: [...this.keep] }),
      ...(this.movedWeeks !== undefined && { weeks: this.movedWeeks }),
      numbers: Object.fromEntries(this.lastNumbers),
    };
  }

  private surrogates(): Pick<EntityTableJson, 'parts' | 'domains'> {
    return {
      parts: this.parts.all().map((part) => ({ ...part })),
      domains: [...this.domains].map(([original, surrogate]) => ({ original, surrogate })),
    };
  }

  add(entity: Entity): Entity {
    this.entities.push(entity);
    const label = labelOf(entity);
    this.labels.add(label);
    this.lastNumbers.set(label, Math.max(this.lastNumbers.get(label) ?? 0, entity.number ?? 0));
    return entity;
  }

  /** Marks replacements that entities beside those of this table have, so that no value gets them. */
  reserve(taken: readonly { kind: 'word' | 'value' | 'number' | 'domain'; text: string }[]): void {
    const sets = {
      word: this.originalWords,
      value: this.lowerReplacements,
      number: this.numbers,
      domain: this.takenDomains,
    };
    for (const { kind, text } of taken) {
      sets[kind].add(text);
      if (kind === 'value') this.reserved.add(text);
    }
  }

  /** Lets a value get a placeholder in either style. */
  keepPlain(type: EntityType, original: string): void {
    this.plain.add(`${type} ${original}`);
  }

  /** Returns whether a new value may get a surrogate. */
  mayGetSurrogate(type: EntityType, original: string): boolean {
    return !this.plain.has(`${type} ${original}`) && !(type === 'Names' && this.isShortOfNames);
  }

  /** The reserved domain for each original e-mail domain in lower case. */
  get domains(): ReadonlyMap<string, string> {
    return this.domainSurrogates;
  }

  /** Returns whether an entity beside those of this table has a replacement, in lower case. */
  isReserved(lower: string): boolean {
    return this.reserved.has(lower);
  }

  /** Returns whether a reserved domain replaces no original domain yet. */
  isFreeDomain(surrogate: string): boolean {
    return !this.takenDomains.has(surrogate);
  }

  replaceDomain(original: string, surrogate: string): void {
    this.domainSurrogates.set(original, surrogate);
    this.takenDomains.add(surrogate);
  }

  /**
   * The number of days by which every date of this table is moved: whole weeks in either direction, a secret of the
   * table.
   */
  get movedDays(): number {
    this.movedWeeks ??= drawWeeks(this.draw);
    return this.movedWeeks * 7;
  }

  /** Increases with every form. */
  get revision(): number {
    return this.recorded;
  }

  /** Returns the forms that are written exactly as `original`. */
  formsOf(type: EntityType, original: string): readonly KnownForm[] {
    return this.byOriginal.get(`${type} ${original}`) ?? [];
  }

  /** Returns the form with exactly this replacement. */
  behind(replacement: string): KnownForm | undefined {
    return this.byReplacement.get(replacement);
  }

  /** Returns whether `replacement` may replace `original`: no other original has it. */
  isFree(replacement: string, original: string): boolean {
    return (this.byReplacement.get(replacement)?.form.original ?? original) === original;
  }

  /** Returns whether an original of the table contains a folded word. */
  hasOriginalWord(folded: string): boolean {
    return this.originalWords.has(folded);
  }

  /** Returns whether the surrogate of an organization or a place contains a folded word. */
  hasReplacementWord(folded: string): boolean {
    return this.replacementWords.has(folded);
  }

  /** Returns whether a replacement has this lower-case form. */
  hasReplacement(lower: string): boolean {
    return this.lowerReplacements.has(lower);
  }

  /** Returns whether a surrogate number has these national digits. */
  hasNumber(digits: string): boolean {
    return this.numbers.has(digits);
  }

  /** Yields every form with its entity, oldest entity first. */
  *forms(): Generator<KnownForm> {
    for (const entity of this.entities) for (const form of entity.forms) yield { entity, form };
  }

  /** @throws Error if the form's replacement belongs to another original */
  record(entity: Entity, form: Form): Form {
    const { original, replacement } = form;
    if (!this.isFree(replacement, original)) throw new Error('a replacement must belong to exactly one form');
    entity.forms.push(form);
    this.recorded += 1;
    const known = { entity, form };
    if (!this.byReplacement.has(replacement)) this.byReplacement.set(replacement, known);
    const key = `${entity.type} ${original}`;
    this.byOriginal.set(key, [...(this.byOriginal.get(key) ?? []), known]);
    this.lowerReplacements.add(replacement.toLowerCase());
    for (const { text } of wordsOf(readingOf(original))) this.originalWords.add(fold(text));
    if (isNamed(entity.type))
      for (const { text } of wordsOf(replacement)) this.replacementWords.add(fold(text));
    if (entity.type === 'Phone') {
      for (const digits of phoneSpellings(replacement, entity.canonical)) this.numbers.add(digits);
    }
    if (entity.type === 'Names' && !placeholderOf(replacement)) this.parts.learn(original, replacement);
    return form;
  }

  /**
   * Returns the next placeholder of an entity: its number, and a letter from the second one on. Skips the numbers in
   * `taken`.
   */
  nextPlaceholder(entity: Entity, taken: ReadonlySet<string>): string {
    const label = labelOf(entity);
    entity.number ??= this.freeNumber(label, taken);
    const earlier = entity.forms.filter(({ replacement }) => placeholderOf(replacement)).length;
    for (let index = earlier; ; index += 1) {
      const placeholder = `[${label}_${entity.number}${letterOf(index)}]`;
      if (!this.byReplacement.has(placeholder)) return placeholder;
    }
  }

  private freeNumber(label: string, taken: ReadonlySet<string>): number {
    let number = (this.lastNumbers.get(label) ?? 0) + 1;
    while (taken.has(`${label}_${number}`)) number += 1;
    this.lastNumbers.set(label, number);
    return number;
  }
}

const FEWEST_WEEKS = 3;
const MOST_WEEKS = 52;

function drawWeeks(draw: Draw): number {
  const count = MOST_WEEKS - FEWEST_WEEKS + 1;
  const drawn = draw(2 * count, 'weeks');
  return drawn < count ? FEWEST_WEEKS + drawn : -(FEWEST_WEEKS + drawn - count);
}

const labelOf = ({ type, label }: Entity): string => label ?? kindOf(type).label;

/** Returns '', B, C, ... Z, BA, BB, ... */
function letterOf(index: number): string {
  if (index === 0) return '';
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26)) + letter;
}
