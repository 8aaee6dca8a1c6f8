import type { LanguageWords } from '../../language-words';
import { DUTCH_ADDRESSES } from './addresses';
import { DUTCH_DATES } from './dates';
import { DUTCH_CUES } from './cues';
import { DUTCH_COMPANIES, DUTCH_PLACES } from './organizations';
import { DUTCH_LETTERS, DUTCH_PEOPLE, DUTCH_TITLES } from './people';
import { DUTCH_SURROGATES } from './surrogates';

export const DUTCH: LanguageWords = {
  titles: DUTCH_TITLES,
  particles: { clear: 'van', everyday: 'den der ten ter', leading: 'van ten ter' },
  organizations: { legalForms: 'B\\.?V N\\.?V' },
  people: DUTCH_PEOPLE,
  letters: DUTCH_LETTERS,
  fields: {
    phone:
      'telefoon telefoonnummer telefoonnr telnr mobiel mobielnummer gsm gsmnummer vaste_lijn fax faxnummer telefoonnummers 06nummer',
    extension: 'toestel toestelnummer doorkiesnummer',
    email: 'emailadres e_mailadres mailadres',
    firstName: 'voornaam voornamen roepnaam',
    lastName: 'achternaam familienaam geslachtsnaam meisjesnaam',
    fullName: 'volledige_naam voor_en_achternaam klantnaam',
    name: 'naam namen',
    person:
      'klant klanten patient patienten contactpersoon contact persoon medewerker medewerkster werknemer auteur ontvanger afzender huurder verhuurder eigenaar leerling student arts advocaat deelnemer aanvrager begunstigde verzekerde bestuurder partner vader moeder kind contactpersonen houder rekeninghouder',
    organization: 'bedrijf bedrijfsnaam organisatie leverancier fabrikant merk werkgever school ziekenhuis',
    thing: 'product artikel bestand bestandsnaam gebruikersnaam project evenement',
    place: 'land gemeente',
    reference:
      'klantnummer bestelnummer ordernummer factuurnummer contractnummer dossiernummer bsn kvk btw referentie serienummer personeelsnummer',
    account: 'rekening rekeningnummer kaartnummer',
    date: 'datum tijd jaar',
    birthdate: 'geboortedatum geboren geb_datum gebdatum geboortedag geboortejaar overlijdensdatum overleden',
    amount: 'bedrag prijs totaal som salaris aantal gewicht',
    street: 'straat straatnaam',
    houseNumber: 'huisnummer',
    city: 'woonplaats plaats stad',
    address: 'adres woonadres postadres bezoekadres afleveradres',
    postcode: 'postcode',
    personal: 'aanhef geslacht leeftijd nationaliteit afdeling',
    property: 'type soort geverifieerd aanbieder netnummer',
    neutral: 'nummer nummers waarde thuis kantoor werk prive zakelijk anders nood',
  },
  cues: DUTCH_CUES,
  goods: {
    numbers: 'artikel artikelnr artikelnummer art bestelnr bestelnummer code',
    items: 'artikel omschrijving product',
    prices: 'prijs prijzen bedrag stukprijs',
  },
  nobody: 'geen onbekend',
  numbers: {
    units: 'nul een/één twee drie vier vijf zes zeven acht negen',
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    joined: ['{u}en{t}', '{u}ën{t}'],
    double: 'dubbel',
    and: 'en',
  },
  phones: {
    phrases: 'bel(?:len)?;bereik(?:en|baar)?;(?:mijn|je|jouw|uw|zijn|haar|ons) nummer;telefonisch',
    connectors: 'is op het of en nummer via me mij ons',
  },
  dates: DUTCH_DATES,
  addresses: DUTCH_ADDRESSES,
  companies: DUTCH_COMPANIES,
  places: DUTCH_PLACES,
  request: {
    tags: 'nl nld dut',
    regions: 'NL BE SR',
    functionWords: 
      'het een van zijn met voor niet aan op door naar worden wordt maar deze uw wij heeft hebben ik je bij ' +
      'dat ook om als nog wel kan dan uit',
    surrogates: DUTCH_SURROGATES,
    townEndings: 'berg broek dam dijk drecht hoven meer veen',
  },
};
