import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { TokenExpiredError } from 'jsonwebtoken';
import type { Request } from 'express';
import { KEY_PREFIX } from '@app/accounts';
import { AppError } from '@app/common';
import { currentContext } from '@app/observability';
import { IS_PUBLIC } from './access.decorator';
import type { GuardedUser } from './caller';
import { CheckKey } from './check-key';

/** Every route needs a good access token or API key, unless it is `@Public()`. */
@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly checkKey: CheckKey,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic) return true;
    const request = context.switchToHttp().getRequest<Request & { user: GuardedUser }>();
    const key = keyOf(request.headers.authorization);
    if (key === undefined) await super.canActivate(context);
    else request.user = await this.ownerOf(key);
    const { user } = request;
    Object.assign(currentContext() ?? {}, { userId: user.userId, organizationId: user.organizationId });
    return true;
  }

  private async ownerOf(key: string): Promise<GuardedUser> {
    const owner = await this.checkKey.execute(key);
    if (owner) return owner;
    throw new AppError('unauthenticated', 'The API key is not valid, or no longer; make a new one');
  }

  /** Called by passport's guard with what its strategy found. */
  override handleRequest<T>(error: unknown, user: T | false, info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (user) return user;
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    throw new AppError('unauthenticated', refusal(authorization, info));
  }
}

const MISSING = 'The header Authorization is missing; expected Bearer <JWT_TOKEN>';

/** What a guarded route answers where no token is sent. */
export const missingToken = (): AppError => new AppError('unauthenticated', MISSING);

/** The API key that a request carries in the place of an access token. */
function keyOf(authorization = ''): string | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return token?.startsWith(KEY_PREFIX) ? token : undefined;
}

function refusal(authorization: string | undefined, info: unknown): string {
  if (!authorization) return MISSING;
  if (info instanceof TokenExpiredError) return 'The access token has expired; log in again or refresh it';
  return 'The header Authorization holds no valid access token; expected Bearer <JWT_TOKEN> from a login';
}
