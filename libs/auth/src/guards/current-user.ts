import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuthUser } from './auth-user';

/** The caller, as `AuthUser`. Only on routes that are not `@Public()`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthUser => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: AuthUser }>();
  if (!user) throw new Error('A public route has no current user');
  return user;
});
