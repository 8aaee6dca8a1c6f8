import type { Request } from 'express';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** The methods that the request's address knows; none where there is no such address. */
export function allowedMethods({ app, path }: Request): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const methods = stack
    .filter((layer) => layer.route && layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  return [...new Set(methods)];
}
