import { type AppError, invalid } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../entity-type';
import { fold } from '../lexicon/fold';
import type { ReadableText } from '../readable/readable-text';
import type { Span } from '../spans/span';
import type { Steps } from '../steps';
import { wordsOf } from '../text/words';
import { TermFinder } from './term-finder';

/**
 * What happens to a kind (contract: Policy): hidden where the request asks for it, in any case, in any case and for good;
 * refused; or left out of `All`.
 */
export const MODES = ['asked', 'always', 'remove', 'block', 'never'] as const;
export type Mode = (typeof MODES)[number];

/** Of an exception, or of a request's `keep`: a whole value that is left as it is. */
export interface KeptValue {
  value: string;
  /** Absent: of all kinds that may be kept */
  type?: EntityType;
}

/** What is decided for all texts of one call. */
export interface Rules {
  modes: Readonly<Partial<Record<EntityType, Mode>>>;
  /** The organization's terms */
  terms: TermFinder;
  exceptions: readonly KeptValue[];
  /** Words of this request that are hidden, and found values that are left */
  hide: readonly string[];
  keep: readonly string[];
}

/** Nobody's `keep` and no exception frees these. */
const NEVER_KEPT: ReadonlySet<EntityType> = new Set(['Secrets', 'Cards', 'BankAccounts', 'Terms']);
/** Kinds that policy cannot leave out. */
export const NEVER_LEFT_OUT: ReadonlySet<EntityType> = NEVER_KEPT;
/** Kinds that are found by meaning alone: too uncertain to refuse a request for them. */
export const NEVER_BLOCKED: ReadonlySet<EntityType> = new Set(['Names', 'Organizations', 'Locations']);

/** What a request is told whose text holds what policy refuses: the kinds, never a value. */
export const blockedByPolicy = (field: string, kinds: readonly EntityType[]): AppError =>
  invalid(field, `holds ${kinds.join(', ')}, which the policy of your organization blocks`);

/** No terms, no exceptions, everything as the request asks. */
export const NO_RULES: Rules = { modes: {}, terms: new TermFinder([]), exceptions: [], hide: [], keep: [] };

export interface Decided {
  /** What is hidden where it was chosen, or in any case (`mode`) */
  spans: Span[];
  /** Kinds that the policy refuses and that were found; empty for a text that was sent before */
  blocked: EntityType[];
}

interface TextToDecide {
  text: string;
  readable: ReadableText;
  spans: readonly Span[];
  /** Whether this request brings the text: in what was sent before, a blocked kind is removed */
  isNew: boolean;
}

/**
 * What the rules make of the findings in one text: all of them, before overlaps are resolved (contract: Policy). What
 * the chat's table knows is hidden in any case, and not decided here.
 */
export function* decide(rules: Rules, { text, readable, spans, isNew }: TextToDecide): Steps<Decided> {
  const kept = new KeptValues(rules.exceptions);
  const keptNow = new KeptValues(rules.keep.map((value) => ({ value })));
  const decided: Span[] = [];
  const blocked = new Set<EntityType>();
  for (const span of spans) {
    yield;
    const mode = rules.modes[span.type] ?? 'asked';
    const isBlocked = mode === 'block';
    if (isBlocked && isNew) blocked.add(span.type);
    if (mode === 'remove' || isBlocked) decided.push({ ...span, mode: 'remove' });
    else if (keptNow.has(readable, span) || kept.has(readable, span)) continue;
    else if (mode === 'always') decided.push({ ...span, mode: 'always' });
    else if (mode === 'asked') decided.push(span);
  }
  const hidden = new TermFinder(rules.hide.map((phrase) => ({ phrase })));
  for (const terms of [rules.terms, hidden]) {
    decided.push(...(yield* terms.find(text)));
    if (readable.isPlain) continue;
    for (const span of yield* terms.find(readable.text)) decided.push(readable.toWritten(span));
  }
  return { spans: decided, blocked: ENTITY_TYPES.filter((type) => blocked.has(type)) };
}

/** Whole values, whatever their case and blanks. */
class KeptValues {
  private readonly types = new Map<string, (EntityType | undefined)[]>();

  constructor(values: readonly KeptValue[]) {
    for (const { value, type } of values) {
      const key = keyOf(value);
      this.types.set(key, [...(this.types.get(key) ?? []), type]);
    }
  }

  /** Judged as it reads. */
  has(readable: ReadableText, { start, end, type }: Span): boolean {
    if (this.types.size === 0 || NEVER_KEPT.has(type)) return false;
    const types = this.types.get(keyOf(readable.slice(start, end)));
    return types !== undefined && types.some((only) => only === undefined || only === type);
  }
}

const keyOf = (value: string): string => [...wordsOf(value)].map(({ text }) => fold(text)).join(' ');
