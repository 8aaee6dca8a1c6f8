import {
  CHOICES,
  hiddenKinds,
  KeptValues,
  TermFinder,
  type Mode,
  type EntityType,
  type Rules,
} from '@app/anonymization';
import { AppError, TimeSlice } from '@app/common';
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
