import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { NameLexicon } from '../../lexicon/word-lists';
import { EntityEngine } from '../ports';
import { type ModelInput, readText } from './read-text';
import { readVocabulary, type Vocabulary } from './vocabulary';

const NETWORK = 'entities.onnx';
const VOCABULARY = 'vocabulary.json.gz';

/** The trained network on ONNX Runtime. A run blocks the calling thread, so use a separate thread. */
export class OnnxEngine extends EntityEngine {
  private constructor(
    private readonly session: InferenceSession,
    private readonly vocabulary: Vocabulary,
    private readonly lexicon: NameLexicon,
  ) {
    super();
  }

  /**
   * @param directory the folder with `entities.onnx` and `vocabulary.json.gz`
   * @throws Error that names the missing or damaged file
   */
  static async load(directory: string, lexicon: NameLexicon): Promise<OnnxEngine> {
    const network = join(directory, NETWORK);
    if (!existsSync(network)) throw new Error(`The entity model is missing: no ${network}`);
    const vocabulary = readVocabulary(join(directory, VOCABULARY));
    const session = await InferenceSession.create(network, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // The graph is already optimized: ONNX Runtime's fusion of sum and layer norm is slower than both.
      graphOptimizationLevel: 'disabled',
    });
    return new OnnxEngine(session, vocabulary, lexicon);
  }

  async read(text: string): Promise<ModelInput> {
    return readText(text, this.vocabulary, this.lexicon);
  }

  /**
   * Scores one window: a batch costs as much per piece, and int8 activations depend on the other windows of a batch.
   */
  async score(window: Int32Array): Promise<Float32Array> {
    const { logits } = await this.session.run({
      input_ids: new Tensor('int32', window, [1, window.length]),
    });
    if (!(logits?.data instanceof Float32Array))
      throw new Error('The entity model returned no float32 "logits"');
    const classes = this.vocabulary.decoding.classes.length;
    return logits.data.slice(classes, (window.length - 1) * classes);
  }
}
