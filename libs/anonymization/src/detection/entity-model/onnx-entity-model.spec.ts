import { EntityEngine } from '../ports';
import { OnnxEntityModel } from './onnx-entity-model';
import type { ModelInput } from './read-text';

/** Scores for the two words "Rechnung Anna": outside and the beginning of a name are equally likely for each. */
class UndecidedEngine extends EntityEngine {
  constructor(private readonly priors: readonly [number, number]) {
    super();
  }

  async read(): Promise<ModelInput> {
    const [first, second] = this.priors;
    return {
      words: [
        { start: 0, end: 8, piece: 0, prior: first },
        { start: 9, end: 13, piece: 1, prior: second },
      ],
      windows: [Int32Array.of(0, 10, 11, 1)],
      decoding: { classes: ['O', 'B-ORG', 'I-ORG', 'B-PERSON', 'I-PERSON'], bias: [0, 0, 0, 0, 0] },
    };
  }

  async score(): Promise<Float32Array> {
    return Float32Array.of(0, -9, -9, 0, -9, 0, -9, -9, 0, -9);
  }
}

describe('OnnxEntityModel', () => {
  it.each<[string, [number, number], string[]]>([
    ['the second word', [-1, 1], ['Anna']],
    ['the first word', [1, -1], ['Rechnung']],
    ['neither', [-1, -1], []],
  ])('uses the word lists if the network is undecided: for %s', async (_, priors, names) => {
    const text = 'Rechnung Anna';
    const [spans = []] = await new OnnxEntityModel(new UndecidedEngine(priors)).find([text]);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(names);
  });
});
