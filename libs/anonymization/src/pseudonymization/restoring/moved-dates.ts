import { daysAfter, moveDate } from '../../text/dates/move-date';
import { readDateAt } from '../../text/dates/read-date';
import type { Entity, Form } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { kindOf, type EntityType } from '../../kinds/kinds';
import { monthOf } from '../../lexicon/months';
import { followsWord } from '../../text/words';
import type { Reading } from './answer-words';

interface MovedDate extends Form {
  type: EntityType;
}

/** Dates of answers are read by their own words, and their order is not guessed. */
const ANY_LANGUAGE = { code: 'en', regions: [] } as const;

export const isDate = ({ type, canonical }: Entity): boolean =>
  kindOf(type).surrogate === 'moved' && canonical !== undefined;

/**
 * The dates that a table moved. A complete date that was sent is also restored from another notation with one reading.
 */
export class MovedDates {
  private readonly byDay = new Map<string, MovedDate>();
  private days = 0;

  add(table: EntityTable, { type, canonical }: Entity, form: Form): void {
    this.days = table.movedDays;
    const moved = canonical === undefined ? undefined : daysAfter(canonical, this.days);
    if (moved !== undefined && !this.byDay.has(moved)) this.byDay.set(moved, { ...form, type });
  }

  /** Returns whether a folded word may be part of a date. */
  mayHold(folded: string): boolean {
    return this.byDay.size > 0 && (/^\d{1,4}(?:\D|$)/.test(folded) || monthOf(folded) !== undefined);
  }

  match(text: string, at: number): Reading | undefined {
    if (this.byDay.size === 0 || followsWord(text, at)) return undefined;
    const date = readDateAt(text, at);
    const known = date && this.byDay.get(date.iso);
    if (!date || !known) return undefined;
    const restored = moveDate(text.slice(at, date.end), date.iso, -this.days, ANY_LANGUAGE);
    if (restored === undefined) return undefined;
    return { start: at, end: date.end, type: known.type, restored, replacement: known.replacement };
  }
}
