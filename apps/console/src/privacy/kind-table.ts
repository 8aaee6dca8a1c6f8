import type { Schemas } from '../api/client';

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
} as const satisfies Readonly<Record<Schemas['KindDto']['kind'], Facts>>;
