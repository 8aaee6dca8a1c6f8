import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const POLISH_TITLES: TitleWords = {
  address: {},
  addressInFields: 'Pan Pani Państwo',
  otherDegrees: 'Doktor Profesor Mgr Inż',
  household: 'Rodzina',
};

export const POLISH_PEOPLE: PeopleWords = {
  familyNames: `
    Nowak Kowalski Kowalska Wiśniewski Wiśniewska Wójcik Kowalczyk Kamiński Kamińska Lewandowski Lewandowska
    Zieliński Zielińska Szymański Szymańska Woźniak Dąbrowski Dąbrowska Kozłowski Kozłowska Jankowski
    Jankowska Mazur Wojciechowski Wojciechowska Kwiatkowski Kwiatkowska Krawczyk Kaczmarek Piotrowski
    Piotrowska Grabowski Grabowska Pawłowski Pawłowska Michalski Michalska Zając Król Wieczorek Jabłoński
    Jabłońska Wróbel Nowakowski Nowakowska Majewski Majewska Olszewski Olszewska Stępień Malinowski
    Malinowska Jaworski Jaworska Adamczyk Dudek Nowicki Nowicka Pawlak Górski Górska Witkowski Witkowska
    Walczak Sikora Baran Rutkowski Rutkowska Michalak Szewczyk Ostrowski Ostrowska Tomaszewski Tomaszewska
    Pietrzak
  `,
  namesThatAreWords: 'zajac krol baran sikora wrobel wilk kozak kos lis bak',
  roleEndings: 'dyrektor prezes burmistrz sekretarz komisarz',
  roles:
    'doktor ojciec matka brat siostra wujek ciocia sąsiad sąsiadka kolega koleżanka pacjent pacjentka ' +
    'klient klientka najemca notariusz sędzia adwokat lekarz lekarka pielęgniarka',
  addressed: 'wszyscy wszystkim państwo panie panowie koledzy przyjaciele zespole mamo tato kochanie klienci',
  brands: '',
  mailboxes: 'kontakt biuro sprzedaz sekretariat ksiegowosc rekrutacja rezerwacje',
};

export const POLISH_LETTERS: LetterWords = {
  greetings: '[Ss]zanown[yaei](?: (?:[Pp]anie|[Pp]ani|[Pp]aństwo))?;[Dd]rog[ia];[Dd]roga;[Kk]ochan[ya];[Cc]ześć;[Ww]itaj;[Hh]ej;[Dd]zień dobry',
  furtherGreetings: 'drog[ia];kochan[ya]',
  lowerGreetings: 'cześć;hej',
  closings:
    '[Zz] (?:poważaniem|wyrazami szacunku|pozdrowieniami);(?:[Ss]erdecznie )?[Pp]ozdrawiam(?:y)?(?: serdecznie)?;[Pp]ozdrowienia;[Pp]ozdr\\.?;' +
    '[Dd]ziękuję(?: bardzo| z góry)?;[Dd]o (?:zobaczenia|usłyszenia);[Bb]uziaki',
  shortClosings: 'Pozdrawiam;Pozdr\\.?;Z poważaniem',
  introductions: 'nazywam się;nazywa się;mam na imię;ma na imię;moje (?:imię|nazwisko) to',
  possibleIntroductions: '[Jj]estem;[Mm]ówi;[Mm]ój (?:mąż|syn|brat|kolega|szef|sąsiad);[Mm]oja (?:żona|córka|siostra|koleżanka|sąsiadka)',
  mailHeaders: 'od;do;nadawca;odbiorca',
  personLabels:
    '[Ii]mię(?: i nazwisko)?;[Nn]azwisko;[Pp]acjent(?:ka)?;[Kk]lient(?:ka)?;[Oo]soba kontaktowa;[Pp]odpis(?:ano)?;[Aa]utor(?:ka)?;[Nn]ajemca',
};
