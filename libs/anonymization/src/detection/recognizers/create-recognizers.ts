import type { NameLexicon } from '../../lexicon/name-lexicon';
import type { Recognizer } from '../recognizer';
import { DividedNameRecognizer } from './divided-name.recognizer';
import { EmailNeighbourRecognizer } from './email-neighbour.recognizer';
import { EmailRecognizer } from './email.recognizer';
import { FieldRecognizer } from './field.recognizer';
import { HeaderNameRecognizer } from './header-name.recognizer';
import { IntroducedNameRecognizer } from './introduced-name.recognizer';
import { ListedNameRecognizer } from './listed-name.recognizer';
import { PhoneRecognizer } from './phone.recognizer';
import { SalutationRecognizer } from './salutation.recognizer';
import { SignOffRecognizer } from './sign-off.recognizer';
import { SpokenPhoneRecognizer } from './spoken-phone.recognizer';
import { TitleNameRecognizer } from './title-name.recognizer';

/** All recognizers that ship; a new one is a line here. */
export function createRecognizers(lexicon: NameLexicon): Recognizer[] {
  return [
    new EmailRecognizer(lexicon),
    new PhoneRecognizer(),
    new SpokenPhoneRecognizer(),
    new FieldRecognizer(lexicon),
    new TitleNameRecognizer(lexicon),
    new IntroducedNameRecognizer(lexicon),
    new SalutationRecognizer(lexicon),
    new SignOffRecognizer(lexicon),
    new HeaderNameRecognizer(lexicon),
    new EmailNeighbourRecognizer(lexicon),
    new ListedNameRecognizer(lexicon),
    new DividedNameRecognizer(lexicon),
  ];
}
