import type { AuthUser } from '@app/auth';
import { requireScope } from '../auth/require-scope';

/**
 * Returns the id of the case that a request names; undefined if it names none.
 *
 * @throws AppError `forbidden` for a key without the scope `cases`
 */
export function caseOfRequest(caller: AuthUser, given: string | null | undefined): string | undefined {
  if (given == null) return undefined;
  requireScope(caller, 'cases');
  return given;
}
