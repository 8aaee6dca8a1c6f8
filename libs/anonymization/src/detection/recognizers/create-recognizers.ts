import { PlaceLexicon } from '../../lexicon/places';
import type { NameLexicon } from '../../lexicon/word-lists';
import type { Recognizer } from '../ports';
import { AnnouncedCodeRecognizer } from './announced-code.recognizer';
import { AddressRecognizer } from './addresses/address.recognizer';
import { DateRecognizer } from './dates/date.recognizer';
import { AccountRecognizer } from './accounts/account.recognizer';
import { CardRecognizer } from './cards/card.recognizer';
import { EmailRecognizer } from './emails/email.recognizer';
import { FieldRecognizer } from './field.recognizer';
import { IdNumberRecognizer } from './id-numbers/id-number.recognizer';
import { DividedNameRecognizer } from './names/divided-name.recognizer';
import { EmailNeighbourRecognizer } from './names/email-neighbour.recognizer';
import { HeaderNameRecognizer } from './names/header-name.recognizer';
import { IntroducedNameRecognizer } from './names/introduced-name.recognizer';
import { ListedNameRecognizer } from './names/listed-name.recognizer';
import { SalutationRecognizer } from './names/salutation.recognizer';
import { SignOffRecognizer } from './names/sign-off.recognizer';
import { TitleNameRecognizer } from './names/title-name.recognizer';
import { IpRecognizer } from './network/ip.recognizer';
import { UrlRecognizer } from './network/url.recognizer';
import { PhoneRecognizer } from './phones/phone.recognizer';
import { SpokenPhoneRecognizer } from './phones/spoken-phone.recognizer';
import { PlateRecognizer } from './plates/plate.recognizer';
import { SecretRecognizer } from './secrets/secret.recognizer';
import { UsernameRecognizer } from './usernames/username.recognizer';
import { OrganizationRecognizer } from './organizations/organization.recognizer';
import { PlaceRecognizer } from './places/place.recognizer';

/** Creates all recognizers of the product. A new recognizer is one more line here. */
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
    new CardRecognizer(),
    new AccountRecognizer(),
    new IdNumberRecognizer(),
    new PlateRecognizer(),
    new AnnouncedCodeRecognizer(),
    new SecretRecognizer(),
    new IpRecognizer(),
    new UrlRecognizer(lexicon),
    new UsernameRecognizer(),
    new AddressRecognizer(places),
    new OrganizationRecognizer(lexicon),
    new PlaceRecognizer(places, lexicon),
  ];
}
