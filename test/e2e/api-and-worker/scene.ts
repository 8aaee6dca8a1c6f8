import { startSystem, startUpstream, startWebhookReceiver, type WebhookReceiver } from '@app/testing';
import { stopAll, useScene, type ChatScene, type Stage } from '../../support/chat-scene';

interface ApiAndWorker extends Stage {
  receiver: WebhookReceiver;
}

async function start(): Promise<ApiAndWorker> {
  const [upstream, receiver] = await Promise.all([startUpstream(), startWebhookReceiver()]);
  const system = await startSystem({
    LLM_BASE_URL: upstream.baseUrl,
    IMAGE_BASE_URL: upstream.baseUrl,
    CHAT_REPLACEMENTS: 'placeholders',
    JOB_SWEEP_INTERVAL: '500ms',
    RATE_LIMITS: 'off',
    WEBHOOK_CA_FILE: receiver.caFile,
  });
  return { system, upstream, receiver, stop: () => stopAll(system, upstream, receiver) };
}

/** What all parts of the suite ask for alike: an api and a worker with a receiver of webhooks, and no limits on calls. */
export const useApiAndWorker = (): ApiAndWorker & ChatScene => useScene(start);
