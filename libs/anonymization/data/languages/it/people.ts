import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const ITALIAN_TITLES: TitleWords = {
  address: { man: 'Signor Signore', woman: 'Signora Signorina' },
  addressInFields: 'Sig Sig.ra Sig.na',
  degrees: 'Dott Avv',
  otherDegrees: 'Dottore Dottoressa Dottor Professore Professoressa Avvocato Ingegnere Geometra',
  household: 'Famiglia',
};

export const ITALIAN_PEOPLE: PeopleWords = {
  familyNames: `
    Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Mancini Costa
    Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini
    Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte Ferraro Ferri
    Fabbri Bianco Marini Grasso Valentini Messina Sala Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti
    Cattaneo Morelli Amato Silvestri Mazza Testa
  `,
  namesThatAreWords:
    'bianco conte conti costa farina fontana gallo gatti gentile greco leone longo messina romano rosa ' +
    'sala serra testa villa vitale luce gioia speranza grazia',
  roleEndings: 'direttore direttrice presidente sindaco ministro segretario segretaria commissario',
  roles:
    'dottore dottoressa padre madre fratello sorella zio zia vicino vicina collega paziente cliente ' +
    'inquilino proprietario notaio giudice avvocato avvocata medico infermiere infermiera',
  addressed:
    'tutti tutte amici amico amica colleghi colleghe signori signore mamma papà amore tesoro lettori ' +
    'clienti ragazzi',
  brands: '',
  mailboxes: 'contatti vendite amministrazione fatturazione segreteria prenotazioni ufficio',
};

export const ITALIAN_LETTERS: LetterWords = {
  greetings: '[Cc]iao;[Gg]entile;[Gg]entilissim[oa];[Gg]ent\\.m[oa];[Ee]gregi[oa];[Cc]ar[oa];[Cc]arissim[oa];[Bb]uongiorno;[Bb]uonasera;[Ss]alve;[Ss]pettabile',
  furtherGreetings: 'gentile;car[oa]',
  lowerGreetings: 'ciao;buongiorno;salve',
  closings:
    '(?:[Cc]ordiali|[Dd]istinti|[Mm]igliori) saluti;[Cc]ordialmente;[Uu]n (?:caro )?saluto;[Ss]aluti;[Aa] presto;' +
    '[Gg]razie(?: mille| in anticipo)?;[Uu]n abbraccio;[Bb]aci;[Ii]n fede;[Bb]uona (?:giornata|serata)',
  shortClosings: 'Cordiali saluti;Saluti;Un abbraccio',
  introductions: 'mi chiamo;si chiama;il mio (?:nome|cognome) è;il suo nome è',
  possibleIntroductions: '[Ss]ono;[Mm]io (?:marito|figlio|fratello|collega|amico|vicino|capo);[Mm]ia (?:moglie|figlia|sorella|collega|vicina)',
  mailHeaders: 'da;a;mittente;destinatario',
  personLabels:
    '[Nn]ome(?: e cognome| completo)?;[Cc]ognome;[Pp]aziente;[Cc]liente;[Ii]ntestatario;[Ff]irmato;[Aa]utore;[Rr]eferente;[Ii]nquilino',
};
