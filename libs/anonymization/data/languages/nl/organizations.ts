import type { CompanyWords, PlaceWords } from '../../language-words';

export const DUTCH_COMPANIES: CompanyWords = {
  forms:
    'B\\.? ?V\\.?(?![\\p{L}]);N\\.V\\.;NV;BV;V\\.O\\.F\\.;VOF;v\\.o\\.f\\.;BVBA;VZW;vzw;CV;cv;& [Zz]on(?:en)?;en Zn\\.',
  heads:
    'Gemeente;Universiteit(?: van)?;Hogeschool;Ziekenhuis;Rechtbank;Provincie;Ministerie van;Stichting;Basisschool;Bakkerij;Slagerij;Apotheek;Huisartsenpraktijk;Notariskantoor;Advocatenkantoor;Garage;Makelaardij;Hotel;Restaurant;Camping;Politie;UMC;AZ;UZ;OCMW;Sint-;Schildersbedrijf;Transportbedrijf;Woningcorporatie;Zorgcentrum;Bouwbedrijf;Vereniging;Rederij;Basisschool;College;Bank',
  tails:
    'Makelaars;Advocaten;College;Ziekenhuis;Bouw;Transport;Universiteit;Accountants;Notarissen;Installaties',
  announcing:
    '[Ff]irma;[Bb]edrijf',
  elsewhere: 'in;te;en;of;voor;met',
  within:
    'van;de;den;der;het;en;&;te;voor;in',
  articles:
    'de het een van bij met en aan op in te voor door',
};

export const DUTCH_PLACES: PlaceWords = { leading: 'in te' };
