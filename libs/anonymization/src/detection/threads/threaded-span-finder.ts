import type { Language } from '../../language';
import { ReadableText } from '../../readable/readable-text';
import { overlaps, type Range, shifted } from '../../spans/ranges';
import type { Span } from '../../spans/span';
import { resolveFindings } from '../../spans/unite-spans';
import { inSlices } from '../../steps';
import { OnnxNameModel } from '../name-model/onnx-name-model';
import type { ModelInput } from '../name-model/read-text';
import { NameEngine, SpanFinder } from '../ports';
import { joinFindings } from '../join-findings';
import { withoutArticles } from '../price-lists';
import { cutSections, widen } from '../sections';
import type { DetectionThreads } from './detection-threads';

/** The name model's work, done by the detection threads on behalf of one owner. */
class ThreadedEngine extends NameEngine {
  constructor(
    private readonly threads: DetectionThreads,
    private readonly owner: object,
  ) {
    super();
  }

  read(text: string): Promise<ModelInput> {
    return this.threads.run(this.owner, { kind: 'read', text });
  }

  score(window: Int32Array): Promise<Float32Array> {
    return this.threads.run(this.owner, { kind: 'score', window });
  }
}

const SECTION = 8192;
/** What the name model reads in one window goes to a thread once: each way there costs as much as the recognizers. */
const SHORT = 512;
/** Recognizers also see this much around their section, so that a cut hides nothing from them. */
const SURROUNDINGS = 400;

/**
 * All recognizers and the name model on every text as it reads, piece by piece, on the detection threads. Where it is
 * written otherwise, the recognizers see that as well: an escape may also be none. The network, which costs most, reads once.
 */
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
      const found = await Promise.all(texts.map((text) => this.findInOne(owner, text, language)));
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

  private async findInOne(owner: object, written: string, language: Language): Promise<Span[]> {
    const readable = await inSlices(ReadableText.reading(written));
    if (readable.isPlain) return this.findAsRead(owner, written, language);
    const [read, asWritten] = await Promise.all([
      this.findAsRead(owner, readable.text, language),
      this.findPatterns(owner, written, language),
    ]);
    return resolveFindings(written, [
      ...read.map((span) => readable.toWritten(span)),
      ...withoutArticles(written, asWritten).map((span) => readable.completed(span)),
    ]);
  }

  private async findAsRead(owner: object, text: string, language: Language): Promise<Span[]> {
    if (text.length <= SHORT) return this.threads.run(owner, { kind: 'short', text, language });
    const [entities, patterns] = await Promise.all([
      this.findEntities(owner, text),
      this.findPatterns(owner, text, language),
    ]);
    return joinFindings(text, entities, patterns);
  }

  private async findEntities(owner: object, text: string): Promise<Span[]> {
    if (!this.hasNameModel) return [];
    const [entities = []] = await new OnnxNameModel(new ThreadedEngine(this.threads, owner)).find([text]);
    return entities;
  }

  private async findPatterns(owner: object, text: string, language: Language): Promise<Span[]> {
    const sections = cutSections(text, SECTION);
    const starts = sections.map(({ start }) => start);
    const heads = sections.length > 1 ? await this.threads.run(owner, { kind: 'heads', text, starts }) : [];
    const found = sections.map((section, at) =>
      this.findInSection(owner, text, section, heads[at] ?? undefined, language),
    );
    return (await Promise.all(found)).flat();
  }

  /**
   * What touches the section; the rest of the surroundings is its neighbours' to find. Within a table its heads stand
   * before it, since they say what its columns are.
   */
  private async findInSection(
    owner: object,
    text: string,
    section: Range,
    head: string | undefined,
    language: Language,
  ): Promise<Span[]> {
    const { start, end } = widen(text, section, SURROUNDINGS);
    const row = head === undefined ? 0 : text.indexOf('\n', start) + 1;
    const from = row > 0 && row <= section.start ? row : start;
    const before = head === undefined ? '' : `${head}\n`;
    const given = { kind: 'patterns', text: before + text.slice(from, end), language } as const;
    const shift = from - before.length;
    return (await this.threads.run(owner, given))
      .map((span) => shifted(span, shift))
      .filter((span) => span.start >= from && overlaps(span, section));
  }
}
