import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const DUTCH_TITLES: TitleWords = {
  address: { man: 'Meneer', woman: 'Mevrouw' },
  addressInFields: 'Dhr Mevr Mw',
  degrees: 'Drs Ir Mr',
  household: 'Familie',
};

export const DUTCH_PEOPLE: PeopleWords = {
  familyNames: `
    Jansen Bakker Visser Smit Meijer Bos Mulder Vos Hendriks Dekker Brouwer Dijkstra Jacobs Vermeulen
    Schouten Willems Hoekstra Koster Kuipers Veenstra Kramer Kuiper Postma Bosch Kok Peeters Janssens Maes
    Mertens Claes Goossens Wouters Aerts Verhoeven Prins Blom Huisman Peters Evers Scholten Timmermans
    Sanders Hermans Groen Boer
  `,
  namesThatAreWords: 'bos vos kok prins groen boer bakker koning visser mulder roos wit zwart',
  roleEndings: 'burgemeester voorzitter directeur secretaris wethouder',
  roles:
    'dokter vader moeder broer zus oom tante buurman buurvrouw collega klant huurder verhuurder notaris ' +
    'rechter advocaat huisarts verpleegkundige leraar lerares',
  addressed:
    'allen allemaal iedereen collega vrienden vriendin dames heren mama papa schat lieverd lezers klanten ' +
    'buren team',
  brands: '',
  mailboxes: 'contact verkoop administratie secretariaat boekhouding klantenservice receptie',
};

export const DUTCH_LETTERS: LetterWords = {
  greetings: '[Bb]este;[Gg]eachte;[Ll]ieve;[Hh]allo;[Hh]oi;[Gg]oede(?:morgen|middag|avond|ndag)',
  furtherGreetings: 'beste;lieve;geachte',
  lowerGreetings: 'hoi;hallo;beste',
  closings:
    '[Mm]et (?:vriendelijke|hartelijke|warme) groet(?:en)?;(?:[Vv]riendelijke|[Hh]artelijke|[Ww]arme) groet(?:en)?;[Gg]roet(?:en|jes)?;' +
    '[Hh]oogachtend;[Mm]vg;MVG;[Ll]iefs;[Dd]ank (?:je|u)(?: wel)?;[Bb]edankt;[Tt]ot (?:ziens|snel|straks)',
  shortClosings: 'Groet;Groeten;Groetjes;Mvg;Liefs',
  introductions: '(?:ik|hij|zij|ze) heet;mijn (?:naam|voornaam|achternaam) is;(?:zijn|haar) naam is',
  possibleIntroductions: '[Ii]k ben;[Uu] spreekt met;[Mm]et;[Mm]ijn (?:man|vrouw|zoon|dochter|broer|zus|collega|vriend|vriendin|baas|buurman)',
  mailHeaders: 'van;aan;afzender;ontvanger',
  personLabels:
    '[Nn]aam;[Vv]oornaam;[Aa]chternaam;[Pp]ati(?:ë|e)nt;[Kk]lant;[Cc]ontactpersoon;[Oo]ndertekend;[Hh]uurder;[Bb]ehandelaar',
};
