import type { TimeSlice } from '@app/common';
import { type Entity, type Form, placeholderOf } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { parseName } from '../entities/parse-name';
import { fold } from '../../lexicon/fold';
import { isBeginning } from '../../lexicon/surrogate-words';
import { phoneSpellings } from '../../text/phone-digits';
import { wordsOf } from '../../text/words';
import { isDate, MovedDates } from './moved-dates';
import { pairsOfForm } from './name-words';
import { PlaceholderPatterns } from './placeholder-patterns';
import { ValueForms } from './value-forms';

const latest = new WeakMap<EntityTable, ReplacementIndex>();

/** An index of every replacement of a table. It is a snapshot without later forms. */
export class ReplacementIndex {
  /** By `NAME_1B` */
  readonly placeholders = new Map<string, Form & Pick<Entity, 'type' | 'removed'>>();
  /** By lower-case address */
  readonly emails = new Map<string, Form[]>();
  /** By each sequence of digits that means the number */
  readonly phones = new Map<string, Form[]>();
  /** Surrogate names of several words, by their first folded word, longest first */
  readonly names = new Map<string, Form[]>();
  /** Surrogates of all other kinds */
  readonly values = new ValueForms();
  /** Moved dates, which are read in any notation */
  readonly dates = new MovedDates();
  /** Folded first letters of surrogate first names */
  readonly initials = new Set<string>();
  private formPairs?: ReadonlySet<string>;
  private readonly beginnings = new Set<string>();
  private readonly innerWords = new Set<string>();
  private readonly firstWords = new Set<string>();

  /** The patterns in which placeholders of this table are read */
  readonly patterns: PlaceholderPatterns;
  private readonly revision: number;

  private constructor(readonly table: EntityTable) {
    this.revision = table.revision;
    this.patterns = PlaceholderPatterns.of(table.labels);
  }

  private async fill(slice: TimeSlice): Promise<this> {
    const { table } = this;
    for (const { entity, form } of table.forms()) {
      if (slice.isOver) await slice.next();
      const placeholder = placeholderOf(form.replacement);
      if (placeholder)
        this.placeholders.set(placeholder, { ...form, type: entity.type, removed: entity.removed });
      else if (entity.type === 'Emails') this.addEmail(form);
      else if (entity.type === 'Phone') this.addPhone(form, entity.canonical);
      else if (entity.type === 'Names') this.addName(form);
      else {
        this.values.add(entity.type, form);
        if (isDate(entity)) this.dates.add(table, entity, form);
      }
    }
    for (const forms of this.names.values()) {
      forms.sort((a, b) => b.replacement.length - a.replacement.length);
    }
    for (const { role, surrogate } of table.parts.all()) {
      if (role === 'given') this.initials.add(fold(surrogate).charAt(0));
    }
    return this;
  }

  /** Returns the index of a table in its current state. */
  static async of(table: EntityTable, slice: TimeSlice): Promise<ReplacementIndex> {
    const known = latest.get(table);
    if (known?.revision === table.revision) return known;
    const index = await new ReplacementIndex(table).fill(slice);
    latest.set(table, index);
    return index;
  }

  get isEmpty(): boolean {
    return this.table.entities.length === 0;
  }

  /** Returns whether a replacement may start with this folded word. */
  startsWith(folded: string): boolean {
    if (this.firstWords.has(folded) || this.isPart(folded)) return true;
    if (this.values.mayStart(folded) || this.dates.mayHold(folded)) return true;
    if (this.placeholders.size > 0 && this.patterns.startsWord(folded)) return true;
    return this.phones.size > 0 && /^\d/.test(folded);
  }

  /** Returns whether a folded word is inside a surrogate, such as "von". */
  isInside(folded: string): boolean {
    return this.innerWords.has(folded) || this.values.mayHold(folded) || this.dates.mayHold(folded);
  }

  /** Returns whether a folded word is a surrogate name part, possibly with a genitive s. */
  isPart(folded: string): boolean {
    const { parts } = this.table;
    return (
      parts.behind(folded) !== undefined ||
      (folded.endsWith('s') && parts.behind(folded.slice(0, -1)) !== undefined)
    );
  }

  /** The pairs of adjacent words in all forms. */
  get pairs(): ReadonlySet<string> {
    this.formPairs ??= new Set(
      [...this.names.values()].flat().flatMap(({ replacement }) => pairsOfForm(replacement)),
    );
    return this.formPairs;
  }

  /** Returns whether a folded word is the beginning of a surrogate name part, of this table or of the lists. */
  isCutOff(folded: string): boolean {
    if (isBeginning(folded)) return true;
    if (this.beginnings.size === 0) {
      for (const { surrogate } of this.table.parts.all()) {
        const name = fold(surrogate);
        for (let length = 2; length < name.length; length += 1) this.beginnings.add(name.slice(0, length));
      }
    }
    return this.beginnings.has(folded);
  }

  private addEmail(form: Form): void {
    append(this.emails, form.replacement.toLowerCase(), form);
    this.addFirstWord(form.replacement);
  }

  private addPhone(form: Form, canonical: string | undefined): void {
    for (const digits of phoneSpellings(form.replacement, canonical)) append(this.phones, digits, form);
  }

  private addName(form: Form): void {
    const [first, second, ...rest] = parseName(form.replacement);
    if (!first) return;
    for (const { folded } of second ? [second, ...rest] : []) this.innerWords.add(folded);
    this.firstWords.add(first.folded);
    if (second) append(this.names, first.folded, form);
    // A single word that is not a part, such as a spelling that no part covers.
    else if (!this.table.parts.behind(first.folded)) append(this.names, first.folded, form);
  }

  private addFirstWord(replacement: string): void {
    for (const { text } of wordsOf(replacement)) {
      this.firstWords.add(fold(text));
      return;
    }
  }
}

function append(map: Map<string, Form[]>, key: string, form: Form): void {
  const forms = map.get(key);
  if (forms) forms.push(form);
  else map.set(key, [form]);
}
