import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startSystem, startWebhookReceiver, testModelsDir } from '@app/testing';
import { TranscriptionClient } from '../../support/transcription-client';
import { cpuSeconds, processTree } from '../processes';
import type { Heard } from './heard';
import type { Recording } from './recordings';

/** Timeout for three hours of speech on a busy machine. */
const LONGEST_MS = 6 * 60 * 60_000;

export type SpeechService = Awaited<ReturnType<typeof startService>>;

/** The service as delivered except for limits on callers: api, one worker, and a receiver of webhooks. */
export async function startService(model: string, env: Record<string, string> = {}) {
  const receiver = await startWebhookReceiver();
  const system = await startSystem({
    WEBHOOK_CA_FILE: receiver.caFile,
    MODELS_DIR: testModelsDir(),
    TRANSCRIPTION_MODEL: model,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });
  const client = new TranscriptionClient(system, await system.user(), receiver);
  const processes = () => [system.api.pid, ...processTree(system.worker.pid)];
  return {
    /** From the start of the upload to the arrival of the webhook. */
    transcribe: async ({ file, language }: Recording): Promise<Heard> => {
      const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(processes())];
      const jobId = await client.submit(readFileSync(file), basename(file), { lang: language });
      const { status, transcript, error } = await client.delivered(jobId, LONGEST_MS);
      const seconds = (performance.now() - startedAt) / 1000;
      if (status !== 'completed') throw new Error(`${basename(file)}: ${String(error)}`);
      return { text: String(transcript), seconds, cpu: cpuSeconds(processes()) - cpuBefore };
    },
    /** Returns the whole result of a recording. */
    result: (bytes: Buffer, name: string, fields: Record<string, string>) =>
      client.transcribe(bytes, name, fields),
    startWorker: () => system.startWorker(),
    /** The processes of the worker, its engines and its decoders. */
    workerProcesses: () => processTree(system.worker.pid),
    stop: async () => {
      await system.stop();
      await receiver.stop();
    },
  };
}
