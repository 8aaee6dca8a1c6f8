import { Injectable } from '@nestjs/common';
import type { EntityType, Rules } from '@app/anonymization';
import { AppError, type Caller, Clock } from '@app/common';
import { chooseModel, LanguageModel, type Model } from '@app/llm';
import { NO_POLICY, type PolicyDocument } from './document/policy-document';
import { acceptRules, type CallRequest, Policy } from './policy';
import { PoliciesStore, type StoredPolicy } from './store/policies.store';

/** The time for which a version is used without a check. */
const LOOK_MS = 2_000;
/** The time for which a version is used if checks fail. */
const TRUST_MS = 10_000;
/** The limit for terms and exceptions of all cached policies. */
const MOST_TERMS = 200_000;

interface Known {
  policy: Policy;
  /** When the version was last confirmed to be in force. */
  confirmedAt: number;
}

/**
 * The policies of the organizations that this process serves, compiled once for each version. A call uses the version at
 * its acceptance. If no version was confirmed recently, the call is refused (contract: Policy and own terms).
 */
@Injectable()
export class CurrentPolicies {
  /** Least recently used first. */
  private readonly known = new Map<string, Known>();
  private readonly looking = new Map<string, Promise<Policy>>();

  constructor(
    private readonly store: PoliciesStore,
    private readonly clock: Clock,
  ) {}

  /** Returns the policy in force. @throws AppError `unavailable` if it has not been confirmed for 10 s */
  async of(organizationId: string): Promise<Policy> {
    const known = this.known.get(organizationId);
    if (known && this.age(known) < LOOK_MS) return known.policy;
    const looking = this.looking.get(organizationId) ?? this.look(organizationId, known);
    try {
      return await looking;
    } catch (error) {
      if (known && this.age(known) < TRUST_MS) return known.policy;
      throw unreadable(error);
    }
  }

  /**
   * Returns the policy under which work was accepted.
   *
   * @param version null if none was recorded; then, and if the version was deleted, the policy in force is used
   * @throws AppError `unavailable` if it cannot be read
   */
  async at(organizationId: string, version: number | null): Promise<Policy> {
    const current = await this.of(organizationId);
    if (version === null || version === current.version) return current;
    if (version === 0) return Policy.of(0, NO_POLICY);
    const stored = await this.store.at(organizationId, version).catch((error: unknown) => {
      throw unreadable(error);
    });
    return stored ? compiled(stored) : current;
  }

  /** Makes the next call check, because this process changed the policy. */
  forget(organizationId: string): void {
    this.known.delete(organizationId);
    this.looking.delete(organizationId);
  }

  private age({ confirmedAt }: Known): number {
    return this.clock.now().getTime() - confirmedAt;
  }

  private look(organizationId: string, known: Known | undefined): Promise<Policy> {
    // A version that changed meanwhile is not cached (`forget`).
    const isCurrent = (): boolean => this.looking.get(organizationId) === looking;
    const looking = this.read(organizationId, known)
      .then((found) => {
        if (isCurrent()) this.remember(organizationId, found);
        return found.policy;
      })
      .finally(() => {
        if (isCurrent()) this.looking.delete(organizationId);
      });
    this.looking.set(organizationId, looking);
    return looking;
  }

  private async read(organizationId: string, known: Known | undefined): Promise<Known> {
    // Before the query, since the policy may change while the answer is on its way.
    const confirmedAt = this.clock.now().getTime();
    const stored = await this.store.latest(organizationId, known?.policy.version);
    const policy =
      known && known.policy.version === (stored?.version ?? 0) ? known.policy : await compiledOf(stored);
    return { policy, confirmedAt };
  }

  private remember(organizationId: string, found: Known): void {
    this.known.delete(organizationId);
    this.known.set(organizationId, found);
    this.makeRoom();
  }

  private makeRoom(): void {
    let terms = 0;
    for (const { policy } of this.known.values()) terms += policy.size;
    for (const [organizationId, { policy }] of this.known) {
      if (terms <= MOST_TERMS || this.known.size === 1) return;
      this.known.delete(organizationId);
      terms -= policy.size;
    }
  }
}

const compiled = ({ version, document }: StoredPolicy): Promise<Policy> =>
  Policy.of(version, { ...NO_POLICY, ...(JSON.parse(document) as PolicyDocument) });

async function compiledOf(
  stored: (Omit<StoredPolicy, 'document'> & { document?: string }) | undefined,
): Promise<Policy> {
  if (!stored) return Policy.of(0, NO_POLICY);
  const { document } = stored;
  if (document === undefined) throw new Error('A version that is not cached must be read with its document');
  return compiled({ ...stored, document });
}

const unreadable = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'The policy of your organization cannot be read; try again in a few seconds',
    { retryAfterS: 5 },
    { cause },
  );

/** A call that is allowed, with the policy in force at that moment. */
export interface AcceptedCall {
  model: Model;
  policy: Policy;
  rules: Rules;
  /** The kinds of new values to hide. */
  hidden: readonly EntityType[];
}

/** The first step of every call that names a model: checks whether the call is allowed, and under which rules. */
@Injectable()
export class AcceptCall {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly model: LanguageModel,
  ) {}

  /**
   * @param calls whether the model is called; if it is only named, the rules for no particular model apply
   * @throws AppError `bad_request` if the caller has no such model, or requests a kind that the policy leaves out or an
   *   option that it does not allow; `protection_required`; `unavailable` if the policy cannot be determined
   */
  async execute(caller: Caller, request: CallRequest, calls = true): Promise<AcceptedCall> {
    const policy = await this.policies.of(caller.organizationId);
    const model = chooseModel(await this.allowed(policy, caller), request.model);
    const rules = acceptRules(policy.rulesFor(calls ? model : undefined), request);
    return { model, policy, rules, hidden: policy.hiddenKinds(rules, request.choices) };
  }

  /** As {@link execute}, for a text that is hidden for no particular model. */
  async ofText(caller: Caller, request: Omit<CallRequest, 'model'>): Promise<Omit<AcceptedCall, 'model'>> {
    const policy = await this.policies.of(caller.organizationId);
    const rules = acceptRules(policy.rulesFor(), request);
    return { policy, rules, hidden: policy.hiddenKinds(rules, request.choices) };
  }

  /** Returns the models that a caller may use, the default first. */
  async models(caller: Caller): Promise<readonly Model[]> {
    return this.allowed(await this.policies.of(caller.organizationId), caller);
  }

  private async allowed(policy: Policy, { groups }: Caller): Promise<readonly Model[]> {
    return (await this.model.models()).filter(({ id }) => policy.allows(id, groups));
  }
}
