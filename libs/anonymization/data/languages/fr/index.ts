import type { LanguageWords } from '../../language-words';
import { FRENCH_ADDRESSES } from './addresses';
import { FRENCH_DATES } from './dates';
import { FRENCH_CUES } from './cues';
import { FRENCH_COMPANIES, FRENCH_PLACES } from './organizations';
import { FRENCH_LETTERS, FRENCH_PEOPLE, FRENCH_TITLES } from './people';
import { FRENCH_SURROGATES } from './surrogates';

export const FRENCH: LanguageWords = {
  titles: FRENCH_TITLES,
  particles: { clear: 'de du la', everyday: "le d’ d'", within: 'les', leading: 'de' },
  organizations: { legalForms: 'S\\.?A\\.? SARL SAS' },
  people: FRENCH_PEOPLE,
  letters: FRENCH_LETTERS,
  fields: {
    phone:
      'telephone tel mobile portable numero_portable gsm fixe telecopie telecopieur fax numero_de_telephone ligne_directe',
    extension: 'poste numero_de_poste',
    email: 'courriel mel adresse_electronique adresse_mail adresse_e_mail adresse_email',
    firstName: 'prenom prenoms',
    lastName: 'nom_de_famille nom_de_naissance nom_usuel',
    fullName: 'nom_complet nom_prenom prenom_nom nom_et_prenom nom_du_client nom_du_patient',
    name: 'nom noms',
    person:
      'client cliente clients patient patiente patients contact contacts personne interlocuteur interlocutrice salarie salariee employe employee auteur auteure destinataire expediteur titulaire locataire proprietaire eleve etudiant etudiante medecin avocat participant participante demandeur beneficiaire assure conducteur conjoint pere mere enfant responsable',
    organization:
      'entreprise societe organisation fournisseur fabricant marque employeur ecole hopital banque',
    thing:
      'produit article fichier nom_de_fichier nom_utilisateur nom_d_utilisateur identifiant projet evenement modele serveur',
    place: 'pays',
    reference:
      'identifiant numero_client numero_de_client commande numero_de_commande facture numero_de_facture contrat dossier numero_de_dossier siret siren tva reference numero_de_serie securite_sociale',
    account: 'compte numero_de_compte rib carte_bancaire',
    date: 'date ne_le heure annee',
    birthdate: 'date_de_naissance date_naissance naissance ddn ne ne_le nee nee_le date_de_deces deces',
    amount: 'montant prix total somme salaire quantite poids taille',
    street: 'rue voie',
    city: 'ville commune localite',
    address: 'adresse adresse_postale domicile adresse_de_livraison',
    postcode: 'code_postal cp',
    personal: 'civilite sexe age lieu_de_naissance nationalite service',
    property: 'statut verifie modele operateur indicatif format',
    neutral:
      'numero numeros valeur domicile bureau travail prive professionnel principal autre urgence fixe le la du de et ou',
  },
  cues: FRENCH_CUES,
  goods: {
    numbers: 'article code ref reference',
    items: 'article designation description libelle produit prestation',
    prices: 'prix pu ht ttc tarif montant',
  },
  nobody: 'inconnu aucun',
  numbers: {
    units: 'zéro/zero un/une deux trois quatre cinq six sept huit neuf',
    teens: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix/septante quatre-vingts/quatre-vingt/octante/huitante quatre-vingt-dix/nonante',
    joined: ['{t}-{u}', '{t}-et-{u}'],
    double: 'double',
    triple: 'triplé',
    and: 'et',
  },
  phones: {
    phrases:
      'appel(?:ez|er|le|les|ons)?(?:-moi|-nous|-le|-la)?;joindre;joignable;contacter;standard;port\\.;(?:mon|ton|son|votre|notre|leur) numéro',
    numberPhrases: 'numéro;num\\.',
    connectors: 'est au le la sur ou et à mon du moi numéro n°',
  },
  dates: FRENCH_DATES,
  addresses: FRENCH_ADDRESSES,
  companies: FRENCH_COMPANIES,
  places: FRENCH_PLACES,
  request: {
    tags: 'fr fra fre',
    regions: 'FR BE CH CA LU',
    functionWords: 
      'les est une dans pour qui avec sur pas vous nous votre sont cette aux être leur ses ces où chez très ' +
      'aussi vos notre ont elle mes été sans du au',
    surrogates: FRENCH_SURROGATES,
    townEndings: 'bourg court gny mont val vigny ville y',
  },
};
