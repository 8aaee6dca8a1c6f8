import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@app/common';

interface Layer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

/**
 * The methods that the request's address knows; none where there is no such address. One that is written out, such as
 * `job/anonymize`, is not also the id of something.
 */
export function allowedMethods(request: Request): string[] {
  const matching = routesOf(request);
  const writtenOut = matching.filter(isWrittenOut);
  return methodsOf(writtenOut.length > 0 ? writtenOut : matching);
}

/** Keeps a method that an address written out does not know from the route of an id. */
export function refuseOtherMethods(request: Request, _response: Response, next: NextFunction): void {
  const allow = methodsOf(routesOf(request).filter(isWrittenOut));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  next(allow.length > 0 && !allow.includes(method) ? otherMethod(allow) : undefined);
}

export const otherMethod = (allow: readonly string[]): AppError =>
  new AppError('method_not_allowed', `This address takes ${allow.join(', ')}`, { allow });

function routesOf({ app, path }: Request): Layer[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  return stack.filter((layer) => layer.route && layer.match(path));
}

function methodsOf(layers: readonly Layer[]): string[] {
  const methods = layers.flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  return [...new Set(methods.filter((method) => method !== '_all').map((method) => method.toUpperCase()))];
}

const isWrittenOut = ({ route }: Layer): boolean => !/[:*{]/.test(route?.path ?? ':');
