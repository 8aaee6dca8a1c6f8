import type { LanguageWords } from '../../language-words';
import { ITALIAN_ADDRESSES } from './addresses';
import { ITALIAN_DATES } from './dates';
import { ITALIAN_CUES } from './cues';
import { ITALIAN_COMPANIES, ITALIAN_PLACES } from './organizations';
import { ITALIAN_LETTERS, ITALIAN_PEOPLE, ITALIAN_TITLES } from './people';
import { ITALIAN_SURROGATES } from './surrogates';

export const ITALIAN: LanguageWords = {
  titles: ITALIAN_TITLES,
  particles: { clear: 'da di del della' },
  organizations: { legalForms: 'S\\.?p\\.?A S\\.?r\\.?l' },
  people: ITALIAN_PEOPLE,
  letters: ITALIAN_LETTERS,
  fields: {
    phone:
      'telefono telefoni tel cellulare cell telefonino fax numero_di_telefono numero_cellulare recapito_telefonico fisso',
    extension: 'interno',
    email: 'posta_elettronica indirizzo_email pec',
    firstName: 'nome_di_battesimo primo_nome',
    lastName: 'cognome cognomi',
    fullName: 'nome_completo nome_cognome nome_e_cognome cognome_nome nominativo',
    name: 'nome nomi',
    person:
      'cliente clienti paziente pazienti contatto contatti persona referente dipendente autore autrice intestatario destinatario mittente inquilino proprietario alunno studente studentessa medico avvocato partecipante richiedente beneficiario assicurato conducente coniuge padre madre figlio figlia responsabile',
    organization: 'azienda societa organizzazione fornitore produttore marca scuola ospedale banca ditta',
    thing: 'prodotto articolo file nome_utente progetto evento modello',
    place: 'paese',
    reference:
      'ordine numero_ordine numero_d_ordine fattura numero_fattura contratto pratica partita_iva codice_fiscale codice codice_cliente riferimento matricola',
    account: 'conto numero_di_conto carta_di_credito',
    date: 'data ora anno',
    birthdate:
      'data_di_nascita data_nascita nascita nato nata nato_il nata_il data_di_morte data_decesso decesso',
    amount: 'importo prezzo totale somma stipendio quantita peso',
    street: 'via',
    houseNumber: 'numero_civico civico',
    city: 'citta comune',
    address: 'indirizzo indirizzo_di_residenza residenza domicilio',
    postcode: 'cap codice_postale',
    personal: 'sesso eta nazionalita reparto',
    property: 'tipo stato verificato modello operatore prefisso formato',
    neutral: 'numero numeri valore casa ufficio lavoro privato principale altro emergenza di e o il la',
  },
  cues: ITALIAN_CUES,
  goods: {
    numbers: 'articolo cod codice ref',
    items: 'articolo descrizione prodotto',
    prices: 'prezzo prezzi importo',
  },
  nobody: 'nessuno sconosciuto',
  numbers: {
    units: 'zero uno due tre quattro cinque sei sette otto nove',
    teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    joined: ['{t}{u}'],
    double: 'doppio',
    triple: 'triplo',
  },
  phones: {
    phrases:
      'chiam(?:a|ami|are|armi|ate|atemi|i|ateci);contatt(?:ami|are|armi);(?:mio|tuo|suo|nostro) numero;rispondo al',
    numberPhrases: 'numero;contatto',
    connectors: 'è al il la o e numero del allo oppure',
  },
  dates: ITALIAN_DATES,
  addresses: ITALIAN_ADDRESSES,
  companies: ITALIAN_COMPANIES,
  places: ITALIAN_PLACES,
  request: {
    tags: 'it ita',
    regions: 'IT CH SM',
    functionWords: 
      'il gli che è non di nel nella della delle dei degli per più sono anche alla dalla questo questa ha ' +
      'ho suo loro come sulla sul io lei noi voi stato essere prima dopo cosa',
    surrogates: ITALIAN_SURROGATES,
    townEndings: 'ago ano ate eto ino ona ova uno',
  },
};
