import { Injectable } from '@nestjs/common';
import type { EntityType, Rules } from '@app/anonymization';
import { invalid, type Caller } from '@app/common';
import { chooseModel, LanguageModel, type Model } from '@app/llm';
import { CurrentPolicies } from './current-policies';
import type { Policy } from './policy';

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
