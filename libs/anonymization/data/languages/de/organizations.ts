import type { CompanyWords, PlaceWords } from '../../language-words';

export const GERMAN_COMPANIES: CompanyWords = {
  forms:
    'g?GmbH(?: ?& ?Co\\.? ?(?:KGa?A?|OHG))?;gAG;AG(?: ?& ?Co\\.? ?KG(?:aA)?)?;KGaA;KG;OHG;oHG;GbR;UG(?: \\(haftungsbeschränkt\\))?;SE(?: ?& ?Co\\.? ?KG)?;e\\. ?V\\.;eV;e\\. ?G\\.;eG;e\\. ?U\\.;PartG(?: ?mbB)?;mbH;Ges\\.? ?m\\.? ?b\\.? ?H\\.?;Stiftung;& Söhne;& Sohn;& Co\\.',
  heads:
    'Universität;Universitätsklinikum;Hochschule;Fachhochschule;Klinikum;Klinik;Krankenhaus;Amtsgericht;Landgericht;Oberlandesgericht;Arbeitsgericht;Sozialgericht;Verwaltungsgericht;Finanzgericht;OLG;Stadtwerke;Sparkasse;Kreissparkasse;Volksbank;Raiffeisenbank;VR[- ]Bank;Finanzamt;Landratsamt;Jugendamt;Standesamt;Jobcenter;Agentur für Arbeit;Polizeiinspektion;Polizeipräsidium;Staatsanwaltschaft;Bezirksgericht;Bezirkshauptmannschaft;Landesgericht;Kantonsspital;Kantonspolizei;Magistrat;Gemeindeamt;Stadtverwaltung;Grundschule;Realschule;Volksschule;Gesamtschule;Berufsschule;Kanzlei;Rechtsanwälte;Autohaus;Bäckerei;Metzgerei;Fleischerei;Schreinerei;Tischlerei;Spedition;Apotheke;Restaurant;Gasthof;Gasthaus;Weingut;Hotel;Pension;Steuerberatung;Immobilien;Elektro;Hausverwaltung;Feuerwehr;Deutsche Rentenversicherung;Praxis;Tierklinik;Druckerei;Brauerei;Musikschule;Volkshochschule;VHS;SV;TSV;FC;TV;TuS;SC;VfB;VfL;SpVgg',
  tails:
    'Gymnasium;Klinikum;Krankenhaus;Bank;Sparkasse;Verlag;Versicherungen;Holding;Apotheke;Metallbau;Elektrotechnik;Logistik;Rechtsanwälte;Immobilien;Grundschule;Realschule',
  announcing:
    'Firma;Fa\\.;Firmen',
  elsewhere: 'in;im;am;an;auf;und;oder;für;von;zu',
  within:
    'und;&;\\+;für;der;des;im;am;an der;von;zu;zur;in',
  articles:
    'der die das den dem des ein eine einer einem einen bei von mit an für und die firma fa. fa im am zum zur sehr als durch nach laut auch zwischen gegen',
};

export const GERMAN_PLACES: PlaceWords = { leading: 'in nach aus', noStreets: 'einbahnstrasse bundesstrasse landstrasse landesstrasse seitenstrasse nebenstrasse sackgasse schnellstrasse wasserstrasse datenstrasse kreisstrasse strasse dorfstrasse fertigungsstrasse durchgangsstrasse zufahrtsstrasse' };
