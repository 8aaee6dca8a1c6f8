import type { Language } from '../../language';
import type { Span } from '../../span';
import { cutPassages, widen, type Passage } from '../passages';
import { resolveSpans } from '../resolve-spans';
import { SpanFinder } from '../span-finder';
import type { DetectionThreads } from './detection-threads';

/** About one window of the name model: short enough that two threads share a text of 1 KiB. */
const NAMES_PASSAGE = 700;
const PATTERNS_PASSAGE = 8192;
/** Recognizers also see this much around their passage, so that a cut hides nothing from them. */
const SURROUNDINGS = 400;

/** All recognizers and the name model on every text, passage by passage, on the detection threads. */
export class ThreadedSpanFinder extends SpanFinder {
  constructor(
    private readonly threads: DetectionThreads,
    private readonly hasNameModel: boolean,
  ) {
    super();
  }

  async find(texts: readonly string[], language: Language, signal: AbortSignal): Promise<Span[][]> {
    signal.throwIfAborted();
    const owner = {};
    const giveUp = (): void => this.threads.drop(owner);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.all(texts.map((text) => this.findInOne(owner, text, language)));
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      signal.throwIfAborted();
    }
  }

  async close(): Promise<void> {
    await this.threads.close();
  }

  private async findInOne(owner: object, text: string, language: Language): Promise<Span[]> {
    const names = this.hasNameModel ? cutPassages(text, NAMES_PASSAGE) : [];
    const findings = await Promise.all([
      ...names.map((passage) => this.findNames(owner, text, passage, language)),
      ...cutPassages(text, PATTERNS_PASSAGE).map((passage) =>
        this.findPatterns(owner, text, passage, language),
      ),
    ]);
    return resolveSpans(text, findings.flat());
  }

  private async findNames(
    owner: object,
    text: string,
    { start, end }: Passage,
    language: Language,
  ): Promise<Span[]> {
    const spans = await this.threads.run(owner, { kind: 'names', text: text.slice(start, end), language });
    return spans.map((span) => shift(span, start));
  }

  /** What touches the passage; the rest of the surroundings is its neighbours' to find. */
  private async findPatterns(
    owner: object,
    text: string,
    passage: Passage,
    language: Language,
  ): Promise<Span[]> {
    const { start, end } = widen(text, passage, SURROUNDINGS);
    const spans = await this.threads.run(owner, { kind: 'patterns', text: text.slice(start, end), language });
    return spans
      .map((span) => shift(span, start))
      .filter((span) => span.start < passage.end && span.end > passage.start);
  }
}

const shift = (span: Span, by: number): Span => ({ ...span, start: span.start + by, end: span.end + by });
