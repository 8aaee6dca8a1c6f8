import { parentPort, workerData } from 'node:worker_threads';
import { ENTITY_TYPES } from '../../kinds/entity-type';
import { NameLexicon } from '../../lexicon/word-lists';
import type { Span } from '../../text/spans/span';
import { headsAt } from '../../text/structure/read-tables';
import { findPatterns } from '../find-patterns';
import { needsNetwork } from '../kinds-to-search';
import { OnnxEngine } from '../entity-model/onnx-engine';
import { OnnxEntityModel } from '../entity-model/onnx-entity-model';
import { joinFindings } from '../join-findings';
import type { EntityEngine, Recognizer } from '../ports';
import { createRecognizers } from '../recognizers/create-recognizers';
import type {
  DetectionTask,
  TaskResult,
  TextTask,
  ThreadAnswer,
  ThreadOrder,
  ThreadSettings,
} from './detection-task';

const WARM_UP = {
  text: 'Dear Anna Schmidt,\nplease call +1 212-265-1040 or write to Anna Schmidt <anna.schmidt@example.com>.\nBest,\nMax',
  language: { code: 'en', regions: ['US'] },
  kinds: ENTITY_TYPES,
} as const;

/** The program of a detection thread: loads its files, reports that it is ready, then runs one task after another. */
async function run({ modelDirectory }: ThreadSettings): Promise<void> {
  const lexicon = NameLexicon.load();
  const recognizers = createRecognizers(lexicon);
  const engine = modelDirectory === undefined ? undefined : await OnnxEngine.load(modelDirectory, lexicon);
  // Compiles patterns and grows buffers before the first caller waits for it.
  await findInShort(WARM_UP, recognizers, engine);
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
  engine?: EntityEngine,
): Promise<TaskResult> {
  if (task.kind === 'patterns') return findPatterns(task.text, task, recognizers);
  if (task.kind === 'heads') return headsAt(task.text, task.starts);
  if (task.kind === 'short') return findInShort(task, recognizers, engine);
  if (!engine) throw new Error('This thread was started without an entity model');
  if (task.kind === 'entities') return findEntities(task.text, engine);
  return task.kind === 'read' ? engine.read(task.text) : engine.score(task.window);
}

async function findInShort(
  given: TextTask,
  recognizers: readonly Recognizer[],
  engine?: EntityEngine,
): Promise<Span[]> {
  const reads = engine && needsNetwork(given.kinds);
  const entities = reads ? await findEntities(given.text, engine) : [];
  return joinFindings(given.text, entities, findPatterns(given.text, given, recognizers));
}

const findEntities = async (text: string, engine: EntityEngine): Promise<Span[]> =>
  (await new OnnxEntityModel(engine).find([text])).flat();

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

run(workerData as ThreadSettings).catch((error: unknown) => {
  answer({ is: 'unfit', why: error instanceof Error ? error.message : 'A detection thread could not start' });
});
