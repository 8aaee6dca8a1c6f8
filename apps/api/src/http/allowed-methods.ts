import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@app/common';

interface Layer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

/**
 * Returns the methods of the request's address, or none if the address is unknown. A literal address such as
 * `job/anonymize` is not also an id.
 */
export function allowedMethods(request: Request): string[] {
  const matching = routesOf(request);
  const writtenOut = matching.filter(isWrittenOut);
  return methodsOf(writtenOut.length > 0 ? writtenOut : matching);
}

/** Prevents the route of an id from handling a method that a literal address does not support. */
export function refuseOtherMethods(request: Request, _response: Response, next: NextFunction): void {
  const allow = methodsOf(routesOf(request).filter(isWrittenOut));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  next(allow.length > 0 && !allow.includes(method) ? otherMethod(allow) : undefined);
}

export const otherMethod = (allow: readonly string[]): AppError =>
  new AppError('method_not_allowed', `This address supports ${allow.join(', ')}`, { allow });

function routesOf({ app, path }: Request): Layer[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  return stack.filter((layer) => layer.route && layer.match(path));
}

function methodsOf(layers: readonly Layer[]): string[] {
  const methods = layers.flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  return [...new Set(methods.filter((method) => method !== '_all').map((method) => method.toUpperCase()))];
}

const isWrittenOut = ({ route }: Layer): boolean => !/[:*{]/.test(route?.path ?? ':');
