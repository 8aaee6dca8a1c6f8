import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { Detector } from './detector';
import { EmailNeighbourRecognizer } from './recognizers/email-neighbour.recognizer';
import { EmailRecognizer } from './recognizers/email.recognizer';
import { HeaderNameRecognizer } from './recognizers/header-name.recognizer';
import { IntroducedNameRecognizer } from './recognizers/introduced-name.recognizer';
import { ListedNameRecognizer } from './recognizers/listed-name.recognizer';
import { NameLexicon } from './recognizers/name-lexicon';
import { PhoneRecognizer } from './recognizers/phone.recognizer';
import { SalutationRecognizer } from './recognizers/salutation.recognizer';
import { SignOffRecognizer } from './recognizers/sign-off.recognizer';
import { TitleNameRecognizer } from './recognizers/title-name.recognizer';
import { RecognizingSpanFinder } from './recognizing-span-finder';

export interface CreateDetectorOptions {
  /** Milliseconds after which a detection is given up. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * The detector that ships, ready when it is returned.
 *
 * @throws Error at once where a file it needs is missing or damaged
 */
export async function createDetector({
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: CreateDetectorOptions = {}): Promise<Detector> {
  const lexicon = NameLexicon.load(join(packageRoot(), 'libs/anonymization/data'));
  const finder = new RecognizingSpanFinder([
    new EmailRecognizer(),
    new PhoneRecognizer(),
    new TitleNameRecognizer(lexicon),
    new IntroducedNameRecognizer(lexicon),
    new SalutationRecognizer(lexicon),
    new SignOffRecognizer(lexicon),
    new HeaderNameRecognizer(lexicon),
    new EmailNeighbourRecognizer(lexicon),
    new ListedNameRecognizer(lexicon),
  ]);
  return new Detector(finder, { timeoutMs });
}

/** The folder of package.json, from the sources as from the build. */
function packageRoot(from = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`No package.json above ${__dirname}`);
  return packageRoot(parent);
}
