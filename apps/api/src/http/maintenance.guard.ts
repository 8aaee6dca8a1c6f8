import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '@app/common';
import { ServiceMode } from '@app/operation';

const DURING_MAINTENANCE = 'http:during-maintenance';

/** Marks a route that works in maintenance although its method is not GET, HEAD or DELETE. */
export const DuringMaintenance = () => SetMetadata(DURING_MAINTENANCE, true);

/** Methods that read or delete. */
const ACCEPTED: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

const RETRY_AFTER_S = 60;

export const maintenanceError = (): AppError =>
  new AppError(
    'maintenance',
    'The service is in maintenance: it shows and deletes data, and accepts no other changes',
    { retryAfterS: RETRY_AFTER_S, promptSent: false },
  );

/** In maintenance, refuses what would change data, except deletion, logins and logouts (contract: Running it). */
@Injectable()
export class MaintenanceGuard implements CanActivate {
  constructor(
    private readonly mode: ServiceMode,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.mode.inMaintenance) return true;
    const { method } = context.switchToHttp().getRequest<Request>();
    const route = [context.getHandler(), context.getClass()];
    if (ACCEPTED.has(method) || this.reflector.getAllAndOverride<boolean>(DURING_MAINTENANCE, route))
      return true;
    throw maintenanceError();
  }
}
