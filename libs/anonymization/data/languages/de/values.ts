import type { FieldWords, NumberWords, PhoneWords } from '../../language-words';

export const GERMAN_FIELDS: FieldWords = {
  phone:
    'telefon telefonnummer telefonnr tel telnr telnummer fon festnetz festnetznummer festnetznr handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon mobilfunk mobilfunknummer rufnummer rufnr fax faxnummer faxnr telefax hotline rueckruf rueckrufnummer notruf notrufnummer kontaktnummer autotelefon funktelefon diensttelefon diensthandy sammelnummer servicenummer pieper piepser funk telefonanschluss',
  extension: 'durchwahl durchwahlnummer dw nebenstelle apparat app hausruf klappe kl',
  email: 'mail email emailadresse mailadresse e_mail e_mail_adresse',
  firstName: 'vorname vornamen rufname zweitname',
  lastName: 'nachname nachnamen familienname zuname geburtsname maedchenname',
  fullName:
    'vor_und_nachname vollstaendiger_name vollername name_vorname nachname_vorname vorname_nachname kundenname patientenname mitarbeitername kontaktname',
  name: 'name namen',
  person:
    'kunde kundin kunden patient patientin patienten ansprechpartner ansprechpartnerin ansprechperson kontaktperson kontakt sachbearbeiter sachbearbeiterin bearbeiter bearbeiterin mieter mieterin vermieter mitarbeiter mitarbeiterin arbeitnehmer arbeitnehmerin teilnehmer teilnehmerin verfasser verfasserin autor autorin inhaber inhaberin kontoinhaber karteninhaber geschaeftsfuehrer geschaeftsfuehrerin empfaenger empfaengerin absender absenderin bewerber bewerberin versicherter versicherte versicherungsnehmer versicherungsnehmerin schueler schuelerin student studentin lehrer lehrerin arzt aerztin hausarzt anwalt anwaeltin mandant mandantin klaeger klaegerin beklagter beklagte zeuge zeugin besteller bestellerin kaeufer kaeuferin verkaeufer verkaeuferin halter halterin fahrer fahrerin gast vater mutter ehemann ehefrau ehepartner partnerin kind angehoerige angehoeriger notfallkontakt betreuer betreuerin leiter leiterin vorgesetzter vorgesetzte mitglied antragsteller antragstellerin unterschrift unterzeichner person personen',
  organization:
    'firma firmen unternehmen organisation verein behoerde klinik krankenhaus schule hersteller lieferant arbeitgeber bank gesellschaft marke',
  thing:
    'produkt produktname artikel artikelname datei dateiname ordner projekt projektname veranstaltung benutzername anmeldename gericht modell datenbank tabelle spalte variable geraet',
  place: 'land bundesland gemeinde',
  reference:
    'id kundennummer kundennr kdnr kunden_nr auftrag auftragsnummer auftragsnr bestellung bestellnummer bestellnr rechnung rechnungsnummer rechnungsnr vertrag vertragsnummer vorgang vorgangsnummer aktenzeichen az fall fallnummer ticket ticketnummer artikelnummer artikelnr seriennummer personalnummer personalnr mitgliedsnummer matrikelnummer versicherungsnummer sozialversicherungsnummer sv_nummer ausweisnummer passnummer fuehrerscheinnummer steuernummer steuer_id ust_id ustid ustidnr hrb zaehlernummer sendungsnummer lieferschein lieferscheinnummer referenz referenznummer charge chargennummer grundbuchblatt ur pin tan personal_id imei lagerbestand',
  account:
    'konto kontonummer kontonr iban bic blz bankleitzahl kreditkarte kreditkartennummer kartennummer bankverbindung',
  date: 'datum uhrzeit zeit zeitstempel jahr monat tag faellig',
  birthdate:
    'geburtsdatum geburtstag geboren geb gebdatum gebdat geb_dat geburtsjahr jahrgang todestag todesdatum sterbedatum verstorben gestorben',
  amount:
    'betrag preis summe umsatz gehalt menge anzahl gewicht groesse stueckzahl brutto netto zaehlerstand',
  street: 'strasse str strasse_hausnummer strasse_nr strassenname',
  houseNumber: 'hausnummer hausnr',
  city: 'wohnort stadt ort',
  address: 'adresse anschrift wohnadresse privatadresse lieferadresse rechnungsadresse postanschrift wohnanschrift lieferanschrift rechnungsanschrift meldeadresse einsatzort',
  postcode: 'plz postleitzahl',
  personal:
    'anrede geschlecht alter geburtsort staatsangehoerigkeit titel familienstand beruf abteilung',
  property:
    'typ art status geprueft verifiziert anbieter rechnung_telefon tarif vorhanden gewuenscht bevorzugt laenge format landesvorwahl vorwahl',
  neutral:
    'nummer nummern nr wert privat dienstlich geschaeftlich buero arbeit zuhause haupt sonstige weitere notfall tagsueber abends neu alt',
};

export const GERMAN_NUMBERS: NumberWords = {
  units: 'null eins/ein zwei/zwo drei vier fünf/fuenf sechs sieben acht neun',
  teens: 'zehn elf zwölf/zwoelf dreizehn vierzehn fünfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn',
  tens: 'zwanzig dreißig/dreissig vierzig fünfzig/fuenfzig sechzig siebzig achtzig neunzig',
  joined: ['{u}und{t}'],
  double: 'doppel doppelt zweimal',
  triple: 'dreimal dreifach tripel',
  and: 'und',
};

export const GERMAN_PHONES: PhoneWords = {
  phrases:
    'ruf(?:t|en|st|e)?;anruf(?:en)?;angerufen;anrufbar;zurückrufen;rückruf(?:bitte)?;wähl(?:en|t|e)?;erreich(?:bar|e|en|t|st)?;durchklingeln;sms;nr von \\p{L}{2,20};melde(?:n|t)?;(?:meine|deine|seine|ihre|unsere|eure) (?:neue |alte |private )?nummer;nummer (?:der|des|von|vom) \\p{L}{2,20};hausruf;klingel(?:n|t)?',
  numberPhrases: 'nummer;kontakt(?:daten)?',
  connectors:
    'ist lautet an unter auf der die das dem den mobil privat büro dienstlich oder und nummer nr bei am im war auch uns mich ihn sie ihr',
};
