import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@app/common';

/**
 * Refuses WebSockets (RFC 9110, section 15.5.22). Without this status, clients that prefer them try again for seconds
 * before they use HTTP.
 */
export function refuseUpgrades(request: Request, response: Response, next: NextFunction): void {
  if (request.get('upgrade')?.toLowerCase() !== 'websocket') return next();
  response.set({ Upgrade: 'HTTP/1.1', Connection: 'Upgrade' });
  return next(new AppError('upgrade_refused', 'WebSockets are not available; use HTTP'));
}
