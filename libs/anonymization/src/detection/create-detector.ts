import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { Detector, type DetectorOptions } from './detector';
import { NameLexicon } from '../lexicon/word-lists';
import type { Recognizer } from './ports';
import { DetectionThreads } from './threads/detection-threads';
import { ThreadedSpanFinder } from './threads/threaded-span-finder';

export interface CreateDetectorOptions extends Pick<DetectorOptions, 'onDetection'> {
  /** The timeout in milliseconds for the detection of 64 KiB. */
  timeoutMs?: number;
  /** The number of detection threads. Each loads its own entity model. */
  threads?: number;
  /**
   * The folder with `entities.onnx` and `vocabulary.json.gz`. With `null`, only the recognizers find names, for
   * comparison.
   */
  modelDirectory?: string | null;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_THREADS = 2;

/**
 * Creates the detector of the product, ready for use.
 *
 * @throws Error that names a required file if it is missing or damaged
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
 * Loads the recognizers for searches on this thread, while the other threads start and read the same files. Loaded
 * lazily, because most users of this lib do not detect.
 */
async function loadRecognizers(): Promise<Recognizer[]> {
  const { createRecognizers } = await import('./recognizers/create-recognizers.ts');
  return createRecognizers(NameLexicon.load());
}
