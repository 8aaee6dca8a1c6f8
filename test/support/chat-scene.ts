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

/** A system with a model's server and a user, for all tests of a file: started before them and stopped after. */
export function useChatScene({ env = {}, models, programs = ['api'] }: ChatSceneOptions = {}): ChatScene {
  const scene: Partial<ChatScene> = {};
  beforeAll(async () => {
    const upstream = (scene.upstream = await startUpstream(models));
    const settings = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', ...env };
    const system = (scene.system = await startSystem(settings, programs));
    const user = (scene.user = await system.user());
    scene.api = new ApiClient(system, user);
  });
  afterAll(async () => {
    await scene.system?.stop();
    await scene.upstream?.stop();
  });
  return scene as ChatScene;
}
