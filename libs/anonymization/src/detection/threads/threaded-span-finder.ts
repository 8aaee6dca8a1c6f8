import type { EntityType } from '../../entity-type';
import type { Language } from '../../language';
import { ReadableText } from '../../readable/readable-text';
import { overlaps, type Range, shifted } from '../../spans/ranges';
import type { Span } from '../../spans/span';
import { ValueLimit } from '../../spans/value-limit';
import { inSlices } from '../../steps';
import { findPatternsInAll, joinReadings, type PatternSearch } from '../find-patterns';
import { needsNetwork } from '../kinds-to-search';
import { OnnxEntityModel } from '../entity-model/onnx-entity-model';
import type { ModelInput } from '../entity-model/read-text';
import { EntityEngine, SpanFinder, type Recognizer } from '../ports';
import { joinFindings } from '../join-findings';
import { cutSections, widen } from '../sections';
import type { DetectionThreads } from './detection-threads';

/** The entity model's work, done by the detection threads for one search. */
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
/** All texts together that recognizers alone read: the way to a thread and back would cost more. */
const CHEAP = 2048;
/**
 * What the entity model reads in one window, mostly, goes to a thread once: each way there costs as much as the
 * recognizers. Alone, and where two threads are idle, it is read on one while the other recognizes: a quarter less to wait.
 */
const SHORT = 512;
/** Recognizers also see this much around their section, so that a cut hides nothing from them. */
const SURROUNDINGS = 400;

interface Search extends PatternSearch {
  /** No other text is searched with it. */
  isAlone: boolean;
  /** Aborted when the caller leaves or the time is up. The threads take turns between signals. */
  signal: AbortSignal;
  /** Of all texts of the search. */
  limit: ValueLimit;
}

/**
 * The recognizers and the entity model on every text as it reads, piece by piece, on the detection threads. Where it is
 * written otherwise, the recognizers see that as well: an escape may also be none. The network, which costs most, reads
 * once, and only where a kind that it finds is looked for; where none is, short texts stay on this thread.
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
      const found = await inSlices(findPatternsInAll(texts, { language, kinds }, this.recognizers), signal);
      signal.throwIfAborted();
      return found;
    }
    const search = { signal, language, kinds, isAlone: texts.length === 1, limit: new ValueLimit() };
    const giveUp = (): void => this.threads.drop(signal);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const found = await Promise.all(texts.map((text) => this.findInOne(text, search)));
      signal.throwIfAborted();
      return found;
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  private async findInOne(written: string, search: Search): Promise<Span[]> {
    const readable = await inSlices(ReadableText.reading(written), search.signal);
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
    // Nothing is awaited until both tasks have begun: the threads are still idle then.
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
   * What touches the section; the rest of the surroundings is its neighbours' to find. Within a table its heads stand
   * before it, since they say what its columns are.
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
