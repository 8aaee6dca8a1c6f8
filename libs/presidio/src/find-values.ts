import { Injectable } from '@nestjs/common';
import { EntityTable, kindOf, type EntityType, type Language, type Span } from '@app/anonymization';
import type { Caller } from '@app/common';
import { HideTexts } from '@app/hiding';
import { acceptRules, CurrentPolicies, type Policy } from '@app/policy';
import type { Demand } from './operators';

/** A value that the service found, in UTF-16 code units, with what the policy says about it. */
export interface FoundValue {
  start: number;
  end: number;
  type: EntityType;
  demand: Demand;
}

interface TextsToFind {
  texts: readonly string[];
  /** The field of the request that has the texts, if they are refused for values that the policy blocks */
  field?: string;
  language: Language;
  /** The kinds that the request names. If absent, the policy's default */
  choices?: readonly EntityType[];
  /** Values that the request leaves unchanged */
  keep?: readonly string[];
}

/** Finds the values that the policy and the request hide. Stores nothing. */
@Injectable()
export class FindValues {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
  ) {}

  /**
   * Returns the values of each text, in order, without overlaps.
   *
   * @throws AppError `bad_request` if the request names a kind that the policy leaves out; `blocked_by_policy`;
   *   `protection_required`; `unavailable` if detection fails
   */
  async execute(
    caller: Caller,
    { texts, field, language, choices, keep = [] }: TextsToFind,
    signal: AbortSignal,
  ): Promise<FoundValue[][]> {
    const policy = await this.policies.of(caller.organizationId);
    const rules = acceptRules(policy.rulesFor(), { keep });
    const hidden = policy.hiddenKinds(rules, choices);
    const searched = await this.hideTexts.search(
      texts.map((text) => ({ text, ...(field !== undefined && { field }) })),
      { choices: hidden, language, rules, owner: caller },
      signal,
    );
    const found: FoundValue[][] = [];
    for (const text of searched.texts) {
      // A table for each text: the texts of a request are independent.
      const [shown] = await this.hideTexts.hide(EntityTable.create('placeholders'), [text], signal);
      found.push(shown!.detected.map((span) => valueOf(span, policy)));
    }
    return found;
  }
}

const valueOf = ({ start, end, type, mode }: Span, policy: Policy): FoundValue => ({
  start,
  end,
  type,
  demand: demandOf(type, mode, policy),
});

function demandOf(type: EntityType, mode: Span['mode'], { document }: Policy): Demand {
  if (mode === 'remove' || mode === 'block') return 'removed';
  if (mode === 'always' || !document.users_may_keep) return 'hidden';
  return kindOf(type).mayStay ? 'none' : 'never kept';
}
