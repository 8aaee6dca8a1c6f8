import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Grant, Role, Scope } from '@app/common';

export const IS_PUBLIC = 'auth:public';

/** Opens a route or a controller to callers without a token. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);

export type KeyHeader = 'x-api-key' | 'x-goog-api-key';

/** The callers that may call a route. */
export interface RouteAccess {
  /** Users with one of these roles; none: only keys. */
  roles: readonly Role[];
  /** Keys with this scope; if absent, no keys. */
  scope?: Scope;
  /** A header that may contain an API key, besides `Authorization`, as the clients of other interfaces send it. */
  keyHeader?: KeyHeader;
  /** Also users with a token that only sets up a second factor. */
  forEnrolment?: true;
}

export const ROUTE_ACCESS = 'auth:access';

/**
 * Declares which callers may call a route or a controller. The api does not start with a route that has neither this
 * nor `@Public()`.
 *
 * @example `@Access({ roles: ROLES, scope: 'chat' })`, `@Access({ roles: ['admin'] })`
 */
export const Access = (access: RouteAccess): CustomDecorator => SetMetadata(ROUTE_ACCESS, access);

export const REQUIRED_GRANT = 'auth:grant';

/** Restricts the route to organizations with this grant. */
export const RequiresGrant = (grant: Grant): CustomDecorator => SetMetadata(REQUIRED_GRANT, grant);
