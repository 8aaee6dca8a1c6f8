import type { FieldWords } from './field-kind';

export const FIRST_NAME: FieldWords = {
  de: 'vorname vornamen rufname zweitname',
  en: 'first_name firstname given_name givenname given_names forename forenames middle_name middlename fname christian_name nickname',
  fr: 'prenom prenoms',
  es: 'nombre_de_pila primer_nombre segundo_nombre',
  it: 'nome_di_battesimo primo_nome',
  nl: 'voornaam voornamen roepnaam',
  pl: 'imie imiona drugie_imie',
  pt: 'primeiro_nome nome_proprio',
};

export const LAST_NAME: FieldWords = {
  de: 'nachname nachnamen familienname zuname geburtsname maedchenname',
  en: 'last_name lastname surname surnames family_name familyname maiden_name lname',
  fr: 'nom_de_famille nom_de_naissance nom_usuel',
  es: 'apellido apellidos primer_apellido segundo_apellido',
  it: 'cognome cognomi',
  nl: 'achternaam familienaam geslachtsnaam meisjesnaam',
  pl: 'nazwisko nazwiska nazwisko_rodowe',
  pt: 'apelido sobrenome ultimo_nome',
};

export const FULL_NAME: FieldWords = {
  de: 'vor_und_nachname vollstaendiger_name vollername name_vorname nachname_vorname vorname_nachname kundenname patientenname mitarbeitername kontaktname',
  en: 'full_name fullname customer_name client_name patient_name contact_name employee_name person_name guest_name author_name member_name applicant_name student_name account_holder card_holder cardholder card_holder_name account_holder_name legal_name real_name signed_by',
  fr: 'nom_complet nom_prenom prenom_nom nom_et_prenom nom_du_client nom_du_patient',
  es: 'nombre_completo nombre_y_apellidos nombre_apellidos nombre_del_cliente nombre_del_paciente',
  it: 'nome_completo nome_cognome nome_e_cognome cognome_nome nominativo',
  nl: 'volledige_naam voor_en_achternaam klantnaam',
  pl: 'imie_i_nazwisko imie_nazwisko nazwisko_i_imie',
  pt: 'nome_completo nome_do_cliente nome_do_paciente',
};

export const NAME: FieldWords = {
  de: 'name namen',
  en: 'name names display_name displayname',
  fr: 'nom noms',
  es: 'nombre nombres',
  it: 'nome nomi',
  nl: 'naam namen',
  pl: 'nazwa',
  pt: 'nome nomes',
};

export const PERSON: FieldWords = {
  de: 'kunde kundin kunden patient patientin patienten ansprechpartner ansprechpartnerin ansprechperson kontaktperson kontakt sachbearbeiter sachbearbeiterin bearbeiter bearbeiterin mieter mieterin vermieter mitarbeiter mitarbeiterin arbeitnehmer arbeitnehmerin teilnehmer teilnehmerin verfasser verfasserin autor autorin inhaber inhaberin kontoinhaber karteninhaber geschaeftsfuehrer geschaeftsfuehrerin empfaenger empfaengerin absender absenderin bewerber bewerberin versicherter versicherte versicherungsnehmer versicherungsnehmerin schueler schuelerin student studentin lehrer lehrerin arzt aerztin hausarzt anwalt anwaeltin mandant mandantin klaeger klaegerin beklagter beklagte zeuge zeugin besteller bestellerin kaeufer kaeuferin verkaeufer verkaeuferin halter halterin fahrer fahrerin gast vater mutter ehemann ehefrau ehepartner partnerin kind angehoerige angehoeriger notfallkontakt betreuer betreuerin leiter leiterin vorgesetzter vorgesetzte mitglied antragsteller antragstellerin unterschrift unterzeichner person personen',
  en: 'customer customers client clients patient patients contact contacts contact_person person persons people employee employees author authors attendee attendees participant participants applicant applicants candidate candidates student students teacher teachers doctor physician nurse lawyer attorney tenant tenants landlord guest guests passenger passengers sender recipient recipients assignee supervisor signer signatory signature beneficiary policyholder insured buyer seller payee payer caller callee witness plaintiff defendant spouse wife husband mother father guardian next_of_kin emergency_contact attn attention sales_rep account_manager approver handled_by requested_by approved_by assigned_to',
  fr: 'client cliente clients patient patiente patients contact contacts personne interlocuteur interlocutrice salarie salariee employe employee auteur auteure destinataire expediteur titulaire locataire proprietaire eleve etudiant etudiante medecin avocat participant participante demandeur beneficiaire assure conducteur conjoint pere mere enfant responsable',
  es: 'cliente clientes clienta paciente pacientes contacto contactos persona personas empleado empleada autor autora titular destinatario remitente inquilino propietario alumno alumna estudiante medico abogado abogada participante solicitante beneficiario asegurado conductor conyuge padre madre hijo hija responsable trabajador trabajadora',
  it: 'cliente clienti paziente pazienti contatto contatti persona referente dipendente autore autrice intestatario destinatario mittente inquilino proprietario alunno studente studentessa medico avvocato partecipante richiedente beneficiario assicurato conducente coniuge padre madre figlio figlia responsabile',
  nl: 'klant klanten patient patienten contactpersoon contact persoon medewerker medewerkster werknemer auteur ontvanger afzender huurder verhuurder eigenaar leerling student arts advocaat deelnemer aanvrager begunstigde verzekerde bestuurder partner vader moeder kind contactpersonen houder rekeninghouder',
  pl: 'klient klientka klienci pacjent pacjentka osoba kontakt pracownik pracowniczka autor autorka odbiorca nadawca najemca wlasciciel uczen student lekarz adwokat uczestnik wnioskodawca beneficjent ubezpieczony kierowca malzonek ojciec matka dziecko osoba_kontaktowa zamawiajacy',
  pt: 'cliente clientes paciente pacientes contato contacto pessoa funcionario funcionaria empregado autor autora titular destinatario remetente inquilino proprietario aluno aluna estudante medico advogado advogada participante requerente beneficiario segurado condutor conjuge pai mae filho filha responsavel',
};

export const ACTOR: FieldWords = {
  en: 'user users member members driver drivers owner owners holder agent creator editor manager reporter child children parent reviewer speaker created_by',
};

export const PERSONAL: FieldWords = {
  de: 'anrede geschlecht alter geburtsort staatsangehoerigkeit strasse anschrift adresse titel familienstand hausnummer beruf abteilung',
  en: 'salutation gender sex age birthplace nationality street address title marital_status job_title department role',
  fr: 'civilite sexe age lieu_de_naissance nationalite rue adresse service',
  es: 'tratamiento sexo edad nacionalidad calle direccion departamento',
  it: 'sesso eta nazionalita via indirizzo reparto',
  nl: 'aanhef geslacht leeftijd nationaliteit straat adres afdeling',
  pl: 'plec wiek narodowosc ulica adres dzial',
  pt: 'sexo idade nacionalidade rua morada endereco departamento',
};
