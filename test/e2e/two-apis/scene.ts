import { startSystem, startUpstream } from '@app/testing';
import { useScene, type ChatScene, type ChatStage } from '../../support/chat-scene';
import { startOperator, type Operator } from '../../support/operator';
import { stopAll } from '../../support/stage';

export const CLIENT_TIMEOUT_MS = 2_000;
/** The origin that may call the second api. */
export const ORIGIN = 'https://chat.company.example';
/** The configured limit on uploads. */
export const UPLOADS = 5;

interface TwoApis extends ChatStage {
  /** Addresses of the apis. The second has small body limits, no console, and pages of another origin. */
  apis: readonly [string, string];
  operator: Operator;
}

async function start(): Promise<TwoApis> {
  const upstream = await startUpstream();
  const system = await startSystem(
    {
      LLM_BASE_URL: upstream.baseUrl,
      EMBEDDINGS: 'pseudonyms',
      CLIENT_TIMEOUT: `${CLIENT_TIMEOUT_MS}ms`,
      DOCUMENT_TIMEOUT: '1ms',
      RATE_LIMIT_UPLOADS: `${UPLOADS}/1m`,
      TRUST_PROXY: '127.0.0.1',
    },
    ['api'],
  );
  const second = await system.startApi({
    CONSOLE: 'off',
    CORS_ORIGINS: ORIGIN,
    MAX_USER_BODIES_AT_ONCE: '300KiB',
  });
  const operator = await startOperator(system);
  return {
    system,
    upstream,
    operator,
    apis: [system.url(''), `http://127.0.0.1:${second.env.PORT}`],
    stop: async () => {
      await operator.stop();
      await stopAll(system, upstream);
    },
  };
}

/** The system that all parts of the suite share: two apis on the same stores, behind a proxy that they trust. */
export const useTwoApis = (): TwoApis & ChatScene => useScene(start);
