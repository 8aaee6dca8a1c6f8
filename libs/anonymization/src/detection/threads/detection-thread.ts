import { parentPort, workerData } from 'node:worker_threads';
import type { Span } from '../../span';
import { OnnxNameModel } from '../adapters/onnx-name-model';
import type { NameModel } from '../name-model';
import type { Recognizer } from '../recognizer';
import { createRecognizers } from '../recognizers/create-recognizers';
import { tidyNames } from '../tidy-names';
import type { DetectionTask, ThreadAnswer, ThreadSettings } from './detection-task';

const WARM_UP = {
  text: 'Dear Anna Schmidt,\nplease call +1 212-265-1040 or write to Anna Schmidt <anna.schmidt@example.com>.\nBest,\nMax',
  language: { code: 'en', regions: ['US'] },
} as const;

/** The program of a detection thread: loads what it needs, says so, then does one task after another. */
async function run({ dataDirectory, modelDirectory }: ThreadSettings): Promise<void> {
  const recognizers = createRecognizers(dataDirectory);
  const model = modelDirectory === undefined ? undefined : await OnnxNameModel.load(modelDirectory);
  // Once through everything: patterns compile and buffers grow before the first caller waits for it.
  for (const kind of ['patterns', 'names'] as const) await detect({ ...WARM_UP, kind }, recognizers, model);
  parentPort?.on('message', (task: DetectionTask) => {
    detect(task, recognizers, model).then(
      (spans) => answer({ is: 'found', spans }),
      (error: unknown) => answer({ is: 'failed', error: error instanceof Error ? error.name : typeof error }),
    );
  });
  answer({ is: 'ready' });
}

async function detect(
  task: DetectionTask,
  recognizers: readonly Recognizer[],
  model?: NameModel,
): Promise<Span[]> {
  if (task.kind === 'patterns')
    return recognizers.flatMap((recognizer) => recognizer.find(task.text, task.language));
  const [names = []] = (await model?.find([task.text])) ?? [];
  return tidyNames(task.text, names);
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

run(workerData as ThreadSettings).catch((error: unknown) => {
  answer({ is: 'unfit', why: error instanceof Error ? error.message : 'A detection thread could not start' });
});
