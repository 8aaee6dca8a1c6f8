import { setImmediate } from 'node:timers/promises';
import { AppError, Deadline, inStage } from '@app/common';
import { ENTITY_TYPES, type EntityType } from '../kinds/entity-type';
import type { Language } from '../text/language';
import type { Span } from '../text/spans/span';
import { kindsToSearch } from './kinds-to-search';
import { TooManyValues, ValueLimit } from '../text/spans/value-limit';
import type { SpanFinder } from './ports';
import { SpanCache } from './span-cache';

export interface DetectorOptions {
  /**
   * The timeout in milliseconds per 64 KiB or part of it. After a timeout nothing is sent
   * (contract: Anonymizing and restoring).
   */
  timeoutMs: number;
  /** Called for each portion of texts, for counting. */
  onDetection?: (detection: Detection) => void;
}

/** The kinds to find in some texts, and the owner of the texts. */
export interface DetectionRequest {
  /** The kinds to find. If absent, all kinds. */
  kinds?: readonly EntityType[];
  /** The owner of the texts. Findings are cached only for them. If absent, they are not cached. */
  owner?: string;
}

type Search = DetectionRequest & { language: Language; kinds: readonly EntityType[] };

/** The work of one search for personal data. */
export interface Detection {
  /** The number of texts with cached findings. */
  known: number;
  /** The number of other texts, and their length in UTF-16 code units. */
  searched: number;
  length: number;
  ms: number;
  /** `failed`: includes timeouts; `abandoned`: the caller aborted. */
  outcome: 'found' | 'failed' | 'abandoned';
}

const TIMED_LENGTH = 65_536;
/** The size of the cache in bytes: some 100,000 texts. */
const REMEMBERED_BYTES = 32 * 1024 * 1024;
/** The limits of one portion: enough for all threads, and short on the event loop. */
const PORTION = { texts: 64, length: 262_144 };

/**
 * Finds sorted and resolved spans in texts (`resolveFindings`), whatever is chosen of them later. Detection runs off the
 * event loop. It fails closed: without a result it throws an error, and never returns an empty list.
 */
export class Detector {
  private readonly cache = new SpanCache(REMEMBERED_BYTES);

  constructor(
    private readonly finder: SpanFinder,
    private readonly options: DetectorOptions,
  ) {}

  /**
   * @param texts any number of texts of any length
   * @param signal stops the work; the promise then rejects with the signal's reason
   * @param request the kinds to find; the result may also contain findings of other kinds
   * @returns one list of spans per text, in order; offsets in UTF-16 code units
   * @throws AppError `unavailable` if detection fails or times out; TooManyValues
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

  /** Stops the threads and frees the model. A running detection fails. */
  async close(): Promise<void> {
    await this.finder.close();
  }

  private async detectAll(texts: readonly string[], search: Search, signal?: AbortSignal): Promise<Span[][]> {
    const found: Span[][] = [];
    const limit = new ValueLimit();
    for (const portion of portionsOf(texts)) {
      // Yields to other work even if all texts are cached.
      if (found.length > 0) await setImmediate();
      for (const spans of await this.detectTogether(portion, search, signal)) {
        limit.add(spans.length);
        found.push(spans);
      }
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
      if (found.length !== texts.length) throw new Error(`${found.length} results for ${texts.length} texts`);
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
