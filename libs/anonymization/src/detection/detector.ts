import { setImmediate } from 'node:timers/promises';
import { AppError, Deadline, inStage } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../entity-type';
import type { Language } from '../language';
import type { Span } from '../spans/span';
import { kindsToSearch } from './kinds-to-search';
import { TooManyValues } from '../spans/value-limit';
import type { SpanFinder } from './ports';
import { SpanCache } from './span-cache';

export interface DetectorOptions {
  /** Milliseconds for each begun 64 KiB, after which a detection is given up; nothing is sent then (contract: Anonymizing and restoring). */
  timeoutMs: number;
  /** Told of each portion of texts, for whoever counts. */
  onDetection?: (detection: Detection) => void;
}

/** What is looked for in some texts, and for whom. */
export interface DetectionRequest {
  /** What has to be found; absent: all kinds. */
  kinds?: readonly EntityType[];
  /** Whose texts they are: for them alone it is remembered what was found; absent: for nobody. */
  owner?: string;
}

type Search = DetectionRequest & { language: Language; kinds: readonly EntityType[] };

/** What it took to look for personal data in some texts. */
export interface Detection {
  /** Of which was known what is in them. */
  known: number;
  /** Of which was not, and their length in UTF-16 code units. */
  searched: number;
  length: number;
  ms: number;
  /** `failed`: also where it took too long; `abandoned`: its caller went away. */
  outcome: 'found' | 'failed' | 'abandoned';
}

/**
 * Grows whenever detection learns to find more: texts that an earlier generation searched are searched again before
 * they are sent again. The first one knew names, addresses and numbers.
 */
export const DETECTION_GENERATION = 8;

const TIMED_LENGTH = 65_536;
/** Of what is remembered, in bytes: some 100,000 texts. */
const REMEMBERED_BYTES = 32 * 1024 * 1024;
/** Handed on together: enough for all threads, and little to hold the event loop with. */
const PORTION = { texts: 64, length: 262_144 };

/**
 * Turns texts into spans, sorted and resolved (`resolveFindings`), whatever will be chosen among them. Detection runs off
 * the event loop. Privacy fails closed: no answer is an error, never an empty list.
 */
export class Detector {
  private readonly cache = new SpanCache(REMEMBERED_BYTES);

  constructor(
    private readonly finder: SpanFinder,
    private readonly options: DetectorOptions,
  ) {}

  /**
   * @param texts any number of texts of any length, each on its own
   * @param signal stops the work; the promise then rejects with the signal's reason
   * @param request what is looked for: of other kinds some, all or no findings may come beside it
   * @returns one list of spans per text, in order; offsets in UTF-16 code units
   * @throws AppError `unavailable` if detection fails or takes too long; TooManyValues
   */
  async detect(
    texts: readonly string[],
    language: Language,
    signal?: AbortSignal,
    request: DetectionRequest = {},
  ): Promise<Span[][]> {
    const search = { ...request, language, kinds: kindsToSearch(request.kinds ?? ENTITY_TYPES) };
    return inStage('detect', () => this.detectAll(texts, search, signal));
  }

  /** Stops threads and frees the model. A detection under way fails. */
  async close(): Promise<void> {
    await this.finder.close();
  }

  private async detectAll(texts: readonly string[], search: Search, signal?: AbortSignal): Promise<Span[][]> {
    const found: Span[][] = [];
    for (const portion of portionsOf(texts)) {
      // Also where all of it is known: others come in between.
      if (found.length > 0) await setImmediate();
      found.push(...(await this.detectTogether(portion, search, signal)));
    }
    signal?.throwIfAborted();
    return found;
  }

  private async detectTogether(
    texts: readonly string[],
    search: Search,
    signal?: AbortSignal,
  ): Promise<Span[][]> {
    signal?.throwIfAborted();
    const { owner, language, kinds } = search;
    const keys = owner === undefined ? [] : texts.map((text) => this.cache.keyOf(text, language, owner));
    const known = texts.map((_, i) => (keys[i] === undefined ? undefined : this.cache.get(keys[i], kinds)));
    const unknown = texts.filter((_, i) => known[i] === undefined);
    const found = await this.findUnknown(unknown, texts.length - unknown.length, search, signal);
    const answers: Span[][] = [];
    let next = 0;
    for (const [i, spans] of known.entries()) {
      answers.push(spans ?? found[next++]!);
      if (spans === undefined && keys[i] !== undefined)
        this.cache.set(keys[i], { spans: answers[i]!, kinds });
    }
    return answers;
  }

  private async findUnknown(
    texts: readonly string[],
    known: number,
    search: Search,
    signal?: AbortSignal,
  ): Promise<Span[][]> {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const began = performance.now();
    let outcome: Detection['outcome'] = 'found';
    try {
      return texts.length === 0 ? [] : await this.find(texts, length, search, signal);
    } catch (error) {
      outcome = signal?.aborted ? 'abandoned' : 'failed';
      throw error;
    } finally {
      const ms = performance.now() - began;
      this.options.onDetection?.({ known, searched: texts.length, length, ms, outcome });
    }
  }

  private async find(
    texts: readonly string[],
    length: number,
    { language, kinds }: Search,
    signal?: AbortSignal,
  ): Promise<Span[][]> {
    const deadline = new Deadline();
    const stop = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    const limitMs = this.options.timeoutMs * Math.max(1, Math.ceil(length / TIMED_LENGTH));
    try {
      const found = await deadline.within(limitMs, () => this.finder.find(texts, language, stop, kinds));
      if (found.length !== texts.length) throw new Error(`${found.length} answers to ${texts.length} texts`);
      return found;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TooManyValues) throw error;
      const why = deadline.passed ? 'took too long' : 'failed';
      const message = `Detecting personal data ${why}; nothing was sent. Try again later.`;
      throw new AppError('unavailable', message, {}, { cause: error });
    }
  }
}

function* portionsOf(texts: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (portion.length === PORTION.texts || (portion.length > 0 && length + text.length > PORTION.length)) {
      yield portion;
      portion = [];
      length = 0;
    }
    portion.push(text);
    length += text.length;
  }
  if (portion.length > 0) yield portion;
}
