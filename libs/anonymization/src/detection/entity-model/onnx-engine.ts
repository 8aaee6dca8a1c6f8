import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { NameLexicon } from '../../lexicon/word-lists';
import { EntityEngine } from '../ports';
import { type ModelInput, readText } from './read-text';
import { readVocabulary, type Vocabulary } from './vocabulary';

const NETWORK = 'entities.onnx';
const VOCABULARY = 'vocabulary.json.gz';

/** The trained network on ONNX Runtime. A run occupies the calling thread: this belongs into a thread of its own. */
export class OnnxEngine extends EntityEngine {
  private constructor(
    private readonly session: InferenceSession,
    private readonly vocabulary: Vocabulary,
    private readonly lexicon: NameLexicon,
  ) {
    super();
  }

  /**
   * @param directory with `entities.onnx` and `vocabulary.json.gz`
   * @throws Error that names the file that is missing or damaged
   */
  static async load(directory: string, lexicon: NameLexicon): Promise<OnnxEngine> {
    const network = join(directory, NETWORK);
    if (!existsSync(network)) throw new Error(`The entity model is missing: no ${network}`);
    const vocabulary = readVocabulary(join(directory, VOCABULARY));
    const session = await InferenceSession.create(network, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // The graph is written as it is to run: ONNX Runtime's fusion of sum and layer norm is slower than both.
      graphOptimizationLevel: 'disabled',
    });
    return new OnnxEngine(session, vocabulary, lexicon);
  }

  async read(text: string): Promise<ModelInput> {
    return readText(text, this.vocabulary, this.lexicon);
  }

  /** One window at a time: a batch costs as much per piece, and int8 activations differ with what shares a batch. */
  async score(window: Int32Array): Promise<Float32Array> {
    const { logits } = await this.session.run({
      input_ids: new Tensor('int32', window, [1, window.length]),
    });
    if (!(logits?.data instanceof Float32Array)) throw new Error('The entity model gave no float32 "logits"');
    const classes = this.vocabulary.decoding.classes.length;
    return logits.data.slice(classes, (window.length - 1) * classes);
  }
}
