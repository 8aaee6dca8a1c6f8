import { AppError, TimeSlice } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../../kinds/kinds';
import { ReadableText } from '../../text/readable/readable-text';
import type { Span } from '../../text/spans/span';
import { KeptValues } from './kept-values';
import { TermFinder } from './term-finder';

/**
 * What happens to a kind (contract: Policy and own terms): hidden if the request names it, always hidden, always removed,
 * refused, or left out of `All`.
 */
export const MODES = ['asked', 'always', 'remove', 'block', 'never'] as const;
export type Mode = (typeof MODES)[number];

/** The rules for all texts of one call. */
export interface Rules {
  modes: Readonly<Partial<Record<EntityType, Mode>>>;
  /** Finds the organization's terms; absent if it has none */
  terms?: TermFinder;
  exceptions: KeptValues;
  /** Whether a request, or an earlier one of its chat, may leave found values unchanged */
  usersMayKeep: boolean;
  /** Words of this request to hide, and found values to leave unchanged */
  hide: readonly string[];
  keep: readonly string[];
}

/**
 * The error for a text that contains what the policy refuses. Its message names the field and the kinds, never a value.
 */
export class BlockedByPolicy extends AppError {
  constructor(
    field: string,
    readonly kinds: readonly EntityType[],
  ) {
    const message = `holds ${kinds.join(', ')}, which the policy of your organization blocks`;
    super('blocked_by_policy', `${field} ${message}`, { errors: [{ field, message }] });
  }
}

/** Rules without terms and exceptions, in which each kind is hidden if the request names it. */
export const NO_RULES: Rules = {
  modes: {},
  exceptions: new KeptValues([]),
  usersMayKeep: true,
  hide: [],
  keep: [],
};

/** Returns the kinds of new values to hide in a call with `choices`: some are always hidden, some never. */
export function hiddenKinds({ modes }: Pick<Rules, 'modes'>, choices: readonly EntityType[]): EntityType[] {
  return ENTITY_TYPES.filter((type) => {
    const mode = modes[type] ?? 'asked';
    return mode === 'asked' ? choices.includes(type) : mode !== 'never';
  });
}

export interface Decided {
  /** The spans to hide, because their kind was chosen or by their `mode` */
  spans: Span[];
  /** The kinds that were found and that the policy refuses; empty for a text that was sent before */
  blocked: EntityType[];
  /** Found values that stay unchanged because a user keeps them or the policy excepts them */
  left: Span[];
}

interface TextToDecide {
  text: string;
  readable: ReadableText;
  spans: readonly Span[];
  /**
   * Whether this request contains the text for the first time: in a text that was sent before, a blocked kind is
   * removed
   */
  isNew: boolean;
}

/** The rules of a call, ready for all its texts. */
export class AppliedRules {
  private constructor(
    private readonly rules: Rules,
    /** The values that the chat's user left unchanged */
    private readonly kept: KeptValues,
    /** The words that the chat's user hid */
    private readonly hidden: TermFinder,
  ) {}

  /** @param chat words that the chat's user hid or kept before */
  static async of(
    rules: Rules,
    chat: { hide: ReadonlySet<string>; keep: ReadonlySet<string> },
    slice: TimeSlice,
  ): Promise<AppliedRules> {
    const keep = rules.usersMayKeep ? [...chat.keep, ...rules.keep] : [];
    const kept = new KeptValues(keep.map((value) => ({ value })));
    const hide = [...chat.hide, ...rules.hide].map((phrase) => ({ phrase }));
    return new AppliedRules(rules, kept, await TermFinder.of(hide, slice));
  }

  /**
   * Applies the rules to all findings in one text, before overlaps are resolved (contract: Policy and own terms). Values in the
   * chat's table are always hidden, and not decided here.
   */
  async decide({ text, readable, spans, isNew }: TextToDecide, slice: TimeSlice): Promise<Decided> {
    const decided: Span[] = [];
    const left: Span[] = [];
    const blocked = new Set<EntityType>();
    for (const span of spans) {
      if (slice.isOver) await slice.next();
      const mode = this.modeOf(readable, span);
      if (mode === 'block') blocked.add(span.type);
      if (mode === 'kept') left.push(span);
      else if (mode === 'asked') decided.push(span);
      else if (mode !== 'never') decided.push({ ...span, mode });
    }
    const termMode = this.termMode();
    const terms = this.rules.terms ? await findAsRead(this.rules.terms, text, readable, slice) : [];
    for (const span of terms) {
      if (termMode === 'block') blocked.add('Terms');
      decided.push({ ...span, mode: termMode });
      if (slice.isOver) await slice.next();
    }
    for (const span of await findAsRead(this.hidden, text, readable, slice)) decided.push(span);
    const refused = isNew ? ENTITY_TYPES.filter((type) => blocked.has(type)) : [];
    return { spans: decided, blocked: refused, left };
  }

  /** Returns the first mode that applies: block and remove, kept words and exceptions, the kind's own mode. */
  private modeOf(readable: ReadableText, span: Span): Mode | 'kept' {
    const mode = this.rules.modes[span.type] ?? 'asked';
    if (mode === 'block' || mode === 'remove') return mode;
    return this.kept.has(readable, span) || this.rules.exceptions.has(readable, span) ? 'kept' : mode;
  }

  /** Returns the mode of terms, which is at least `always`. */
  private termMode(): 'always' | 'remove' | 'block' {
    const mode = this.rules.modes.Terms;
    return mode === 'block' || mode === 'remove' ? mode : 'always';
  }
}

/** Searches the original text and the decoded text. */
async function findAsRead(
  terms: TermFinder,
  text: string,
  readable: ReadableText,
  slice: TimeSlice,
): Promise<Span[]> {
  const spans = await terms.find(text, slice);
  if (readable.isPlain) return spans;
  for (const span of await terms.find(readable.text, slice)) spans.push(readable.toWritten(span));
  return spans;
}

/** Applies rules to findings in texts that are not anonymized themselves. */
export async function decideAll(
  rules: Rules,
  texts: readonly Pick<TextToDecide, 'text' | 'spans' | 'isNew'>[],
  signal: AbortSignal,
): Promise<Decided[]> {
  const slice = new TimeSlice(signal);
  const applied = await AppliedRules.of(rules, { hide: new Set(), keep: new Set() }, slice);
  const decided: Decided[] = [];
  for (const text of texts) {
    const readable = await ReadableText.read(text.text, slice);
    decided.push(await applied.decide({ ...text, readable }, slice));
  }
  return decided;
}
