import type { DynamicModule, Type } from '@nestjs/common';
import type { KnownDetector } from './known-detector';
import { startUpstream, type Upstream } from './recording-upstream';
import { startContext, type ServiceContext } from './service-context';

/** Parts of the service, with a model that answers as the test says. */
export interface ModelContext extends ServiceContext {
  upstream: Upstream;
  /** Returns the messages of the latest call of the model. */
  sent(this: void): string[];
}

/** Starts parts of the service that call a model. Replacements are placeholders. */
export async function startModelContext(
  modules: readonly (Type | DynamicModule)[],
  detector: KnownDetector,
): Promise<ModelContext> {
  const upstream = await startUpstream();
  const env = { LLM_BASE_URL: upstream.baseUrl, CHAT_REPLACEMENTS: 'placeholders' };
  const context = await startContext(modules, env, { detector });
  return {
    ...context,
    upstream,
    sent: () => (upstream.requests.at(-1)?.body.messages ?? []).map(({ content }) => content),
    stop: async () => {
      await context.stop();
      await upstream.stop();
    },
  };
}
