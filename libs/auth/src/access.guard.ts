import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError, type Grant, type Role, type Scope } from '@app/common';
import { IS_PUBLIC, REQUIRED_GRANT, ROUTE_ACCESS, type RouteAccess } from './access.decorator';
import type { GuardedUser } from './caller';

/** Whether the caller may call the route at all. Runs after `JwtAuthGuard`, which says who it is, and after the counting. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const read = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    if (read<boolean>(IS_PUBLIC)) return true;
    const { user } = context.switchToHttp().getRequest<Request & { user: GuardedUser }>();
    const access = read<RouteAccess>(ROUTE_ACCESS);
    if (!access) throw new Error('A route says nothing of who may call it');
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
  if (!key && !(role && roles.includes(role))) throw lacksRole(roles);
}

const enrolFirst = (): AppError =>
  new AppError(
    'second_factor_setup_required',
    'Your organization demands a second factor: set one up at /second-factor, then log in again',
  );

/** What a route answers to people without one of its roles. */
export const lacksRole = (roles: readonly Role[]): AppError =>
  new AppError(
    'forbidden',
    `This needs the role ${roles.join(' or ')}; an admin of your organization gives it`,
  );

/** What a route answers to keys without its scope. */
export const lacksScope = (scope: Scope): AppError =>
  new AppError('forbidden', `This API key lacks the scope ${scope}; make one that has it`);

/** What a route answers to all keys, where it takes none. */
export const notForKeys = (): AppError =>
  new AppError('forbidden', 'This takes no API key; call it with the access token of a login');

/** What a route answers to those whose organization lacks the grant. */
export const notGranted = (): AppError =>
  new AppError(
    'not_granted',
    'The job endpoints are not enabled for your organization; access is granted on request.',
  );
