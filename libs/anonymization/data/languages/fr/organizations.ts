import type { CompanyWords, PlaceWords } from '../../language-words';

export const FRENCH_COMPANIES: CompanyWords = {
  forms:
    'S\\.A\\.;SA;SARL;S\\.à ?r\\.l\\.;Sàrl;SAS;SASU;EURL;SCI;SNC;SELARL;SELAS;SCOP;ASBL;asbl;& Fils;et Fils;& Cie;et Associés;& Associés;SPRL;SRL',
  heads:
    '[Uu]niversité(?: de| d[\'’])?;CHU(?: de)?;[Cc]entre hospitalier(?: de| universitaire de)?;[Hh]ôpital;[Cc]linique;[Tt]ribunal (?:judiciaire|de commerce|administratif|de grande instance|d[\'’]instance) de;[Cc]our d[\'’]appel de;[Mm]airie de;[Vv]ille de;[Cc]onseil (?:départemental|régional) (?:de|du|des);[Pp]réfecture (?:de|du|des);[Ll]ycée;[Cc]ollège;[Éé]cole;[Ii]nstitut;[Bb]anque;[Cc]rédit;[Cc]abinet;[Gg]arage;[Bb]oulangerie;[Bb]oucherie;[Pp]harmacie;[Hh]ôtel;[Rr]estaurant;[Mm]inistère de;[Ff]ondation;[Aa]ssociation;SARL;SAS;SCI;SELARL;CPAM(?: de| du)?;CAF(?: de| du)?;[Gg]endarmerie de;[Ee]ntreprise;Transports;Société',
  announcing:
    '[Ss]ociété;[Ee]ntreprise;[Mm]aison',
  elsewhere: 'en;à;et;ou;pour;avec',
  within:
    'de;du;des;de la;et;le;la;les;d;l;à;&',
  articles:
    'le la les un une des du de à au chez et l d pour par avec',
};

export const FRENCH_PLACES: PlaceWords = { leading: 'à' };
