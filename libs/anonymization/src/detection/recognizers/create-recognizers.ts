import { PlaceLexicon } from '../../lexicon/places';
import type { NameLexicon } from '../../lexicon/word-lists';
import type { Recognizer } from '../ports';
import { AddressRecognizer } from './addresses/address.recognizer';
import { DateRecognizer } from './dates/date.recognizer';
import { EmailRecognizer } from './emails/email.recognizer';
import { FieldRecognizer } from './field.recognizer';
import { DividedNameRecognizer } from './names/divided-name.recognizer';
import { EmailNeighbourRecognizer } from './names/email-neighbour.recognizer';
import { HeaderNameRecognizer } from './names/header-name.recognizer';
import { IntroducedNameRecognizer } from './names/introduced-name.recognizer';
import { ListedNameRecognizer } from './names/listed-name.recognizer';
import { SalutationRecognizer } from './names/salutation.recognizer';
import { SignOffRecognizer } from './names/sign-off.recognizer';
import { TitleNameRecognizer } from './names/title-name.recognizer';
import { OrganizationRecognizer } from './organizations/organization.recognizer';
import { PhoneRecognizer } from './phones/phone.recognizer';
import { SpokenPhoneRecognizer } from './phones/spoken-phone.recognizer';
import { PlaceRecognizer } from './places/place.recognizer';

/** All recognizers that ship; a new one is a line here. */
export function createRecognizers(lexicon: NameLexicon): Recognizer[] {
  const places = PlaceLexicon.load();
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
    new DateRecognizer(lexicon),
    new AddressRecognizer(places),
    new OrganizationRecognizer(lexicon),
    new PlaceRecognizer(places, lexicon),
  ];
}
