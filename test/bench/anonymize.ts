/**
 * Measures the speed and cost of detection: `npm run bench:anonymize [-- CORPORA]`.
 * Prints start time and memory, time for one text by length, throughput by number of callers, the delay of a short text
 * during a long document, and the share of each recognizer.
 */
import { createDetector, parseLanguage, type Detector } from '@app/anonymization';
import { printRecognizerShares } from './anonymize/recognizer-shares';
import { readCorpus } from './corpora';

const KIB = 1024;
const ENGLISH = parseLanguage('en');
/** Number of texts for the shares of the recognizers. */
const TEXTS = 150;

async function main(): Promise<void> {
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const detector = await createDetector({ modelDirectory: process.env.MODEL_DIRECTORY });
  console.log(`start ${(performance.now() - started).toFixed(0)} ms`);
  const text = readCorpus('uner_ewt_email.en.dev')
    .map((document) => document.text)
    .join('\n\n');
  await byLength(detector, text);
  await byCallers(detector, text);
  await besideADocument(detector, text);
  console.log(`memory +${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB`);
  await detector.close();
  const mixed = ['uner_ewt_email.en.dev', 'authored.de.dev', 'authored.en.dev'].flatMap(readCorpus);
  await printRecognizerShares(mixed.slice(0, TEXTS).map((document) => document.text));
}

/** Returns excerpts from different positions of the corpus, so that each text is different. */
const excerpt = (text: string, length: number, turn: number): string => {
  const from = (turn * 977) % Math.max(1, text.length - length);
  return `${turn} ${text.slice(from, from + length)}`;
};

async function byLength(detector: Detector, text: string): Promise<void> {
  for (const [kib, turns] of [
    [0.2, 100],
    [1, 100],
    [10, 20],
    [100, 3],
  ] as const) {
    const times: number[] = [];
    const whole = text.repeat(Math.ceil((kib * KIB) / text.length) + 1);
    for (let turn = 0; turn < turns; turn += 1) {
      const from = performance.now();
      await detector.detect([excerpt(whole, kib * KIB, turn)], ENGLISH);
      times.push(performance.now() - from);
    }
    const perKib = percentile(
      times.map((time) => time / kib),
      0.5,
    );
    console.log(
      `${kib} KiB: p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms; ${perKib} ms per KiB`,
    );
  }
}

async function byCallers(detector: Detector, text: string): Promise<void> {
  for (const callers of [1, 4, 16]) {
    let done = 0;
    const cpu = process.cpuUsage();
    const from = performance.now();
    const call = async (): Promise<void> => {
      while (done < 96) {
        done += 1;
        await detector.detect([excerpt(text, KIB, 1000 * callers + done)], ENGLISH);
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    const seconds = (performance.now() - from) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `${callers} callers with 1 KiB each: ${(done / seconds).toFixed(0)} KiB/s, ${((user + system) / 1000 / done).toFixed(1)} ms of processor time per KiB`,
    );
  }
}

async function besideADocument(detector: Detector, text: string): Promise<void> {
  const from = performance.now();
  let [longest, last] = [0, from];
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const size = 256 * KIB;
  const document = detector.detect([text.repeat(Math.ceil(size / text.length)).slice(0, size)], ENGLISH);
  const times: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const asked = performance.now();
    await detector.detect([excerpt(text, KIB, 5000 + turn)], ENGLISH);
    times.push(performance.now() - asked);
  }
  await document;
  clearInterval(pulse);
  console.log(
    `256 KiB: ${(256 / ((performance.now() - from) / 1000)).toFixed(0)} KiB/s, with 20 texts of 1 KiB beside it:`,
  );
  console.log(
    `  each p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms; event loop held for ${longest.toFixed(0)} ms at most`,
  );
}

const percentile = (times: readonly number[], share: number): string =>
  (
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  ).toFixed(1);

void main();
