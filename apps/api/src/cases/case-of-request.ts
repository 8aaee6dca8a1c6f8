import { lacksScope, type AuthUser } from '@app/auth';

/**
 * Returns the id of the case that a request names; undefined if it names none.
 *
 * @throws AppError `forbidden` for a key without the scope `cases`
 */
export function caseOfRequest({ key }: AuthUser, given: string | null | undefined): string | undefined {
  if (given == null) return undefined;
  if (key && !key.scopes.includes('cases')) throw lacksScope('cases');
  return given;
}
