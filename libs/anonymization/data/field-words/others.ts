import type { FieldWords } from './field-kind';

export const ORGANIZATION: FieldWords = {
  de: 'firma firmen unternehmen organisation verein behoerde klinik krankenhaus schule hersteller lieferant arbeitgeber bank gesellschaft marke',
  en: 'company companies organization organisation org business employer vendor supplier manufacturer brand merchant school university hospital clinic bank institution publisher team',
  fr: 'entreprise societe organisation fournisseur fabricant marque employeur ecole hopital banque',
  es: 'empresa sociedad organizacion proveedor fabricante marca empleador escuela hospital banco',
  it: 'azienda societa organizzazione fornitore produttore marca scuola ospedale banca ditta',
  nl: 'bedrijf bedrijfsnaam organisatie leverancier fabrikant merk werkgever school ziekenhuis',
  pl: 'firma spolka organizacja dostawca producent marka pracodawca szkola szpital',
  pt: 'empresa sociedade organizacao fornecedor fabricante marca empregador escola hospital banco',
};

export const THING: FieldWords = {
 de: 'produkt produktname artikel artikelname datei dateiname ordner projekt projektname veranstaltung benutzername anmeldename gericht modell datenbank tabelle spalte variable geraet',
 en: 'product products item items article file filename files folder directory path host hostname server domain username user_name login nick handle project event course model service app application table column field database schema class function method tool package module library plugin device machine branch repo repository tag category label group channel topic theme font color colour template variable param parameter arguments feature step task job queue bucket container image cluster node namespace environment env property attribute key dataset film movie book song album hotel restaurant plan tier currency unit license protocol program',
 fr: 'produit article fichier nom_de_fichier nom_utilisateur nom_d_utilisateur identifiant projet evenement modele serveur',
 es: 'producto articulo archivo fichero nombre_de_usuario usuario proyecto evento modelo servidor',
 it: 'prodotto articolo file nome_utente progetto evento modello',
 nl: 'product artikel bestand bestandsnaam gebruikersnaam project evenement',
 pl: 'produkt artykul plik nazwa_uzytkownika projekt wydarzenie model',
 pt: 'produto artigo arquivo ficheiro nome_de_usuario nome_de_utilizador projeto evento modelo',
};

export const PLACE: FieldWords = {
  de: 'stadt ort land bundesland wohnort gemeinde',
  en: 'city town country state region street_name county',
  fr: 'ville pays commune',
  es: 'ciudad pais provincia',
  it: 'citta paese comune',
  nl: 'plaats land gemeente',
  pl: 'miasto kraj',
  pt: 'cidade pais',
};

export const REFERENCE: FieldWords = {
  de: 'id kundennummer kundennr kdnr kunden_nr auftrag auftragsnummer auftragsnr bestellung bestellnummer bestellnr rechnung rechnungsnummer rechnungsnr vertrag vertragsnummer vorgang vorgangsnummer aktenzeichen az fall fallnummer ticket ticketnummer artikelnummer artikelnr seriennummer personalnummer personalnr mitgliedsnummer matrikelnummer versicherungsnummer sozialversicherungsnummer sv_nummer ausweisnummer passnummer fuehrerscheinnummer steuernummer steuer_id ust_id ustid ustidnr hrb zaehlernummer sendungsnummer lieferschein lieferscheinnummer referenz referenznummer charge chargennummer grundbuchblatt ur pin tan personal_id imei lagerbestand',
  en: 'id ids uuid guid customer_number customer_no customer_id account_id order orders order_number order_no order_id invoice invoice_number invoice_no invoice_id contract_number case_number ticket ticket_number batch lot sn nhs duns reference reference_number ref tracking tracking_number serial serial_number sku ean isbn asin upc part_number item_number article_number policy_number passport passport_number ssn social_security_number tax_id vat vat_id vat_number ein nhs_number mrn employee_id employee_number student_id member_id license_number licence_number plate booking confirmation confirmation_code imei mac ip port hash token session code pin otp room suite vin docket',
  fr: 'identifiant numero_client numero_de_client commande numero_de_commande facture numero_de_facture contrat dossier numero_de_dossier siret siren tva reference numero_de_serie securite_sociale',
  es: 'pedido numero_de_pedido factura numero_de_factura contrato expediente nif dni nie cif referencia numero_de_cliente numero_de_serie codigo seguridad_social',
  it: 'ordine numero_ordine numero_d_ordine fattura numero_fattura contratto pratica partita_iva codice_fiscale codice codice_cliente riferimento matricola',
  nl: 'klantnummer bestelnummer ordernummer factuurnummer contractnummer dossiernummer bsn kvk btw referentie serienummer personeelsnummer',
  pl: 'zamowienie numer_zamowienia faktura numer_faktury umowa nip pesel regon krs numer_klienta identyfikator kod sygnatura',
  pt: 'encomenda numero_da_encomenda pedido numero_do_pedido fatura numero_da_fatura contrato processo nif cpf cnpj nis referencia numero_do_cliente codigo',
};

