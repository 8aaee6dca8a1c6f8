import type { Detector } from '@app/anonymization';
import { parseLanguage } from '@app/anonymization';
import { Check, failed, ok, type Finding } from '../check';

const SENTENCE = 'Yesterday Katharina Wegener met the auditors in Lübeck.';
const NAME = 'Katharina Wegener';

/** Checks that the entity model is loaded and finds a name. */
export class EntityModelCheck extends Check {
  readonly name = 'entity-model';

  constructor(private readonly detector: () => Promise<Detector>) {
    super();
  }

  async run(): Promise<Finding> {
    const detector = await this.detector();
    const [spans = []] = await detector.detect([SENTENCE], parseLanguage('en'));
    const found = spans
      .filter(({ type }) => type === 'Names')
      .map(({ start, end }) => SENTENCE.slice(start, end));
    if (found.includes(NAME)) return ok('loaded, and finds a name');
    return failed(
      'loaded, but does not find a name',
      'Reinstall the release: its model differs from the released one',
    );
  }
}
