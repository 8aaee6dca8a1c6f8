import { startTraceCollector, type TraceCollector } from '@app/testing';
import { IdentityProvider } from '../../support/identity-provider/start';
import { startRunningSystem, type RunningSystem } from '../../support/running-system';
import { useStage } from '../../support/stage';

interface SceneSystem extends RunningSystem {
  provider: IdentityProvider;
  collector: TraceCollector;
}

async function start(): Promise<SceneSystem> {
  const [provider, collector] = await Promise.all([IdentityProvider.start(), startTraceCollector()]);
  const running = await startRunningSystem({
    ...provider.settings(),
    OIDC_ORGANIZATION_CLAIM: 'organization',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    RATE_LIMIT_FAILED_LOGINS: '3/15m',
    RETENTION_CHATS: '30d',
    RETENTION_DOCUMENTS: '60d',
    RETENTION_JOBS: '7d',
  });
  await provider.admit(new URL(running.system.url('/')).origin);
  const stop = async (): Promise<void> => {
    await running.stop();
    await Promise.all([provider.stop(), collector.stop()]);
  };
  return { ...running, provider, collector, stop };
}

/** The system that all parts of the suite share: an api and a worker with single sign-on, traces and retention times. */
export const useRunningSystem = (): SceneSystem => useStage(start);
