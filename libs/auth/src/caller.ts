import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerLimits } from '@app/accounts';
import type { Caller, Grant, Role, Scope } from '@app/common';

/** The caller: a logged-in user, or a program with a key of a user or of a service account. */
export interface AuthUser extends Caller {
  /** The user's name; for a service account not an e-mail address. */
  email: string;
  /** The user's role; absent if a key calls, whatever its owner's role is. */
  role?: Role;
  /** The login of the token; absent if a key calls, or a program with the provider's token. */
  sessionId?: string;
  /** The calling key, if there is one. */
  key?: { id: string; scopes: readonly Scope[] };
}

/** Additional fields for the guards, read again for every request. */
export interface GuardedUser extends AuthUser {
  /** The organization's grants. */
  grants: readonly Grant[];
  /** Whether the organization has any budgets. */
  budgeted: boolean;
  limits: CallerLimits;
  /** Whether the token only sets up a second factor. */
  forEnrolment?: true;
}

/** Injects the caller as `AuthUser`. Only for routes that are not `@Public()`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthUser => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: AuthUser }>();
  if (!user) throw new Error('A public route has no current user');
  return user;
});
