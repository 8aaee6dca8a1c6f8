import { Injectable } from '@nestjs/common';
import { formOf } from '@app/anonymization';
import { AuditTrail, type AuditAction } from '@app/audit';
import { AppError, isId, Transactions, type Transaction } from '@app/common';
import { ReadPolicy, SetPolicy, type PolicyDocument } from '@app/policy';
import { WriteTombstones } from '@app/tombstones';
import { type Correction, SuggestionsStore, type Suggestion } from './suggestions.store';

/** The number of suggestions that are shown at once. */
const MOST_SHOWN = 200;

/** Shows an organization's admins what users corrected, and adds it to the policy (contract: Policy and own terms). */
@Injectable()
export class DecideSuggestions {
  constructor(
    private readonly store: SuggestionsStore,
    private readonly readPolicy: ReadPolicy,
    private readonly setPolicy: SetPolicy,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /** Returns the suggestions that the policy does not contain yet, the newest day first. */
  async list(organizationId: string): Promise<Suggestion[]> {
    const suggestions = await this.store.list(organizationId, MOST_SHOWN);
    if (suggestions.length === 0) return [];
    const { document } = await this.readPolicy.execute(organizationId);
    const contained = containedIn(document);
    return suggestions.filter((suggestion) => !contained(suggestion));
  }

  /**
   * Adds the value of a suggestion to the policy: an exception if users kept it, a term if they hid it.
   *
   * @returns the version of the policy that contains it
   * @throws AppError `not_found` if there is no such suggestion, or it was decided or withdrawn; `bad_request` if the policy
   *   may not contain the value
   */
  async accept(organizationId: string, id: string): Promise<number> {
    for (;;) {
      const suggestion = isId(id) ? await this.store.one(organizationId, id) : undefined;
      if (!suggestion) throw noSuchSuggestion();
      const decide = (tx: Transaction) => this.decide(tx, organizationId, id, 'suggestion.accept');
      const { version, document } = await this.readPolicy.execute(organizationId);
      let accepted = version;
      if (containedIn(document)(suggestion))
        await this.transactions.runFor({ organizationId }, (tx) => decide(tx));
      else
        try {
          const changed = withRule(document, suggestion);
          accepted = await this.setPolicy.execute(organizationId, changed, version, decide);
        } catch (error) {
          // Another version was stored meanwhile, so the value is added to that one.
          if (error instanceof AppError && error.code === 'precondition_failed') continue;
          throw error;
        }
      await this.tombstones.execute();
      return accepted;
    }
  }

  /**
   * Removes a suggestion. It does not return while users have the correction.
   *
   * @throws AppError `not_found` if there is no such suggestion, or it was decided or withdrawn
   */
  async dismiss(organizationId: string, id: string): Promise<void> {
    if (!isId(id)) throw noSuchSuggestion();
    await this.transactions.runFor({ organizationId }, (tx) =>
      this.decide(tx, organizationId, id, 'suggestion.dismiss'),
    );
    await this.tombstones.execute();
  }

  private async decide(
    tx: Transaction,
    organizationId: string,
    id: string,
    action: AuditAction & `suggestion.${string}`,
  ): Promise<void> {
    if (!(await this.store.decide(tx, organizationId, id))) throw noSuchSuggestion();
    const subject = { type: 'organization', id: organizationId } as const;
    await this.trail.record(tx, { action, organizationId, subject });
  }
}

/** Returns whether a policy has the rule that a correction suggests. */
function containedIn({ exceptions, terms }: PolicyDocument): (correction: Correction) => boolean {
  const forms = {
    keep: new Set(exceptions.flatMap(({ value, kind }) => (kind === undefined ? [formOf(value)] : []))),
    hide: new Set(terms.flatMap(({ phrase }) => (phrase === undefined ? [] : [formOf(phrase)]))),
  };
  return ({ action, value }) => forms[action].has(formOf(value));
}

const withRule = (document: PolicyDocument, { action, value }: Correction): PolicyDocument =>
  action === 'keep'
    ? { ...document, exceptions: [...document.exceptions, { value }] }
    : { ...document, terms: [...document.terms, { phrase: value }] };

const noSuchSuggestion = (): AppError =>
  new AppError('not_found', 'Your organization has no such suggestion, or it was decided or withdrawn');
