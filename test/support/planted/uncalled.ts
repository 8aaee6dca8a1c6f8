import type { TestSystem } from '@app/testing';
import { ApiClient } from '../api-client';

/** Returns the documented operations that the api's log never mentions. */
export async function uncalled(system: TestSystem): Promise<string[]> {
  const called = new Set(
    system.api.output
      .split('\n')
      .filter((line) => line.includes('"request.finished"'))
      .map((line) => JSON.parse(line) as { method: string; route: string })
      .map(({ method, route }) => `${method} ${documented(route)}`),
  );
  const { body: document } = await new ApiClient(system).get<{ paths: Record<string, object> }>('/docs-json');
  return Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !called.has(operation));
}

/** Returns the path of a route as the document writes it: `:model\\:call` is `{model}:call`. */
const documented = (route: string): string =>
  route.replaceAll(/(?<!\\):(\w+)/g, '{$1}').replaceAll('\\:', ':');
