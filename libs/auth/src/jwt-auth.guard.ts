import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { TokenExpiredError } from 'jsonwebtoken';
import type { Request } from 'express';
import { AppError } from '@app/common';
import { currentContext } from '@app/observability';
import { IS_PUBLIC, type GuardedUser } from './caller';

/** Every route needs a good access token, unless it is `@Public()`. */
@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic) return true;
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<{ user: GuardedUser }>();
    Object.assign(currentContext() ?? {}, { userId: user.userId, organizationId: user.organizationId });
    return true;
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

function refusal(authorization: string | undefined, info: unknown): string {
  if (!authorization) return MISSING;
  if (info instanceof TokenExpiredError) return 'The access token has expired; log in again or refresh it';
  return 'The header Authorization holds no valid access token; expected Bearer <JWT_TOKEN> from a login';
}
