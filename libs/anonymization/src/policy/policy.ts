import { AppError } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../entity-type';
import { ReadableText } from '../readable/readable-text';
import type { Span } from '../spans/span';
import { inSlices, type Steps } from '../steps';
import { KeptValues, NEVER_KEPT } from './kept-values';
import type { TermSearch } from './term';
import { TermFinder } from './term-finder';

/**
 * What happens to a kind (contract: Policy and own terms): hidden where the request asks for it, in any case, in any case and for good;
 * refused; or left out of `All`.
 */
export const MODES = ['asked', 'always', 'remove', 'block', 'never'] as const;
export type Mode = (typeof MODES)[number];

/** What is decided for all texts of one call. */
export interface Rules {
  modes: Readonly<Partial<Record<EntityType, Mode>>>;
  /** What finds the organization's terms */
  terms: readonly TermSearch[];
  exceptions: KeptValues;
  /** Whether found values may be left as they are because a request, or an earlier one of its chat, says so */
  usersMayKeep: boolean;
  /** Words of this request that are hidden, and found values that are left */
  hide: readonly string[];
  keep: readonly string[];
}

/** Kinds that policy cannot leave out. */
export const NEVER_LEFT_OUT: ReadonlySet<EntityType> = NEVER_KEPT;
/** Kinds that are found by meaning alone: too uncertain to refuse a request for them. */
export const NEVER_BLOCKED: ReadonlySet<EntityType> = new Set(['Names', 'Organizations', 'Locations']);

/** A text holds what policy refuses: its message names the field and the kinds, never a value. */
export class BlockedByPolicy extends AppError {
  constructor(
    field: string,
    readonly kinds: readonly EntityType[],
  ) {
    const message = `holds ${kinds.join(', ')}, which the policy of your organization blocks`;
    super('blocked_by_policy', `${field} ${message}`, { errors: [{ field, message }] });
  }
}

/** No terms, no exceptions, everything as the request asks. */
export const NO_RULES: Rules = {
  modes: {},
  terms: [],
  exceptions: new KeptValues([]),
  usersMayKeep: true,
  hide: [],
  keep: [],
};

/** The kinds of which new values are hidden in a call that asks for `choices`: some in any case, some never. */
export function hiddenKinds({ modes }: Pick<Rules, 'modes'>, choices: readonly EntityType[]): EntityType[] {
  return ENTITY_TYPES.filter((type) => {
    const mode = modes[type] ?? 'asked';
    return mode === 'asked' ? choices.includes(type) : mode !== 'never';
  });
}

export interface Decided {
  /** What is hidden where it was chosen, or in any case (`mode`) */
  spans: Span[];
  /** Kinds that the policy refuses and that were found; empty for a text that was sent before */
  blocked: EntityType[];
  /** Found values that stay as they are because a user keeps them or the policy excepts them */
  left: Span[];
}

interface TextToDecide {
  text: string;
  readable: ReadableText;
  spans: readonly Span[];
  /** Whether this request brings the text: in what was sent before, a blocked kind is removed */
  isNew: boolean;
}

/** The rules of a call, ready for all its texts. */
export class AppliedRules {
  private readonly kept;
  private readonly hidden;

  /** @param chat words that its user had hidden or left before */
  constructor(
    private readonly rules: Rules,
    chat: { hide: ReadonlySet<string>; keep: ReadonlySet<string> },
  ) {
    const keep = rules.usersMayKeep ? [...chat.keep, ...rules.keep] : [];
    this.kept = new KeptValues(keep.map((value) => ({ value })));
    this.hidden = new TermFinder([...chat.hide, ...rules.hide].map((phrase) => ({ phrase })));
  }

  /**
   * What they make of the findings in one text: all of them, before overlaps are resolved (contract: Policy and own terms). What the
   * chat's table knows is hidden in any case, and not decided here.
   */
  *decide({ text, readable, spans, isNew }: TextToDecide): Steps<Decided> {
    const decided: Span[] = [];
    const left: Span[] = [];
    const blocked = new Set<EntityType>();
    for (const span of spans) {
      yield;
      const mode = this.modeOf(readable, span);
      if (mode === 'block') blocked.add(span.type);
      if (mode === 'kept') left.push(span);
      else if (mode === 'asked') decided.push(span);
      else if (mode !== 'never') decided.push({ ...span, mode });
    }
    const termMode = this.termMode();
    for (const terms of this.rules.terms) {
      for (const span of yield* findAsRead(terms, text, readable)) {
        if (termMode === 'block') blocked.add('Terms');
        decided.push({ ...span, mode: termMode });
        yield;
      }
    }
    decided.push(...(yield* findAsRead(this.hidden, text, readable)));
    const refused = isNew ? ENTITY_TYPES.filter((type) => blocked.has(type)) : [];
    return { spans: decided, blocked: refused, left };
  }

  /** The first match wins: block and remove, kept words and exceptions, the kind's own mode. */
  private modeOf(readable: ReadableText, span: Span): Mode | 'kept' {
    const mode = this.rules.modes[span.type] ?? 'asked';
    if (mode === 'block' || mode === 'remove') return mode;
    return this.kept.has(readable, span) || this.rules.exceptions.has(readable, span) ? 'kept' : mode;
  }

  /** Terms are always hidden, if not worse. */
  private termMode(): 'always' | 'remove' | 'block' {
    const mode = this.rules.modes.Terms;
    return mode === 'block' || mode === 'remove' ? mode : 'always';
  }
}

/** In the text as it is written, and as its reader sees it. */
function* findAsRead(terms: TermSearch, text: string, readable: ReadableText): Steps<Span[]> {
  const spans = yield* terms.find(text);
  if (readable.isPlain) return spans;
  for (const span of yield* terms.find(readable.text)) spans.push(readable.toWritten(span));
  return spans;
}

/** What rules make of the findings in texts that are not to be anonymized as such. */
export function decideAll(
  rules: Rules,
  texts: readonly Pick<TextToDecide, 'text' | 'spans' | 'isNew'>[],
  signal: AbortSignal,
): Promise<Decided[]> {
  const applied = new AppliedRules(rules, { hide: new Set(), keep: new Set() });
  return inSlices(
    (function* () {
      const decided: Decided[] = [];
      for (const text of texts) {
        const readable = yield* ReadableText.reading(text.text);
        decided.push(yield* applied.decide({ ...text, readable }));
      }
      return decided;
    })(),
    signal,
  );
}
