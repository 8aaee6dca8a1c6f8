import { makeRecording } from './recordings';
import { startService } from './service';

const JOBS = 8;
const SETTINGS = [
  { workers: 1, concurrency: 1 },
  { workers: 1, concurrency: 2 },
  { workers: 2, concurrency: 1 },
  { workers: 2, concurrency: 2 },
];

/** Measures the speech that several engines process, in one worker and in several on one machine. */
export async function throughput(model: string, folder: string): Promise<void> {
  const recording = await makeRecording(folder, 'minute.mp3', 'en', 1);
  for (const { workers, concurrency } of SETTINGS) {
    const service = await startService(model, { TRANSCRIPTION_CONCURRENCY: String(concurrency) });
    try {
      for (let more = 1; more < workers; more += 1) await service.startWorker();
      const all = (jobs: number) =>
        Promise.all(Array.from({ length: jobs }, () => service.transcribe(recording)));
      await all(workers * concurrency);
      const startedAt = performance.now();
      await all(JOBS);
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(
        `${model}, ${workers} workers with ${concurrency} at once: ${JOBS} recordings of a minute in ` +
          `${seconds.toFixed(1)} s, ${((JOBS * recording.seconds) / seconds).toFixed(1)} times real time`,
      );
    } finally {
      await service.stop();
    }
  }
}
