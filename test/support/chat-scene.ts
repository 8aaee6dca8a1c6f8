import { startSystem, startUpstream, type TestSystem, type TestUser, type Upstream } from '@app/testing';
import { ApiClient } from './api-client';

/** What most tests of the api play with. */
export interface ChatScene {
  system: TestSystem;
  upstream: Upstream;
  user: TestUser;
  /** Calls as `user`. */
  api: ApiClient;
}

interface ChatSceneOptions {
  /** Settings that differ from the defaults. */
  env?: Record<string, string>;
  /** Of the server that LLM_BASE_URL names. */
  models?: readonly string[];
  programs?: readonly ('api' | 'worker')[];
}

type Shared = Pick<ChatScene, 'system' | 'upstream'>;

/** Those of this file, by their options. */
const running = new Map<string, Promise<Shared>>();

/**
 * A system with a model's server and a user, for all tests of a file: started before them and stopped after. Parts of a file
 * that ask for the same have one between them, each with a user of its own: what they count is their own organization's.
 */
export function useChatScene(options: ChatSceneOptions = {}): ChatScene {
  const scene: Partial<ChatScene> = {};
  // Made when it runs: what starts before may have completed the settings.
  const key = () => JSON.stringify(options);
  beforeAll(async () => {
    const shared = running.get(key()) ?? start(options);
    running.set(key(), shared);
    Object.assign(scene, await shared);
    const user = (scene.user = await scene.system!.user());
    scene.api = new ApiClient(scene.system!, user);
  });
  afterAll(async () => {
    const shared = running.get(key());
    running.delete(key());
    const { system, upstream } = (await shared) ?? {};
    await system?.stop();
    await upstream?.stop();
  });
  return scene as ChatScene;
}

async function start({ env = {}, models, programs = ['api'] }: ChatSceneOptions): Promise<Shared> {
  const upstream = await startUpstream(models);
  const settings = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', ...env };
  return { upstream, system: await startSystem(settings, programs) };
}
