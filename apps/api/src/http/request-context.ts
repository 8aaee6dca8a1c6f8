import type { NextFunction, Request, Response } from 'express';
import { newId } from '@app/common';
import { runInContext } from '@app/observability';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives each request its id: the caller's where it is a proper one, else a new one (contract: Addresses and the envelope). */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id') ?? '';
  const requestId = ACCEPTED.test(given) ? given : newId();
  response.setHeader('X-Request-Id', requestId);
  runInContext({ requestId }, next);
}
