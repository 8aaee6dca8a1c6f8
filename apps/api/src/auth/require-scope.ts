import { lacksScope, type AuthUser } from '@app/auth';
import type { Scope } from '@app/common';

/** Checks a scope that a field of the request needs beside that of the endpoint. @throws AppError `forbidden` for a key without it */
export function requireScope({ key }: AuthUser, scope: Scope): void {
  if (key && !key.scopes.includes(scope)) throw lacksScope(scope);
}
