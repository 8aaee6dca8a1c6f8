import { startTraceCollector, type TraceCollector } from '@app/testing';
import { IdentityProvider } from '../../support/identity-provider/start';
import { startLivedIn, type LivedInSystem } from '../../support/lived-in';
import { useStage } from '../../support/stage';

interface LivedIn extends LivedInSystem {
  provider: IdentityProvider;
  collector: TraceCollector;
}

async function start(): Promise<LivedIn> {
  const [provider, collector] = await Promise.all([IdentityProvider.start(), startTraceCollector()]);
  const lived = await startLivedIn({
    ...provider.settings(),
    OIDC_ORGANIZATION_CLAIM: 'organization',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    RATE_LIMIT_FAILED_LOGINS: '3/15m',
    RETENTION_CHATS: '30d',
    RETENTION_DOCUMENTS: '60d',
    RETENTION_JOBS: '7d',
  });
  await provider.admit(new URL(lived.system.url('/')).origin);
  const stop = async (): Promise<void> => {
    await lived.stop();
    await Promise.all([provider.stop(), collector.stop()]);
  };
  return { ...lived, provider, collector, stop };
}

/** The system that all parts of the suite share: an api and a worker with single sign-on, traces and retention times. */
export const useLivedIn = (): LivedIn => useStage(start);
