import type { Schemas } from '../api/client';

type Kind = Schemas['KindDto']['kind'];
type Facts = Record<'mayStay' | 'mayBeBlocked', boolean> & { family: string };

/** `npm run docs:generate` writes this file from the declared kinds. */
export const KIND_TABLE = {
  Names: { family: 'person', mayStay: true, mayBeBlocked: false },
  Usernames: { family: 'person', mayStay: true, mayBeBlocked: true },
  Emails: { family: 'contact', mayStay: true, mayBeBlocked: true },
  Phone: { family: 'contact', mayStay: true, mayBeBlocked: true },
  IpAddresses: { family: 'contact', mayStay: true, mayBeBlocked: true },
  Urls: { family: 'contact', mayStay: true, mayBeBlocked: true },
  Addresses: { family: 'place', mayStay: true, mayBeBlocked: true },
  Locations: { family: 'place', mayStay: true, mayBeBlocked: false },
  Birthdates: { family: 'time', mayStay: true, mayBeBlocked: true },
  Dates: { family: 'time', mayStay: true, mayBeBlocked: true },
  Organizations: { family: 'organization', mayStay: true, mayBeBlocked: false },
  BankAccounts: { family: 'number', mayStay: false, mayBeBlocked: true },
  Cards: { family: 'number', mayStay: false, mayBeBlocked: true },
  IdNumbers: { family: 'number', mayStay: true, mayBeBlocked: true },
  Plates: { family: 'number', mayStay: true, mayBeBlocked: true },
  References: { family: 'number', mayStay: true, mayBeBlocked: true },
  Secrets: { family: 'number', mayStay: false, mayBeBlocked: true },
  Terms: { family: 'term', mayStay: false, mayBeBlocked: true },
} as const satisfies Readonly<Record<Kind, Facts>>;

/** The name of one value of each kind. */
export const KIND_NAMES: Readonly<Record<'en' | 'de', Readonly<Record<Kind, string>>>> = {
  en: {
    Names: 'Name',
    Usernames: 'User name',
    Emails: 'E-mail address',
    Phone: 'Phone number',
    IpAddresses: 'IP address',
    Urls: 'Personal link',
    Addresses: 'Postal address',
    Locations: 'Place',
    Birthdates: 'Birthdate',
    Dates: 'Date',
    Organizations: 'Organization',
    BankAccounts: 'Bank account',
    Cards: 'Payment card',
    IdNumbers: 'ID number',
    Plates: 'Number plate',
    References: 'Reference number',
    Secrets: 'Secret',
    Terms: 'Own term',
  },
  de: {
    Names: 'Name',
    Usernames: 'Benutzername',
    Emails: 'E-Mail-Adresse',
    Phone: 'Telefonnummer',
    IpAddresses: 'IP-Adresse',
    Urls: 'Persönlicher Link',
    Addresses: 'Anschrift',
    Locations: 'Ort',
    Birthdates: 'Geburtsdatum',
    Dates: 'Datum',
    Organizations: 'Organisation',
    BankAccounts: 'Bankkonto',
    Cards: 'Zahlungskarte',
    IdNumbers: 'Ausweisnummer',
    Plates: 'Kennzeichen',
    References: 'Aktenzeichen',
    Secrets: 'Geheimnis',
    Terms: 'Eigener Begriff',
  },
};
