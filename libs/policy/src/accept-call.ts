import { Injectable } from '@nestjs/common';
import type { EntityType, Rules } from '@app/anonymization';
import type { Caller } from '@app/common';
import { chooseModel, LanguageModel, type Model } from '@app/llm';
import { CurrentPolicies } from './current-policies';
import { acceptRules, type CallRequest, type Policy } from './policy';

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
