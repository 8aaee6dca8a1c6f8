import { startSystem, startUpstream, type TestUser, type Upstream } from '@app/testing';
import { ApiClient } from './api-client';
import { stopAll, useStage, type Stage } from './stage';

/** Programs with a model server. */
export interface ChatStage extends Stage {
  upstream: Upstream;
}

/** What most tests of the api need. */
export interface Scene {
  user: TestUser;
  /** A client that calls as `user`. */
  api: ApiClient;
}

export type ChatScene = ChatStage & Scene;

interface ChatSceneOptions {
  /** Settings that differ from the defaults. */
  env?: Record<string, string>;
}

/**
 * Starts a stage with a new user for each part, since counters apply per organization. After each test the model server is reset
 * to its defaults.
 */
export function useScene<T extends ChatStage>(start: () => Promise<T>): T & Scene {
  const scene = useStage(start) as T & Scene;
  beforeAll(async () => {
    scene.user = await scene.system.user();
    scene.api = new ApiClient(scene.system, scene.user);
  });
  afterEach(() => {
    scene.upstream.intercept = undefined;
    scene.upstream.finish = 'stop';
    scene.upstream.answer = (lastMessage) => `You said: ${lastMessage}`;
  });
  return scene;
}

/** Starts an api with a model server. */
export const useChatScene = ({ env = {} }: ChatSceneOptions = {}): ChatScene =>
  useScene(async () => {
    const upstream = await startUpstream();
    const settings = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', ...env };
    const system = await startSystem(settings, ['api']);
    return { system, upstream, stop: () => stopAll(system, upstream) };
  });
