import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Span } from '../../span';
import { NameModel } from '../name-model';
import { decodeTags } from './decode-tags';
import { nameSpans } from './name-spans';
import { tokenize } from './tokenizer';
import { readVocabulary, type Vocabulary } from './vocabulary';
import { cutWindows } from './windows';
import { tagWords } from './words';

const NETWORK = 'names.onnx';
const VOCABULARY = 'vocabulary.json.gz';
const CLASSES = 3;

/**
 * The trained name model on ONNX Runtime. A run occupies the calling thread: this belongs into a thread of its own.
 * Windows run one by one: a batch costs as much per piece, and int8 activations differ with what shares a batch.
 */
export class OnnxNameModel extends NameModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly vocabulary: Vocabulary,
  ) {
    super();
  }

  /**
   * @param directory with `names.onnx` and `vocabulary.json.gz`
   * @throws Error that names the file that is missing or damaged
   */
  static async load(directory: string): Promise<OnnxNameModel> {
    const network = join(directory, NETWORK);
    if (!existsSync(network)) throw new Error(`The name model is missing: no ${network}`);
    const vocabulary = readVocabulary(join(directory, VOCABULARY));
    const session = await InferenceSession.create(network, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    });
    return new OnnxNameModel(session, vocabulary);
  }

  async find(texts: readonly string[], signal?: AbortSignal): Promise<Span[][]> {
    const found: Span[][] = [];
    for (const text of texts) found.push(await this.findInOne(text, signal));
    return found;
  }

  async close(): Promise<void> {
    await this.session.release();
  }

  private async findInOne(text: string, signal?: AbortSignal): Promise<Span[]> {
    const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    const pieces = tokenize(wellFormed, this.vocabulary);
    const words = tagWords(wellFormed, pieces);
    if (words.length === 0) return [];
    const logits: Float32Array[] = [];
    const { window, special } = this.vocabulary;
    for (const { start, end } of cutWindows(wellFormed, pieces, window, special.newline)) {
      signal?.throwIfAborted();
      logits.push(await this.run(pieces.ids.slice(start, end)));
    }
    const byPiece = logits.flatMap((scores) =>
      Array.from({ length: scores.length / CLASSES }, (_, i) =>
        scores.subarray(i * CLASSES, (i + 1) * CLASSES),
      ),
    );
    const tags = decodeTags(
      words.map(({ piece }) => Array.from(byPiece[piece] ?? [])),
      this.vocabulary.decoding,
    );
    return nameSpans(wellFormed, words, tags);
  }

  /** @returns three scores for each piece, without the special ones around them */
  private async run(ids: readonly number[]): Promise<Float32Array> {
    const { bos, eos } = this.vocabulary.special;
    const shape = [1, ids.length + 2];
    const { logits } = await this.session.run({
      input_ids: new Tensor('int32', Int32Array.from([bos, ...ids, eos]), shape),
      attention_mask: new Tensor('int32', new Int32Array(ids.length + 2).fill(1), shape),
    });
    if (!(logits?.data instanceof Float32Array)) throw new Error('The name model gave no float32 "logits"');
    return logits.data.subarray(CLASSES, (ids.length + 1) * CLASSES);
  }
}
