import { Injectable } from '@nestjs/common';
import type { EntityType, Rules } from '@app/anonymization';
import { invalid, type Caller } from '@app/common';
import { chooseModel, LanguageModel, type Model } from '@app/llm';
import { CurrentPolicies } from './current-policies';
import type { Policy } from './policy';

/** What a request says about what is hidden in it. */
export interface CallRequest {
  /** The model's id as it was sent. */
  model: unknown;
  /** Kinds of which new values are to be hidden; absent: the policy's default. */
  choices?: readonly EntityType[];
  /** Those of them that were named by themselves, and not meant by `All` or by default. */
  named?: readonly EntityType[];
  /** Words that are to be hidden, and found values that are to be left as they are. */
  hide?: readonly string[];
  keep?: readonly string[];
}

/** A call that may be made, under the policy in force at this moment. */
export interface AcceptedCall {
  model: Model;
  policy: Policy;
  rules: Rules;
  /** Kinds of which new values are hidden. */
  hidden: readonly EntityType[];
}

/** The first step of every call that names a model: may it be made, and under which rules? */
@Injectable()
export class AcceptCall {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly model: LanguageModel,
  ) {}

  /**
   * @param calls whether the model is called; where it is only named, the rules are those of no model
   * @throws AppError `bad_request` if the caller has no such model, or asks for what the policy leaves out or does not
   * let users do; `protection_required`; `unavailable` if the policy is not known
   */
  async execute(caller: Caller, request: CallRequest, calls = true): Promise<AcceptedCall> {
    const policy = await this.policies.of(caller.organizationId);
    const model = chooseModel(await this.allowed(policy, caller), request.model);
    const rules = acceptRules(policy.rulesFor(calls ? model.id : undefined), request);
    return { model, policy, rules, hidden: policy.hiddenKinds(rules, request.choices) };
  }

  /** The models that a caller may use, the default first. */
  async models(caller: Caller): Promise<readonly Model[]> {
    return this.allowed(await this.policies.of(caller.organizationId), caller);
  }

  private async allowed(policy: Policy, { groups }: Caller): Promise<readonly Model[]> {
    return (await this.model.models()).filter(({ id }) => policy.allows(id, groups));
  }
}

/**
 * The rules of a call with what its request adds.
 *
 * @throws AppError `bad_request` where it asks for what they leave out, or does not let users do
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
    throw invalid('keep', 'must be absent: the policy of your organization lets nobody leave found values');
  return { ...rules, hide, keep };
}
