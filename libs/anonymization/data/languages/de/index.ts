import type { LanguageWords } from '../../language-words';
import { GERMAN_ADDRESSES } from './addresses';
import { GERMAN_DATES } from './dates';
import { GERMAN_CUES } from './cues';
import { GERMAN_COMPANIES, GERMAN_PLACES } from './organizations';
import { GERMAN_LETTERS, GERMAN_ORGANIZATIONS, GERMAN_PARTICLES, GERMAN_PEOPLE, GERMAN_TITLES } from './people';
import { GERMAN_SURROGATES } from './surrogates';
import { GERMAN_FIELDS, GERMAN_NUMBERS, GERMAN_PHONES } from './values';

export const GERMAN: LanguageWords = {
  titles: GERMAN_TITLES,
  particles: GERMAN_PARTICLES,
  people: GERMAN_PEOPLE,
  organizations: GERMAN_ORGANIZATIONS,
  letters: GERMAN_LETTERS,
  fields: GERMAN_FIELDS,
  cues: GERMAN_CUES,
  goods: {
    numbers: 'art artikel artikelnr artikelnummer artnr bestellnr bestellnummer materialnr materialnummer warennummer teilenr teilenummer code',
    items: 'artikel artikelbezeichnung bezeichnung beschreibung leistung produkt text ware',
    prices: 'preis preise einzelpreis stueckpreis listenpreis nettopreis bruttopreis gesamtpreis ep gp eur euro einheit',
  },
  nobody: 'entfällt ja keine keiner leer nein offen unbekannt',
  numbers: GERMAN_NUMBERS,
  phones: GERMAN_PHONES,
  dates: GERMAN_DATES,
  addresses: GERMAN_ADDRESSES,
  companies: GERMAN_COMPANIES,
  places: GERMAN_PLACES,
  request: {
    tags: 'de deu ger',
    regions: 'DE AT CH',
    functionWords:
      'auf aus bei beim das dem den der des ein eine einem einen einer eines für ich im ins ist mit ' +
      'nach nicht sein seine seiner sich sie über um und unter vom von vor wie zu zum zur zwischen',
    surrogates: GERMAN_SURROGATES,
    townEndings: 'au bach berg burg dorf heim ingen stedt',
  },
};
