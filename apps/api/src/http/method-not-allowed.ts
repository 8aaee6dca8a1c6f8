import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@app/common';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** An address that exists, called with a method that it does not know: 405 with `Allow` (contract 1). */
export function methodNotAllowed(request: Request, _response: Response, next: NextFunction): void {
  const { stack } = request.app.router as unknown as { stack: Layer[] };
  const allow = stack
    .filter((layer) => layer.route && layer.match(request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  next(
    allow.length > 0
      ? new AppError('method_not_allowed', `This address takes ${allow.join(', ')}`, {
          allow: [...new Set(allow)],
        })
      : undefined,
  );
}
