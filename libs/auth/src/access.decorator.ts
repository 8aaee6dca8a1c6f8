import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Grant, Role, Scope } from '@app/common';

export const IS_PUBLIC = 'auth:public';

/** Opens a route, or all routes of a controller, to callers without a token. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);

/** Who may call a route. */
export interface RouteAccess {
  /** People of these roles. */
  roles: readonly Role[];
  /** And keys with this scope; not given: no key. */
  scope?: Scope;
}

export const ROUTE_ACCESS = 'auth:access';

/**
 * Says who may call a route, or all routes of a controller: the api starts with no route that says neither this nor
 * `@Public()`.
 *
 * @example `@Access({ roles: ROLES, scope: 'chat' })`, `@Access({ roles: ['admin'] })`
 */
export const Access = (access: RouteAccess): CustomDecorator => SetMetadata(ROUTE_ACCESS, access);

export const REQUIRED_GRANT = 'auth:grant';

/** The route is for organizations that were granted this. */
export const RequiresGrant = (grant: Grant): CustomDecorator => SetMetadata(REQUIRED_GRANT, grant);
