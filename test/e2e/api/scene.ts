import { startSpeechServer, startSystem, startUpstream, type SpeechServer } from '@app/testing';
import { useScene, type ChatScene, type ChatStage } from '../../support/chat-scene';
import { stopAll } from '../../support/stage';

interface ApiStage extends ChatStage {
  speech: SpeechServer;
}

async function start(): Promise<ApiStage> {
  const [upstream, speech] = await Promise.all([
    startUpstream(['test-model', 'other-model']),
    startSpeechServer(),
  ]);
  const system = await startSystem(
    {
      LLM_BASE_URL: upstream.baseUrl,
      LLM_CONTEXT_TOKENS: '2500',
      LLM_MAX_ANSWER_TOKENS: '100',
      IMAGE_BASE_URL: upstream.baseUrl,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      EMBEDDINGS: 'pseudonyms',
      MAX_UPLOAD_BYTES: '2MiB',
      RATE_LIMITS: 'off',
      // `npm start` sets the same for trying out webhooks.
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      WEBHOOK_ALLOW_HTTP: 'true',
    },
    ['api'],
  );
  return { system, upstream, speech, stop: () => stopAll(system, upstream, speech) };
}

/** The system that all parts of the suite share: a fully configured api without limits on calls. */
export const useApi = (): ApiStage & ChatScene => useScene(start);
