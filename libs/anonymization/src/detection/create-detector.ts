import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { Detector, type DetectorOptions } from './detector';
import { NameLexicon } from '../lexicon/word-lists';
import type { Recognizer } from './ports';
import { DetectionThreads } from './threads/detection-threads';
import { ThreadedSpanFinder } from './threads/threaded-span-finder';

export interface CreateDetectorOptions extends Pick<DetectorOptions, 'onDetection'> {
  /** Milliseconds after which the detection of 64 KiB is given up. */
  timeoutMs?: number;
  /** Threads that detect at the same time; each holds an entity model of its own. */
  threads?: number;
  /** The folder with `entities.onnx` and `vocabulary.json.gz`; `null` leaves names to the recognizers, for comparison. */
  modelDirectory?: string | null;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_THREADS = 2;

/**
 * The detector that ships, ready when it is returned.
 *
 * @throws Error at once where a file it needs is missing or damaged; it names the file
 */
export async function createDetector({
  timeoutMs = DEFAULT_TIMEOUT_MS,
  threads = Math.min(DEFAULT_THREADS, availableParallelism()),
  modelDirectory = join(packageRoot(), 'libs/anonymization/model'),
  ...watched
}: CreateDetectorOptions = {}): Promise<Detector> {
  const [pool, recognizers] = await Promise.all([
    DetectionThreads.start({ modelDirectory: modelDirectory ?? undefined }, threads),
    loadRecognizers(),
  ]);
  const finder = new ThreadedSpanFinder(pool, modelDirectory !== null, recognizers);
  return new Detector(finder, { timeoutMs, ...watched });
}

/**
 * For what is searched on this thread: read while the others start, which read the same files. Loaded here, since most of
 * what uses this lib detects nothing itself.
 */
async function loadRecognizers(): Promise<Recognizer[]> {
  const { createRecognizers } = await import('./recognizers/create-recognizers.ts');
  return createRecognizers(NameLexicon.load());
}
