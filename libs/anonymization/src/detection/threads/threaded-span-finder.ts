import { TimeSlice } from '@app/common';
import type { EntityType } from '../../kinds/entity-type';
import type { Language } from '../../text/language';
import { ReadableText } from '../../text/readable/readable-text';
import { overlaps, type Range, shifted } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import { MOST_VALUES, ValueLimit } from '../../text/spans/value-limit';
import { findPatternsInAll, joinReadings, type PatternSearch } from '../find-patterns';
import { needsNetwork } from '../kinds-to-search';
import { OnnxEntityModel } from '../entity-model/onnx-entity-model';
import type { ModelInput } from '../entity-model/read-text';
import { EntityEngine, SpanFinder, type Recognizer } from '../ports';
import { joinFindings } from '../join-findings';
import { cutSections, widen } from '../sections';
import type { DetectionThreads } from './detection-threads';

/** Runs the entity model on the detection threads for one search. */
class ThreadedEngine extends EntityEngine {
  constructor(
    private readonly threads: DetectionThreads,
    private readonly signal: AbortSignal,
  ) {
    super();
  }

  read(text: string): Promise<ModelInput> {
    return this.threads.run(this.signal, { kind: 'read', text });
  }

  score(window: Int32Array): Promise<Float32Array> {
    return this.threads.run(this.signal, { kind: 'score', window });
  }
}

const SECTION = 8192;
/**
 * The limit for texts that only recognizers read on this thread, in total: passing them to a thread would cost more.
 */
const CHEAP = 2048;
/**
 * A text that usually fits into one window of the entity model is passed to a thread once, because passing it costs as much
 * as the recognizers. If it is the only text and two threads are idle, one runs the model and the other the recognizers,
 * which saves a quarter of the time.
 */
const SHORT = 512;
/** The text around a section that recognizers also see, so that a cut hides no value from them. */
const SURROUNDINGS = 400;

/** Raw findings of one search, before overlaps are resolved and the two readings of a text are joined. */
const MOST_FINDINGS = 4 * MOST_VALUES;

interface Search extends PatternSearch {
  /** Whether no other text is searched with it. */
  isAlone: boolean;
  /** Aborted when the caller leaves or the timeout expires. The threads alternate between signals. */
  signal: AbortSignal;
  /** Of all texts of the search. */
  limit: ValueLimit;
}

/**
 * Runs the recognizers and the entity model on the decoded form of every text, piece by piece, on the detection threads. If
 * the original differs, the recognizers also search that, because an apparent escape may be plain text. The network, the
 * most expensive part, runs once, and only if a kind that it finds is searched for. Otherwise short texts stay on this
 * thread.
 */
export class ThreadedSpanFinder extends SpanFinder {
  constructor(
    private readonly threads: DetectionThreads,
    private readonly hasEntityModel: boolean,
    private readonly recognizers: readonly Recognizer[],
  ) {
    super();
  }

  async find(
    texts: readonly string[],
    language: Language,
    signal: AbortSignal,
    kinds: readonly EntityType[],
  ): Promise<Span[][]> {
    signal.throwIfAborted();
    if (isCheap(texts, kinds)) {
      const found = await findPatternsInAll(
        texts,
        { language, kinds },
        this.recognizers,
        new TimeSlice(signal),
      );
      signal.throwIfAborted();
      return found;
    }
    const failed = new AbortController();
    const own = AbortSignal.any([signal, failed.signal]);
    const limit = new ValueLimit(MOST_FINDINGS);
    const search = { signal: own, language, kinds, isAlone: texts.length === 1, limit };
    own.addEventListener('abort', () => this.threads.drop(own), { once: true });
    try {
      const found = await Promise.all(texts.map((text) => this.findInOne(text, search)));
      signal.throwIfAborted();
      return found;
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  private async findInOne(written: string, search: Search): Promise<Span[]> {
    const readable = await ReadableText.read(written, new TimeSlice(search.signal));
    if (readable.isPlain) return this.findAsRead(written, search);
    const [read, asWritten] = await Promise.all([
      this.findAsRead(readable.text, search),
      this.findPatterns(written, search),
    ]);
    return joinReadings(written, readable, read, asWritten);
  }

  private async findAsRead(text: string, search: Search): Promise<Span[]> {
    const { signal, language, kinds, isAlone } = search;
    const needsModel = this.hasEntityModel && needsNetwork(kinds);
    if (text.length > SHORT)
      return this.findSideBySide(text, search, needsModel ? this.findEntities(text, signal) : []);
    // Does not await anything before both tasks have begun, because the threads are still idle.
    if (needsModel && isAlone && this.threads.hasIdle(2))
      return this.findSideBySide(text, search, this.threads.run(signal, { kind: 'entities', text }));
    return this.threads.run(signal, { kind: 'short', text, language, kinds });
  }

  private async findSideBySide(
    text: string,
    search: Search,
    found: Promise<Span[]> | Span[],
  ): Promise<Span[]> {
    const [entities, patterns] = await Promise.all([found, this.findPatterns(text, search)]);
    return joinFindings(text, entities, patterns);
  }

  private async findEntities(text: string, signal: AbortSignal): Promise<Span[]> {
    const [entities = []] = await new OnnxEntityModel(new ThreadedEngine(this.threads, signal)).find([text]);
    return entities;
  }

  private async findPatterns(text: string, search: Search): Promise<Span[]> {
    const sections = cutSections(text, SECTION);
    const starts = sections.map(({ start }) => start);
    const heads =
      sections.length > 1 ? await this.threads.run(search.signal, { kind: 'heads', text, starts }) : [];
    const found = sections.map((section, at) =>
      this.findInSection(text, section, heads[at] ?? undefined, search),
    );
    return (await Promise.all(found)).flat();
  }

  /**
   * Returns the findings that touch the section. Those in the rest of the surroundings belong to adjacent sections. Inside a
   * table, its heads precede the section, because they identify its columns.
   */
  private async findInSection(
    text: string,
    section: Range,
    head: string | undefined,
    { signal, language, kinds, limit }: Search,
  ): Promise<Span[]> {
    const { start, end } = widen(text, section, SURROUNDINGS);
    const row = head === undefined ? 0 : text.indexOf('\n', start) + 1;
    const from = row > 0 && row <= section.start ? row : start;
    const before = head === undefined ? '' : `${head}\n`;
    const given = { kind: 'patterns', text: before + text.slice(from, end), language, kinds } as const;
    const shift = from - before.length;
    const found = (await this.threads.run(signal, given))
      .map((span) => shifted(span, shift))
      .filter((span) => span.start >= from && overlaps(span, section));
    limit.add(found.length);
    return found;
  }
}

const isCheap = (texts: readonly string[], kinds: readonly EntityType[]): boolean =>
  !needsNetwork(kinds) &&
  texts.every(({ length }) => length <= SHORT) &&
  texts.reduce((sum, { length }) => sum + length, 0) <= CHEAP;