export const ACCOUNT: FieldWords = {
  de: 'konto kontonummer kontonr iban bic blz bankleitzahl kreditkarte kreditkartennummer kartennummer bankverbindung',
  en: 'account account_number account_no iban bic swift routing routing_number sort_code card card_number credit_card cvv cvc',
  fr: 'compte numero_de_compte rib carte_bancaire',
  es: 'cuenta numero_de_cuenta tarjeta',
  it: 'conto numero_di_conto carta_di_credito',
  nl: 'rekening rekeningnummer kaartnummer',
  pl: 'konto numer_konta karta numer_karty rachunek',
  pt: 'conta numero_da_conta cartao',
};

export const DATE: FieldWords = {
  de: 'datum geburtsdatum geboren geb uhrzeit zeit zeitstempel jahr monat tag faellig',
  en: 'date dates birthday birth_date date_of_birth dob born time timestamp created updated modified created_at updated_at year month day expiry expires due',
  fr: 'date date_de_naissance ne_le heure annee',
  es: 'fecha fecha_de_nacimiento hora ano',
  it: 'data data_di_nascita ora anno',
  nl: 'datum geboortedatum tijd jaar',
  pl: 'data data_urodzenia godzina rok',
  pt: 'data data_de_nascimento hora ano',
};

export const AMOUNT: FieldWords = {
  de: 'betrag preis summe umsatz gehalt menge anzahl gewicht groesse stueckzahl brutto netto zaehlerstand',
  en: 'amount price total sum subtotal cost revenue salary quantity qty count balance weight height width length size tax fee number_of score rating percent opening closing bytes',
  fr: 'montant prix total somme salaire quantite poids taille',
  es: 'importe precio total suma salario cantidad peso',
  it: 'importo prezzo totale somma stipendio quantita peso',
  nl: 'bedrag prijs totaal som salaris aantal gewicht',
  pl: 'kwota cena suma wynagrodzenie ilosc liczba waga',
  pt: 'valor preco total soma salario quantidade peso',
};

export const POSTCODE: FieldWords = {
  de: 'plz postleitzahl',
  en: 'zip zipcode zip_code postcode post_code postal_code postalcode po_box',
  fr: 'code_postal cp',
  es: 'codigo_postal',
  it: 'cap codice_postale',
  nl: 'postcode',
  pl: 'kod_pocztowy',
  pt: 'codigo_postal cep',
};

export const PROPERTY: FieldWords = {
  de: 'typ art status geprueft verifiziert anbieter rechnung_telefon tarif vorhanden gewuenscht bevorzugt laenge format landesvorwahl vorwahl',
  en: 'type kind status verified is has count length pages minutes format valid validated confirmed provider carrier price bill plan model brand enabled required optional preferred allowed description pattern regex country_code area_code prefix calling_code os version confidence score flag opt_in consent',
  fr: 'statut verifie modele operateur indicatif format',
  es: 'tipo estado verificado modelo operador prefijo formato',
  it: 'tipo stato verificato modello operatore prefisso formato',
  nl: 'type soort geverifieerd aanbieder netnummer',
  pl: 'typ rodzaj zweryfikowany operator kierunkowy',
  pt: 'tipo estado verificado modelo operadora prefixo indicativo',
};

export const NEUTRAL: FieldWords = {
  de: 'nummer nummern nr wert privat dienstlich geschaeftlich buero arbeit zuhause haupt sonstige weitere notfall tagsueber abends neu alt',
  en: 'number numbers no num nr value values text content data span div td li p b strong em i a field input string home work office private personal business main primary secondary other alternative alt emergency day evening new old my your his her their default current first last full the of and or for',
  fr: 'numero numeros valeur domicile bureau travail prive professionnel principal autre urgence fixe le la du de et ou',
  es: 'numero numeros valor casa oficina trabajo particular personal principal otro urgencia de del y o el la',
  it: 'numero numeri valore casa ufficio lavoro privato principale altro emergenza di e o il la',
  nl: 'nummer nummers waarde thuis kantoor werk prive zakelijk anders nood',
  pl: 'numer numery wartosc domowy sluzbowy praca prywatny inny',
  pt: 'numero numeros valor casa escritorio trabalho pessoal principal outro emergencia de do da e ou',
};
