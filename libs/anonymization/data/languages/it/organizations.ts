import type { CompanyWords, PlaceWords } from '../../language-words';

export const ITALIAN_COMPANIES: CompanyWords = {
  forms:
    'S\\.? ?p\\.? ?A\\.?;SpA;S\\.? ?r\\.? ?l\\.?(?: ?s\\.?)?;Srl;SRL;S\\.n\\.c\\.;Snc;S\\.a\\.s\\.;Sas;Sagl;& Figli;e Figli;& C\\.',
  heads:
    'Università(?: degli Studi)?(?: di| del| della)?;Comune di;Ospedale;Policlinico;Tribunale di;Corte d[\'’][Aa]ppello di;Ministero del(?:la|l[\'’])?;Regione;Provincia di;Banca;Istituto;Liceo;Scuola;Azienda;ASL;ATS;AUSL;Studio [Ll]egale;Studio;Clinica;Hotel;Ristorante;Trattoria;Farmacia;Officina;Questura di;Prefettura di;Camera di Commercio di;Parrocchia;Fondazione;Associazione;Cooperativa;Agenzia delle Entrate(?: di)?;Autofficina;Immobiliare;Edil;Cantina;Gruppo;Pulizie;Trasporti',
  announcing:
    '[Dd]itta;[Ss]ocietà;[Ii]mpresa',
  elsewhere: 'in;a;e;o;per;con',
  within:
    'di;del;della;dei;degli;delle;e;da;la;il;&;d',
  articles:
    'il lo la i gli le un una di del della da in con per al alla ditta',
};

export const ITALIAN_PLACES: PlaceWords = { leading: 'a ad' };
