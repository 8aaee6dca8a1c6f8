import type { EntityType } from '../src/kinds/kinds';

/** Made-up values, as recognizers find them. None of the numbers is assigned. */
export const KIND_VALUES: Readonly<Record<EntityType, readonly string[]>> = {
  Terms: ['Projekt Nordlicht', 'Nordlicht'],
  Secrets: ['hunter2-Xy77', 'key-abcDEF0123456789abcdef', 'hunter2!X'],
  Cards: ['4929 1234 5678 9012', '4929123456789012', '371234567890123'],
  BankAccounts: [
    'DE12 5001 0517 0648 4898 90',
    'DE12500105170648489890',
    'GB33BUKB20201555555555',
    '0648489890',
  ],
  IdNumbers: ['65 929 970 489', 'C01X00T47'],
  Emails: ['hans.mueller@firma.de'],
  Urls: [
    'https://intern.firma.de/u/hmueller',
    'https://intern.firma.de/u/hmueller?token=Ab12',
    'firma.de/~hschulz71',
  ],
  Phone: ['+49 89 7654321'],
  IpAddresses: ['10.20.30.40', 'fe80::1ff:fe23:4567:890a', '3C-5A-B4-12-34-56'],
  Birthdates: ['3. Mai 1971'],
  Dates: ['5 June 2024', '2024-05-03'],
  Addresses: ['Lange Straße 12, 80331 München', 'Lange Str. 12, 80331 München'],
  Plates: ['M-AB 1234'],
  References: ['KD-4711-88'],
  Usernames: ['@hmueller71'],
  Names: ['Hans Müller'],
  Organizations: ['Acme Werkzeugbau GmbH'],
  Locations: ['Oberammergau'],
};
