import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import sharedFolders from './shared-folders.cjs';

const LIBS = resolve(__dirname, '../../libs');

/** Variables and empty collections of a module, which its functions change. */
const STATE =
  /^(?:export )?(?:let|var) (\w+)|^(?:export )?const (\w+)[^=]* = (?:new (?:Weak)?(?:Map|Set)\b.*\(\)|\[\]|\{\});$/gm;

/** State that depends on no suite: what a module computes once of its own data, or for an argument. */
const WITHOUT_EFFECT = [
  'anonymization/src/detection/recognizers/cues/number-words.ts: WORDS',
  'anonymization/src/detection/recognizers/names/name-field.ts: NO_NAMES',
  'anonymization/src/lexicon/countries.ts: names',
  'anonymization/src/lexicon/cue-words.ts: endings',
  'anonymization/src/lexicon/known-names.ts: genders',
  'anonymization/src/lexicon/months.ts: months',
  'anonymization/src/lexicon/word-lists.ts: commonWords',
  'anonymization/src/pseudonymization/replacing/surrogates/surrogate-part.ts: pools',
  'anonymization/src/pseudonymization/restoring/placeholder-patterns.ts: memo',
  'anonymization/src/pseudonymization/restoring/replacement-index.ts: latest',
  'anonymization/src/pseudonymization/restoring/sent-replacements.ts: readBefore',
  'anonymization/src/text/structure/field-kinds.ts: phrases',
  // The turns of the event loop come in order for all slices.
  'common/src/time-slice.ts: lastTurn',
];

describe('the modules that all suites of a process share', () => {
  it('keep no state by which a suite changes another', () => {
    const files = sharedFolders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
      )
      .filter((name) => /(?<!\.spec)\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(200);
    const state = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(STATE)].map(
        ([, variable, collection]) => `${relative(LIBS, file)}: ${variable ?? collection}`,
      ),
    );
    expect(state.toSorted()).toEqual(WITHOUT_EFFECT);
  });
});
