import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError, type Grant } from '@app/common';
import { REQUIRED_GRANT, type GuardedUser } from './caller';

/** Runs after `JwtAuthGuard`, which reads the organization's grants. */
@Injectable()
export class GrantGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const required = this.reflector.getAllAndOverride<Grant | undefined>(REQUIRED_GRANT, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!required) return true;
    const { user } = context.switchToHttp().getRequest<Request & { user?: GuardedUser }>();
    if (user?.grants.includes(required)) return true;
    throw notGranted();
  }
}

/** What a route answers to those whose organization lacks the grant. */
export const notGranted = (): AppError =>
  new AppError(
    'forbidden',
    'The job endpoints are not enabled for your organization; access is granted on request.',
  );
