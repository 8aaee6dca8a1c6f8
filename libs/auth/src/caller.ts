import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerLimits } from '@app/accounts';
import type { Caller, Grant, Role, Scope } from '@app/common';

/** Who calls: a person who is logged in, or a program with a key of that person's or of a service account. */
export interface AuthUser extends Caller {
  /** The user's name; of a service account not an e-mail address. */
  email: string;
  /** The person's; not given where a key calls, whatever its owner is. */
  role?: Role;
  /** The login that the token came of; not given where a key calls, or a program with the provider's token. */
  sessionId?: string;
  /** The key that calls, where it is one. */
  key?: { id: string; scopes: readonly Scope[] };
}

/** What the guards know beside, read anew for every request. */
export interface GuardedUser extends AuthUser {
  /** The organization's. */
  grants: readonly Grant[];
  /** Whether the organization has budgets at all. */
  budgeted: boolean;
  limits: CallerLimits;
  /** The token is for setting up a second factor, and for nothing else. */
  forEnrolment?: true;
}

/** The caller, as `AuthUser`. Only on routes that are not `@Public()`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthUser => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: AuthUser }>();
  if (!user) throw new Error('A public route has no current user');
  return user;
});
