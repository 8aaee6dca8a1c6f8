import type { LanguageWords } from '../../language-words';
import { ENGLISH_ADDRESSES } from './addresses';
import { ENGLISH_DATES } from './dates';
import { ENGLISH_CUES } from './cues';
import { ENGLISH_COMPANIES, ENGLISH_PLACES } from './organizations';
import { ENGLISH_LETTERS, ENGLISH_ORGANIZATIONS, ENGLISH_PARTICLES, ENGLISH_PEOPLE, ENGLISH_TITLES } from './people';
import { ENGLISH_SURROGATES } from './surrogates';
import { ENGLISH_FIELDS, ENGLISH_NUMBERS, ENGLISH_PHONES } from './values';

export const ENGLISH: LanguageWords = {
  titles: ENGLISH_TITLES,
  particles: ENGLISH_PARTICLES,
  people: ENGLISH_PEOPLE,
  organizations: ENGLISH_ORGANIZATIONS,
  letters: ENGLISH_LETTERS,
  fields: ENGLISH_FIELDS,
  cues: ENGLISH_CUES,
  goods: {
    numbers: 'article code item itemno part partno product ref sku stock',
    items: 'article description item product service',
    prices: 'price prices cost each amount unit rate gbp usd eur rrp',
  },
  nobody:
    'admin administrator anonymous assistant bot boolean date default demo diverse else email empty ' +
    'example false float function guest int integer me missing moderator n/a na nan nil no nobody ' +
    'none not null number object other optional private public required root self some service ' +
    'standard string support system tba tbd test text todo true undefined unknown user varchar yes',
  numbers: ENGLISH_NUMBERS,
  phones: ENGLISH_PHONES,
  dates: ENGLISH_DATES,
  addresses: ENGLISH_ADDRESSES,
  companies: ENGLISH_COMPANIES,
  places: ENGLISH_PLACES,
  request: {
    tags: 'en eng',
    regions: 'US GB',
    functionWords:
      'a and are as at by for from her his is it its my of on or our that the their this to under ' +
      'with your',
    surrogates: ENGLISH_SURROGATES,
    townEndings: 'bridge bury combe field ham hurst ton wick',
  },
};
