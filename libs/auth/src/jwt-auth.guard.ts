import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { KEY_PREFIX } from '@app/accounts';
import { AppError, inStage } from '@app/common';
import { currentContext } from '@app/observability';
import { IS_PUBLIC, ROUTE_ACCESS, type RouteAccess } from './access.decorator';
import type { GuardedUser } from './caller';
import { CheckKey } from './check-key';
import { CheckProviderToken } from './check-provider-token';

/**
 * Requires a valid access token of this service or of the single sign-on provider, or an API key, unless the route is
 * `@Public()`.
 */
@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly checkKey: CheckKey,
    private readonly checkProviderToken: CheckProviderToken,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    return isPublic ? true : inStage('guard', () => this.identify(context));
  }

  private async identify(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request & { user: GuardedUser }>();
    const token = bearerOf(request.headers.authorization) ?? this.keyIn(request, context) ?? '';
    if (token.startsWith(KEY_PREFIX)) request.user = await this.ownerOf(token);
    else if (this.checkProviderToken.claims(token)) request.user = await this.personOf(token);
    else await super.canActivate(context);
    const { user } = request;
    Object.assign(currentContext() ?? {}, { userId: user.userId, organizationId: user.organizationId });
    return true;
  }

  /** Returns the API key in another header, if the route accepts one there. */
  private keyIn(request: Request, context: ExecutionContext): string | undefined {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const key = access?.keyHeader === undefined ? undefined : request.get(access.keyHeader);
    return key?.startsWith(KEY_PREFIX) ? key : undefined;
  }

  private async ownerOf(key: string): Promise<GuardedUser> {
    const owner = await this.checkKey.execute(key);
    if (owner) return owner;
    throw new AppError('unauthenticated', 'The API key is not valid or has expired; create a new one');
  }

  private async personOf(token: string): Promise<GuardedUser> {
    const person = await this.checkProviderToken.execute(token);
    if (person) return person;
    throw new AppError('unauthenticated', "The provider's access token is not valid here or has expired");
  }

  /** Called by passport's guard with the result of its strategy. */
  override handleRequest<T>(error: unknown, user: T | false, info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (user) return user;
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    throw new AppError('unauthenticated', refusal(authorization, info));
  }
}

const MISSING = 'The header Authorization is missing; expected Bearer <JWT_TOKEN>';

/** Returns the refusal of a request without a token. */
export const missingToken = (): AppError => new AppError('unauthenticated', MISSING);

/** Returns the request's API key or access token, of this service or of the provider. */
const bearerOf = (authorization = ''): string | undefined => /^Bearer +(\S+) *$/i.exec(authorization)?.[1];

function refusal(authorization: string | undefined, info: unknown): string {
  if (!authorization) return MISSING;
  // The error of passport's own library.
  if (info instanceof Error && info.name === 'TokenExpiredError')
    return 'The access token has expired; log in again or refresh it';
  return 'The header Authorization contains no valid access token; expected Bearer <JWT_TOKEN> from a login';
}
