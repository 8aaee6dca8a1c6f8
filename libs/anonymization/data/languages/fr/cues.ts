import type { CueWords } from '../../language-words';

export const FRENCH_CUES: CueWords = {
  reference:
    'puce_electronique numero_de_puce imei numero_client numero_de_client n_client no_client n_de_client ref_client code_client numero_de_commande n_commande n_de_commande numero_commande numero_de_dossier n_dossier n_de_dossier numero_dossier numero_de_contrat n_contrat n_de_contrat numero_de_police n_de_police police numero_de_facture n_facture n_de_facture numero_facture numero_de_sinistre n_sinistre sinistre numero_patient ipp numero_de_patient n_patient numero_de_suivi n_suivi n_de_suivi matricule numero_etudiant n_etudiant ine numero_d_adherent n_adherent adherent numero_allocataire n_allocataire allocataire reference ref n_ref v_ref n_refs v_refs nos_references vos_references nos_ref vos_ref numero_de_compteur n_compteur pdl prm pce numero_de_ticket rpps adeli finess inami numero_de_reservation numero_d_affilie affilie n_affilie rg role_general parquet n_parquet mandat rum ics numero_d_inscription identifiant identifiant_client identifiant_patient numero_d_ordre numero_d_employe code_employe numero_de_reference compteur nip_patient code_d_agent badge n_badge',
  referenceWord:
    'commande facture dossier contrat colis reservation ticket devis avenant bon_de_commande bordereau sejour affaire cde n no badge adherent',
  idNumber:
    'numero_fiscal n_fiscal num_fiscal identifiant_fiscal spi numero_de_securite_sociale n_de_securite_sociale numero_securite_sociale n_securite_sociale securite_sociale n_ss n_secu secu nir numero_de_secu niss registre_national numero_national rn siren siret tva n_tva n_de_tva numero_tva numero_de_tva tva_intracommunautaire numero_de_tva_intracommunautaire bce ide avs n_avs numero_avs carte_d_identite carte_nationale_d_identite cni cin n_cin numero_de_carte_d_identite passeport n_passeport numero_de_passeport permis_de_conduire permis numero_de_permis n_de_permis n_permis titre_de_sejour carte_de_sejour carte_vitale piece_d_identite cnss nas',
  account:
    'compte numero_de_compte n_de_compte n_compte rib iban compte_bancaire compte_courant coordonnees_bancaires',
  bank:
    'code_banque code_guichet guichet cle_rib',
  bic:
    'bic swift code_bic',
  card:
    'carte carte_bancaire cb carte_bleue carte_de_credit numero_de_carte n_de_carte mastercard carte_visa visa_premier',
  cardCode:
    'cryptogramme cvv cvc code_de_securite cryptogramme_visuel',
  cardExpiry:
    'expire expire_le date_d_expiration expiration valable_jusqu_au valable_jusqu exp',
  plate:
    'immatriculation immatricule immatriculee immat plaque plaque_d_immatriculation plaques numero_d_immatriculation',
  vehicle:
    'voiture vehicule camion camionnette fourgon utilitaire moto scooter remorque car twingo clio bus conducteur',
  secret:
    'mot_de_passe mots_de_passe mdp motdepasse cle_api cle_d_api cle_wifi cle_secrete jeton phrase_secrete phrase_de_passe cle_de_licence cle_wpa identifiants_de_connexion wifi wi_fi',
  pin:
    'code_pin code_secret code_d_acces code_confidentiel code_de_la_porte digicode code_porte code_d_entree code_de_verification code_du_portail code_sms code_de_retrait code_alarme code_alarme_garage le_code_est code_de_zone code_est',
  code: 'code combinaison le_code_est code_est',
  lock:
    'porte portail portillon cadenas coffre coffre_fort alarme garage boite_a_cles immeuble local_a_velos cave grille barriere casier entree interphone ascenseur antivol placard boite_a_clefs',
  username:
    'nom_d_utilisateur nom_utilisateur identifiant_de_connexion login pseudo pseudonyme utilisateur_ldap',
  usernameWord:
    'utilisateur usager identifiant',
  address:
    'ip adresse_ip adresse hote serveur passerelle machine poste routeur mac adresse_mac',
  none:
    'numero_de_telephone n_de_telephone n_tel numero_de_page numero_de_version numero_de_rue code_postal article numero_d_article page numero_portable numero_de_portable numero_de_fax code_source numero_de_serie n_de_serie n_serie code_produit code_erreur code_couleur code_d_erreur',
  fillers:
    'n no num numero numeros est sont etait le la les l du de des mon ma son sa votre notre c suivant suivante actuel actuelle nouveau nouvelle et a change pour au sous id qui finit par lui',
  copulas:
    'est sont etait c',
};
