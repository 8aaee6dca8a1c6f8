import {
  startSpeechServer,
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type SpeechServer,
  type WebhookReceiver,
} from '@app/testing';
import { useScene, type ChatScene, type ChatStage } from '../../support/chat-scene';
import { stopAll } from '../../support/stage';

interface ApiAndWorker extends ChatStage {
  receiver: WebhookReceiver;
  speech: SpeechServer;
}

async function start(): Promise<ApiAndWorker> {
  const [upstream, receiver, speech] = await Promise.all([
    startUpstream(),
    startWebhookReceiver(),
    startSpeechServer(),
  ]);
  const system = await startSystem({
    LLM_BASE_URL: upstream.baseUrl,
    IMAGE_BASE_URL: upstream.baseUrl,
    CHAT_REPLACEMENTS: 'placeholders',
    TRANSCRIPTION_BASE_URL: speech.baseUrl,
    MAX_AUDIO_BYTES: '2MiB',
    MAX_UPLOAD_BYTES: '2MiB',
    JOB_LEASE: '1h',
    JOB_SWEEP_INTERVAL: '500ms',
    RATE_LIMITS: 'off',
    WEBHOOK_CA_FILE: receiver.caFile,
    WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,10s',
  });
  return { system, upstream, receiver, speech, stop: () => stopAll(system, upstream, receiver, speech) };
}

/**
 * The system that all parts of the suite share: an api and a worker with receivers of prompts, speech and webhooks, without
 * limits on calls.
 */
export const useApiAndWorker = (): ApiAndWorker & ChatScene => useScene(start);
