import type { LetterWords, PeopleWords, TitleWords } from '../../language-words';

export const FRENCH_TITLES: TitleWords = {
  address: { man: 'Monsieur', woman: 'Madame Mme Mademoiselle Mlle' },
  addressInFields: 'M MM',
  otherDegrees: 'Docteur Professeur',
  ranks: 'Me Maître',
  household: 'Famille',
};

export const FRENCH_PEOPLE: PeopleWords = {
  familyNames: `
    Bernard Dubois Durand Moreau Lefebvre Leroy Roux Fournier Morel Girard Mercier Dupont Lambert Bonnet
    Garnier Faure Rousseau Guerin Boyer Chevalier Gauthier Perrin Robin Clement Morin Henry Roussel Nicolas
    Marchand Dufour Blanchard Marie Barbier Brun Dumas Meunier Renard Lacroix Aubert Colin Vidal Caron
    Picard Roger Fabre Gaillard Lucas Joly
  `,
  namesThatAreWords:
    'petit blanc blanche brun marchand berger boulanger meunier renard lacroix fontaine chevalier rey ' +
    'roche royer',
  roleEndings: 'directeur directrice présidente maire ministre secrétaire commissaire',
  roles:
    'docteur père mère frère soeur oncle tante voisin voisine collègue client cliente patient patiente ' +
    'locataire propriétaire notaire juge avocat avocate médecin infirmier infirmière',
  addressed:
    'tous toutes amis amie ami chers chères collègues messieurs mesdames madame monsieur équipe maman ' +
    'papa chéri chérie lecteur lectrice clients client voisins',
  brands: '',
  mailboxes: 'accueil secretariat comptabilite facturation recrutement commercial direction reservation',
};

export const FRENCH_LETTERS: LetterWords = {
  greetings: '[Ss]alut;[Bb]onjour;[Bb]onsoir;[Cc]her;[Cc]hère;[Cc]oucou',
  furtherGreetings: 'cher;chère;bonjour',
  lowerGreetings: 'salut;bonjour;coucou',
  closings:
    '(?:[Bb]ien )?[Cc]ordialement(?: vôtre)?;[Bb]ien à (?:vous|toi);[Ss]incèrement;[Rr]espectueusement;' +
    '[Aa]mitiés;[Aa]micalement;(?:[Gg]rosses )?[Bb]ises;[Bb]isous;[Mm]erci(?: (?:beaucoup|d’avance|d.avance|bien))?;' +
    '[Ss]alutations(?: distinguées)?;[Mm]eilleures salutations;[Bb]onne (?:journée|soirée);[Àà] bientôt;[Cc]dt',
  shortClosings: 'Cordialement;Cdt;Bises',
  introductions: "je m['’]appelle;(?:il|elle) s['’]appelle;mon (?:nom|prénom) est;(?:son|sa) nom est",
  possibleIntroductions: '[Jj]e suis;[Ii]ci;[Mm]on (?:mari|fils|frère|collègue|ami|voisin|chef);[Mm]a (?:femme|fille|soeur|sœur|collègue|voisine)',
  mailHeaders: 'de;à;expéditeur;destinataire',
  personLabels:
    '[Pp]rénom;[Nn]om(?: de famille| et prénom)?;[Ii]nterlocuteur;[Pp]atiente?;[Cc]liente?;[Ss]ignataire;[Ss]igné;[Aa]uteur;[Bb]énéficiaire;[Ll]ocataire',
};
