import { watchMemory } from '../processes';
import { makeRecording } from './recordings';
import { startService } from './service';

const MIB = 1024 ** 2;
const LENGTHS = [3, 180];

/** Measures the peak memory of a worker with its engine and decoder, for minutes and for hours of speech. */
export async function memory(model: string, folder: string): Promise<void> {
  const most: number[] = [];
  for (const minutes of LENGTHS) {
    const recording = await makeRecording(folder, `${minutes}-minutes.mp3`, 'en', minutes);
    const service = await startService(model);
    try {
      const watch = watchMemory(service.workerProcesses, 200);
      const { seconds } = await service.transcribe(recording);
      most.push(watch.stop() / MIB);
      console.log(
        `${model}, ${(recording.seconds / 60).toFixed(0)} minutes: worker, engine and decoder hold ` +
          `${most.at(-1)!.toFixed(0)} MiB at most, real-time factor ${(seconds / recording.seconds).toFixed(4)}`,
      );
    } finally {
      await service.stop();
    }
  }
  console.log(`  ${(most.at(-1)! - most[0]!).toFixed(0)} MiB more for ${LENGTHS.at(-1)} minutes`);
}
