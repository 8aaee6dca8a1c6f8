import { parentPort, workerData } from 'node:worker_threads';
import type { NameEngine } from '../adapters/name-engine';
import { OnnxEngine } from '../adapters/onnx-engine';
import { OnnxNameModel } from '../adapters/onnx-name-model';
import type { Recognizer } from '../recognizer';
import { createRecognizers } from '../recognizers/create-recognizers';
import type { DetectionTask, Found, ThreadAnswer, ThreadOrder, ThreadSettings } from './detection-task';

const WARM_UP = {
  text: 'Dear Anna Schmidt,\nplease call +1 212-265-1040 or write to Anna Schmidt <anna.schmidt@example.com>.\nBest,\nMax',
  language: { code: 'en', regions: ['US'] },
} as const;

/** The program of a detection thread: loads what it needs, says so, then does one task after another. */
async function run({ dataDirectory, modelDirectory }: ThreadSettings): Promise<void> {
  const recognizers = createRecognizers(dataDirectory);
  const engine = modelDirectory === undefined ? undefined : await OnnxEngine.load(modelDirectory);
  await warmUp(recognizers, engine);
  parentPort?.on('message', (order: ThreadOrder) => {
    if (order === 'end') return parentPort?.close();
    perform(order, recognizers, engine).then(
      (found) => answer({ is: 'found', found }),
      (error: unknown) => answer({ is: 'failed', error: error instanceof Error ? error.name : typeof error }),
    );
  });
  answer({ is: 'ready' });
}

async function perform(
  task: DetectionTask,
  recognizers: readonly Recognizer[],
  engine?: NameEngine,
): Promise<Found> {
  if (task.kind === 'patterns')
    return recognizers.flatMap((recognizer) => recognizer.find(task.text, task.language));
  if (!engine) throw new Error('This thread was started without a name model');
  if (task.kind === 'names') return (await new OnnxNameModel(engine).find([task.text])).flat();
  return task.kind === 'read' ? engine.read(task.text) : engine.score(task.window);
}

/** Once through everything: patterns compile and buffers grow before the first caller waits for it. */
async function warmUp(recognizers: readonly Recognizer[], engine?: NameEngine): Promise<void> {
  await perform({ kind: 'patterns', ...WARM_UP }, recognizers);
  if (engine) await perform({ kind: 'names', text: WARM_UP.text }, recognizers, engine);
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

run(workerData as ThreadSettings).catch((error: unknown) => {
  answer({ is: 'unfit', why: error instanceof Error ? error.message : 'A detection thread could not start' });
});
