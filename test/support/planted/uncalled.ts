import type { TestSystem } from '@app/testing';

/** The documented operations of which the api's log knows no call. */
export async function uncalled({ api, url }: TestSystem): Promise<string[]> {
  const called = new Set(
    api.output
      .split('\n')
      .filter((line) => line.includes('"request.finished"'))
      .map((line) => JSON.parse(line) as { method: string; route: string })
      .map(({ method, route }) => `${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const document = (await (await fetch(url('/docs-json'))).json()) as { paths: Record<string, object> };
  return Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !called.has(operation));
}
