import { byStart, shifted } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import { type EntityEngine, EntityModel } from '../ports';
import { cutSections } from '../sections';
import { decodeTags, entitySpans, entityTags, NAME_BEGINS, nearNames } from './decode-entities';

/** The length of text that is read at once. Windows are cut inside it. */
const SECTION = 8192;

/** The trained network: splits a text into windows, which may be scored in parallel, and decodes the scores. */
export class OnnxEntityModel extends EntityModel {
  constructor(private readonly engine: EntityEngine) {
    super();
  }

  async find(texts: readonly string[]): Promise<Span[][]> {
    return Promise.all(texts.map((text) => this.findInOne(text)));
  }

  private async findInOne(text: string): Promise<Span[]> {
    const found = await Promise.all(
      cutSections(text, SECTION).map(async ({ start, end }) => {
        const spans = await this.findInSection(text.slice(start, end).replace(/\p{Surrogate}/gu, '\uFFFD'));
        return spans.map((span) => shifted(span, start));
      }),
    );
    return found.flat();
  }

  private async findInSection(text: string): Promise<Span[]> {
    const { words, windows, decoding } = await this.engine.read(text);
    if (words.length === 0) return [];
    const scores = await Promise.all(windows.map((window) => this.engine.score(window)));
    const { classes } = decoding;
    const byPiece = scores.flatMap((window) =>
      Array.from({ length: window.length / classes.length }, (_, i) =>
        Array.from(window.subarray(i * classes.length, (i + 1) * classes.length)),
      ),
    );
    const begins = classes.indexOf(NAME_BEGINS);
    const byWord = words.map(({ piece, prior }) => withPrior(byPiece[piece] ?? [], begins, prior));
    const tags = decodeTags(byWord, decoding);
    return [tags, nearNames(byWord, tags, classes)]
      .flatMap((decoded) => entitySpans(text, words, entityTags(decoded, classes)))
      .sort(byStart);
  }
}

const withPrior = (scores: readonly number[], begins: number, prior: number): number[] =>
  scores.map((score, i) => (i === begins ? score + prior : score));
