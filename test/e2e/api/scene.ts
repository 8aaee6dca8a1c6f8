import { startSpeechServer, startSystem, startUpstream, type SpeechServer } from '@app/testing';
import { useScene, type ChatScene, type ChatStage } from '../../support/chat-scene';
import { startMcpServer, type RecordingMcpServer } from '../../support/mcp-server';
import { stopAll } from '../../support/stage';

interface ApiStage extends ChatStage {
  speech: SpeechServer;
  mcp: RecordingMcpServer;
}

async function start(): Promise<ApiStage> {
  const [upstream, speech, mcp] = await Promise.all([
    startUpstream(['test-model', 'other-model']),
    startSpeechServer(),
    startMcpServer(),
  ]);
  const system = await startSystem(
    {
      LLM_BASE_URL: upstream.baseUrl,
      LLM_CONTEXT_TOKENS: '2500',
      LLM_MAX_ANSWER_TOKENS: '100',
      IMAGE_BASE_URL: upstream.baseUrl,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      EMBEDDINGS: 'pseudonyms',
      MCP_SERVERS: mcpServers(mcp.url),
      MAX_UPLOAD_BYTES: '2MiB',
      RATE_LIMITS: 'off',
      // `npm start` sets the same for trying out webhooks.
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      WEBHOOK_ALLOW_HTTP: 'true',
    },
    ['api'],
  );
  return { system, upstream, speech, mcp, stop: () => stopAll(system, upstream, speech, mcp) };
}

/** Names the recording server twice. No user is in the group of the second. JSON is YAML. */
const mcpServers = (url: string): string =>
  JSON.stringify({
    servers: [
      {
        name: 'recorder',
        url,
        restore: [
          { tool: 'send', path: '$.to' },
          { tool: 'send', path: '$.copies[*]' },
        ],
      },
      { name: 'of-a-group', url, groups: ['019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10'] },
    ],
  });

/** The system that all parts of the suite share: a fully configured api without limits on calls. */
export const useApi = (): ApiStage & ChatScene => useScene(start);
