import {
  CHOICES,
  type EntityType,
  hiddenKinds,
  KeptValues,
  type Mode,
  type Rules,
  TermFinder,
} from '@app/anonymization';
import type { CallProtection } from '@app/audit';
import { AppError, invalid, TimeSlice } from '@app/common';
import type { ImageRule, PolicyDocument } from './document/policy-document';

/** What happens to an image in a prompt to one model: it is sent unread (`passed`), or after OCR read it (`read`). */
export type ImageHandling = Exclude<ImageRule, 'internal'>;

/** A version of an organization's policy, compiled once for all calls. */
export class Policy {
  private readonly external: Rules;
  private readonly internal: Rules;
  private readonly internalModels: ReadonlySet<string>;
  private readonly groups: ReadonlyMap<string, readonly string[]>;

  private constructor(
    /** 0 if none was ever set */
    readonly version: number,
    readonly document: PolicyDocument,
    terms: TermFinder | undefined,
  ) {
    const { modes, internal } = document;
    const shared = {
      ...(terms && { terms }),
      exceptions: new KeptValues(
        document.exceptions.map(({ value, kind }) => ({ value, ...(kind && { type: kind }) })),
      ),
      usersMayKeep: document.users_may_keep,
      hide: [],
      keep: [],
    };
    this.external = { ...shared, modes };
    this.internal = { ...shared, modes: { ...modes, ...internal.modes } };
    this.internalModels = new Set(internal.models);
    this.groups = new Map(document.models.map(({ model, groups }) => [model, groups]));
  }

  /** Compiles a document. @param version 0 if none was ever set */
  static async of(version: number, document: PolicyDocument, signal?: AbortSignal): Promise<Policy> {
    return new Policy(version, document, await termsOf(document, signal));
  }

  /** The approximate memory use, in terms. */
  get size(): number {
    return 1 + this.document.terms.length + this.document.exceptions.length;
  }

  /** The kinds that are hidden if a request names none. */
  get defaultKinds(): readonly EntityType[] {
    return this.document.default_kinds ?? CHOICES.all;
  }

  /**
   * Returns the kinds of new values that a call hides.
   *
   * @param choices the kinds that the request names. If absent, the policy's default applies.
   * @throws AppError `protection_required` if there would be none, and the policy does not allow that
   */
  hiddenKinds(rules: Rules, choices: readonly EntityType[] = this.defaultKinds): EntityType[] {
    const hidden = hiddenKinds(rules, choices);
    if (hidden.length > 0 || this.document.allow_unprotected) return hidden;
    throw new AppError(
      'protection_required',
      'The policy of your organization allows no call without protection; name at least one kind in choices',
    );
  }

  get systemPrompt(): string {
    return this.document.system_prompt;
  }

  /** @param model the model of the call. If absent, the call has none or it is unknown. */
  rulesFor(model?: CalledModel): Rules {
    return model !== undefined && this.isInternal(model) ? this.internal : this.external;
  }

  modeOf(kind: EntityType, model?: CalledModel): Mode {
    return this.rulesFor(model).modes[kind] ?? 'asked';
  }

  /** Returns what happens to images in prompts to a model. */
  imagesFor(model: CalledModel & { images: boolean }): ImageHandling {
    const { images } = this.document;
    if (!model.images) return 'refused';
    if (images === 'internal') return this.isInternal(model) ? 'passed' : 'refused';
    return images;
  }

  /** Both the policy and the operator must say so: the policy by the model, the operator by its providers. */
  private isInternal({ id, internal }: CalledModel): boolean {
    return internal && this.internalModels.has(id);
  }

  /** Returns whether a user in these groups may use a model. */
  allows(model: string, groups: readonly string[]): boolean {
    const needed = this.groups.get(model);
    return !needed?.length || needed.some((group) => groups.includes(group));
  }
}

/** A model as a policy sees it. */
export interface CalledModel {
  id: string;
  /** Whether every provider that may answer is internal. */
  internal: boolean;
}

async function termsOf({ terms }: PolicyDocument, signal?: AbortSignal): Promise<TermFinder | undefined> {
  if (terms.length === 0) return undefined;
  return TermFinder.of(
    terms.flatMap(({ phrase, pattern, exact_case: exactCase, label }) => [
      ...(phrase === undefined ? [] : [{ phrase, ...(exactCase && { exactCase }), ...(label && { label }) }]),
      ...(pattern === undefined ? [] : [{ pattern, ...(label && { label }) }]),
    ]),
    new TimeSlice(signal),
  );
}

/** Returns the protection of a call with images: they are not read completely, so it is at most `some`. */
export const withImages = (protection: CallProtection, hasImages: boolean): CallProtection =>
  hasImages && protection.level === 'all' ? { ...protection, level: 'some' } : protection;

/**
 * Returns the protection of a call that hides new values of the kinds `hidden`. `all` requires neither `Dates` nor a kind
 * that the policy leaves out.
 *
 * @param leftInClear the number of found values that stay unchanged
 */
export function protectionOf(
  { modes }: Pick<Rules, 'modes'>,
  hidden: readonly EntityType[],
  leftInClear: number,
): CallProtection {
  const leftOut = CHOICES.all.filter((kind) => modes[kind] !== 'never' && !hidden.includes(kind));
  const level = hidden.length === 0 ? 'off' : leftOut.length === 0 ? 'all' : 'some';
  return { level, leftOutKinds: leftOut.length, leftInClear };
}

/** The parts of a request that determine what is hidden. */
export interface CallRequest {
  /** The model's id as the caller sent it. */
  model: unknown;
  /** The kinds of new values to hide. If absent, the policy's default applies. */
  choices?: readonly EntityType[];
  /** The choices that the request named individually, not by `All` or by default. */
  named?: readonly EntityType[];
  /** Words to hide, and found values to leave unchanged. */
  hide?: readonly string[];
  keep?: readonly string[];
}

/**
 * Returns the rules of a call, including what its request adds.
 *
 * @throws AppError `bad_request` if the request names a kind or an option that the rules do not allow
 */
export function acceptRules(
  rules: Rules,
  { named = [], hide = [], keep = [] }: Pick<CallRequest, 'named' | 'hide' | 'keep'>,
): Rules {
  const leftOut = named.filter((kind) => rules.modes[kind] === 'never');
  if (leftOut.length > 0)
    throw invalid(
      'choices',
      `must not name ${leftOut.join(', ')}, which the policy of your organization leaves out`,
    );
  if (keep.length > 0 && !rules.usersMayKeep)
    throw invalid(
      'keep',
      'must be absent: the policy of your organization does not allow users to keep found values',
    );
  return { ...rules, hide, keep };
}
