import { Injectable } from '@nestjs/common';
import { ENTITY_TYPES, EntityTable, languageOf } from '@app/anonymization';
import { CaseTables } from '@app/cases';
import type { Caller } from '@app/common';
import { HideTexts } from '@app/hiding';
import { CurrentPolicies } from '@app/policy';

/** Replaces the personal data in the names of folders, under the policy in force. */
@Injectable()
export class HideFolderNames {
  constructor(
    private readonly policies: CurrentPolicies,
    private readonly hideTexts: HideTexts,
    private readonly cases: CaseTables,
  ) {}

  /**
   * @param paths with `/` between names
   * @param caseId if absent, all paths together have a table of their own
   * @returns the paths with replacements, in the same order
   */
  async execute(
    caller: Caller,
    paths: readonly string[],
    caseId: string | undefined,
    signal: AbortSignal,
  ): Promise<string[]> {
    const names = [...new Set(paths.flatMap((path) => path.split('/')))];
    const policy = await this.policies.of(caller.organizationId);
    const { hidden } = await this.hide(caller, names, { policy, caseId }, signal);
    const written = new Map(names.map((name, i) => [name, hidden[i]!.text.replaceAll('/', '-')]));
    return paths.map((path) =>
      path
        .split('/')
        .map((name) => written.get(name)!)
        .join('/'),
    );
  }

  private async hide(
    caller: Caller,
    names: readonly string[],
    { policy, caseId }: { policy: Awaited<ReturnType<CurrentPolicies['of']>>; caseId: string | undefined },
    signal: AbortSignal,
  ) {
    const searched = await this.hideTexts.search(
      names.map((text) => ({ text, field: 'file' })),
      {
        choices: policy.defaultKinds,
        known: caseId === undefined ? [] : ENTITY_TYPES,
        language: languageOf(names.join('\n')),
        rules: policy.rulesFor(),
      },
      signal,
    );
    const from = caseId === undefined ? EntityTable.create('placeholders') : { caseId, field: 'case_id' };
    return this.cases.hide(caller, from, searched.texts, searched.hideBehind);
  }
}
