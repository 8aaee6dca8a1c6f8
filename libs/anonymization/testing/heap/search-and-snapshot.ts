import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { TimeSlice } from '@app/common';
import { createDetector } from '../../src/detection/create-detector';
import type { Detector } from '../../src/detection/detector';
import { parseLanguage } from '../../src/text/language';
import { TermFinder } from '../../src/pseudonymization/rules/term-finder';

/** The last text, since V8 retains the subject of the last match of a regular expression. */
const NEUTRAL = 'Dear Sir or Madam, please write to info@example.com or call +1 212-555-0100 before noon.';

/** A policy's terms, which outlive the texts of a call. */
const terms = TermFinder.of([{ phrase: 'before noon' }], new TimeSlice());

/** Far above the time of a search on a busy machine: a failed search would end the program without a snapshot. */
const TIMEOUT_MS = 3_600_000;

const threads: Worker[] = [];
process.on('worker', (worker) => threads.push(worker));

async function searchAll(detector: Detector, file: string): Promise<void> {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as string[];
  for (const text of texts) {
    await detector.detect([text], parseLanguage('de'));
    await (await terms).find(text, new TimeSlice());
  }
}

/** Retains a text, to show that a snapshot contains what a module retains. */
const retain = (file: string): string => readFileSync(file, 'utf8');

/**
 * Searches the texts of a file, then writes a heap snapshot of this thread and of each detection thread. V8 collects
 * garbage before each.
 */
async function main(texts: string, retained: string, directory: string): Promise<string> {
  const kept = retain(retained);
  const detector = await createDetector({ threads: 1, timeoutMs: TIMEOUT_MS });
  await searchAll(detector, texts);
  await detector.detect([NEUTRAL], parseLanguage('en'));
  await (await terms).find(NEUTRAL, new TimeSlice());
  await setImmediate();
  await pipeline(getHeapSnapshot(), createWriteStream(join(directory, 'main.heapsnapshot')));
  for (const [i, thread] of threads.entries())
    await pipeline(
      await thread.getHeapSnapshot(),
      createWriteStream(join(directory, `thread-${i}.heapsnapshot`)),
    );
  await detector.close();
  return kept;
}

const [texts = '', retained = '', directory = ''] = process.argv.slice(2);
void main(texts, retained, directory);
