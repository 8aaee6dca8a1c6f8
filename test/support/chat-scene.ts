import { startSystem, startUpstream, type TestSystem, type TestUser, type Upstream } from '@app/testing';
import { ApiClient } from './api-client';

/** Programs with a model's server beside them. */
export interface Stage {
  system: TestSystem;
  upstream: Upstream;
  /** Of all of it. */
  stop(): Promise<void>;
}

/** What most tests of the api play with. */
export interface Scene {
  user: TestUser;
  /** Calls as `user`. */
  api: ApiClient;
}

export type ChatScene = Stage & Scene;

interface ChatSceneOptions {
  /** Settings that differ from the defaults. */
  env?: Record<string, string>;
}

/** Those of this file, by what starts them. */
const running = new Map<() => Promise<Stage>, Promise<Stage>>();

/**
 * Started before all tests of a file and stopped after them, with a user. Parts of a file that ask for the same `start` have
 * one stage between them, each with a user of its own: what they count is their own organization's. After each test the
 * model's server is again as it was.
 */
export function useScene<T extends Stage>(start: () => Promise<T>): T & Scene {
  const scene: Partial<Stage & Scene> = {};
  beforeAll(async () => {
    const shared = running.get(start) ?? start();
    running.set(start, shared);
    Object.assign(scene, await shared);
    const user = (scene.user = await scene.system!.user());
    scene.api = new ApiClient(scene.system!, user);
  });
  afterEach(() => {
    scene.upstream!.intercept = undefined;
    scene.upstream!.answer = (lastMessage) => `You said: ${lastMessage}`;
  });
  afterAll(async () => {
    const shared = running.get(start);
    running.delete(start);
    await (await shared)?.stop();
  });
  return scene as T & Scene;
}

/** An api with a model's server. */
export const useChatScene = ({ env = {} }: ChatSceneOptions = {}): ChatScene =>
  useScene(async () => {
    const upstream = await startUpstream();
    const settings = { LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off', ...env };
    const system = await startSystem(settings, ['api']);
    return { system, upstream, stop: () => stopAll(system, upstream) };
  });

/** The programs before what they call. */
export async function stopAll(
  system: TestSystem,
  ...others: readonly { stop(): Promise<void> }[]
): Promise<void> {
  await system.stop();
  await Promise.all(others.map((other) => other.stop()));
}
