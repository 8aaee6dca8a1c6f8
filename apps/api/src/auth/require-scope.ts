import { type AuthUser, lacksScope } from '@app/auth';
import type { Scope } from '@app/common';

/** Checks a scope that a field of the request needs beside that of the endpoint. @throws AppError `forbidden` for a key without it */
export function requireScope({ key }: AuthUser, scope: Scope): void {
  if (key && !key.scopes.includes(scope)) throw lacksScope(scope);
}

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
