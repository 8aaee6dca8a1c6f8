import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import type { CallerLimits } from '@app/accounts';
import type { Grant, Owner } from '@app/common';

/** Who calls, as the access token says. */
export interface AuthUser extends Owner {
  email: string;
  /** The login that the token came of. */
  sessionId: string;
}

/** What the guards know beside, read anew for every request. */
export interface GuardedUser extends AuthUser {
  /** The organization's. */
  grants: readonly Grant[];
  limits: CallerLimits;
}

/** The caller, as `AuthUser`. Only on routes that are not `@Public()`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthUser => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: AuthUser }>();
  if (!user) throw new Error('A public route has no current user');
  return user;
});

export const IS_PUBLIC = 'auth:public';

/** Opens a route, or all routes of a controller, to callers without a token. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);

export const REQUIRED_GRANT = 'auth:grant';

/** The route is for organizations that were granted this. */
export const RequiresGrant = (grant: Grant): CustomDecorator => SetMetadata(REQUIRED_GRANT, grant);
