import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError, type Grant, type Role, type Scope } from '@app/common';
import { IS_PUBLIC, REQUIRED_GRANT, ROUTE_ACCESS, type RouteAccess } from './access.decorator';
import type { GuardedUser } from './caller';

/**
 * Authorizes the caller for the route. Runs after `JwtAuthGuard`, which authenticates the caller, and after the rate
 * limits.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const read = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    if (read<boolean>(IS_PUBLIC)) return true;
    const { user } = context.switchToHttp().getRequest<Request & { user: GuardedUser }>();
    const access = read<RouteAccess>(ROUTE_ACCESS);
    if (!access) throw new Error('A route does not declare who may call it');
    assertMay(user, access);
    const grant = read<Grant>(REQUIRED_GRANT);
    if (grant && !user.grants.includes(grant)) throw notGranted();
    return true;
  }
}

function assertMay(
  { key, role, forEnrolment }: GuardedUser,
  { roles, scope, forEnrolment: takesEnrolment }: RouteAccess,
): void {
  if (forEnrolment && !takesEnrolment) throw enrolFirst();
  if (key && !scope) throw notForKeys();
  if (key && scope && !key.scopes.includes(scope)) throw lacksScope(scope);
  if (!key && roles.length === 0) throw onlyForKeys(scope!);
  if (!key && !(role && roles.includes(role))) throw lacksRole(roles);
}

const enrolFirst = (): AppError =>
  new AppError(
    'second_factor_setup_required',
    'Your organization requires a second factor: set one up at /second-factor, then log in again',
  );

/** Returns the refusal of users without one of the roles. */
export const lacksRole = (roles: readonly Role[]): AppError =>
  new AppError(
    'forbidden',
    `This requires the role ${roles.join(' or ')}; an admin of your organization can give it to you`,
  );

/** Returns the refusal of keys without the scope. */
export const lacksScope = (scope: Scope): AppError =>
  new AppError('forbidden', `This API key lacks the scope ${scope}; create one that has it`);

/** Returns the refusal of all users, for a route that accepts only keys. */
export const onlyForKeys = (scope: Scope): AppError =>
  new AppError('forbidden', `This accepts only API keys with the scope ${scope}`);

/** Returns the refusal of all keys, for a route that accepts none. */
export const notForKeys = (): AppError =>
  new AppError('forbidden', 'This does not accept API keys; use the access token of a login');

/** Returns the refusal of organizations without the grant. */
export const notGranted = (): AppError =>
  new AppError(
    'not_granted',
    'The job endpoints are not enabled for your organization; access is granted on request.',
  );
