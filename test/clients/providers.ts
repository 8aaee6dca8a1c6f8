import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSystem, startUpstream } from '@app/testing';
import { useScene, type ChatScene, type ChatStage } from '../support/chat-scene';
import { stopAll } from '../support/stage';

/** A gateway before a provider for each dialect. */
interface ProvidersStage extends ChatStage {
  /** A folder that is removed at the end. */
  folder: string;
}

/** All providers are the same server, which answers in the dialect of each address. */
const providersAt = (origin: string): string =>
  `providers:
  - { name: responses, protocol: openai, api: responses, base_url: "${origin}/v1", models: [{ id: gpt-5.5 }, { id: gpt-6-sol }] }
  - { name: chat, protocol: openai, api: chat, base_url: "${origin}/v1", models: [{ id: test-model }] }
  - { name: anthropic, protocol: anthropic, base_url: "${origin}", models: [{ id: claude-sonnet-4-5 }] }
  - { name: gemini, protocol: gemini, base_url: "${origin}", models: [{ id: gemini-2.5-flash }] }
`.replaceAll(/\{ id: [\w.-]+/g, (model) => `${model}, context_tokens: 200000`);

/** Starts an api with a provider for each dialect. */
export const useProviders = (): ProvidersStage & ChatScene =>
  useScene(async () => {
    const upstream = await startUpstream();
    const folder = await mkdtemp(join(tmpdir(), 'privacy-chat-clients-'));
    const providers = join(folder, 'providers.yaml');
    await writeFile(providers, providersAt(new URL(upstream.baseUrl).origin));
    const system = await startSystem({ PROVIDERS_FILE: providers, RATE_LIMITS: 'off' }, ['api']);
    return {
      system,
      upstream,
      folder,
      stop: async () => {
        await stopAll(system, upstream);
        await rm(folder, { recursive: true });
      },
    };
  });

/** Returns a key for clients that do not send it as a bearer token. */
export async function keyOf({ api }: ChatScene): Promise<string> {
  const made = await api.post<{ data: { key: string } }>('/idm/v1/keys', {
    name: 'client',
    scopes: ['openai'],
  });
  return made.body.data.key;
}
