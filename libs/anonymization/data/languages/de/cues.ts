import type { CueWords } from '../../language-words';

export const GERMAN_CUES: CueWords = {
  reference:
    'mikrochip chipnummer chip_nr imei transpondernummer *nummer *nummern kunden_nr kd_nr kdnr kd_nummer auftrags_nr auftr_nr aufn_nr bestell_nr best_nr rg_nr rechnungs_nr rechn_nr re_nr vertrags_nr vers_nr vs_nr versicherungsschein police policen_nr aktenzeichen geschaeftszeichen geschaeftsz kassenzeichen buchungszeichen gesch_z gz gz_nr zeichen unser_zeichen ihr_zeichen akten_nr schaden_nr personal_nr pers_nr matrikel_nr matr_nr mitglieds_nr mitgl_nr mandanten_nr debitoren_nr debitor lieferschein vorgangs_nr ticket_nr fall_nr fall_id patienten_nr patienten_id pat_nr pat_id fallnummer zaehler_nr zaehler_id sendungs_nr sendungsverfolgung tracking mandatsreferenz glaeubiger_id kundenreferenz referenz ref ref_nr arztnummer lanr bsnr betriebsstaettennummer betriebs_nr kundenkennung personalkennung steuerberater_nr antrags_nr urkundenrolle urk_nr ur_nr grundbuchblatt ik_nummer bewerber_nr objekt_nr mieter_nr beleg_nr belegnr protokoll_nr buchungs_nr buchungscode reservierungs_nr aktenz az_nr *nr registernummer register_nr registrier_nr kennziffer einbuchungs_nr registrierkennzeichen grundbuch_blatt beleg_id empf_nr kunden_id kundenid mitarbeiter_id vorgangs_id auftrags_id bestell_id',
  referenceWord:
    'rechnung rg auftrag bestellung vertrag ticket vorgang fall akte dossier buchung sendung paket reservierung schaden angebot lieferung bescheid objekt avis gutschein tagebuch zaehler wohnung einheit az nr gutachten frachtbrief mietvertrag auftragsbestaetigung badge protokoll urkunde angebots beleg mandat tkt darlehen police rechnungen bestellungen auftraege',
  idNumber:
    'steuer_id steuerid steuer_idnr idnr id_nr identifikationsnummer steueridentifikationsnummer *identifikationsnummer steuer_identifikationsnummer steuernummer steuer_nr st_nr stnr ust_id ustid ust_idnr ust_id_nr ustidnr umsatzsteuer_id umsatzsteuer_identifikationsnummer sozialversicherungsnummer sv_nummer sv_nr svnr sozialversicherungs_nr rentenversicherungsnummer rv_nummer rv_nr rvnr versicherungsnummer versicherten_nr versichertennummer krankenversichertennummer kvnr kv_nr kv_nummer krankenversicherungsnummer ahv_nr ahv_nummer ahv personalausweis personalausweisnummer personalausweis_nr ausweis ausweisnummer ausweis_nr reisepass reisepassnummer pass pass_nr passnummer fuehrerschein fuehrerscheinnummer fuehrerschein_nr fs_nr aufenthaltstitel aufenthaltstitel_nr aufenthaltserlaubnis identitaetskarte id_karte wirtschafts_id mrz kv gesundheitskarte passes ausweises passnr reisepasses fuehrerscheinnr personalausweises fuehrerscheins versnr aufenthaltserlaubnis_nr at_nr versicherungs_nr steuer_ident_nr steueridnr n_nr zemis',
  account:
    'konto konto_nr kto ktonr kto_nr kontonummer iban bankverbindung girokonto sparkonto *konto *kontonummer depot depot_nr depotnummer',
  bank:
    'blz bankleitzahl',
  bic:
    'bic swift bic_code swift_code',
  card:
    'kreditkarte kreditkartennummer kreditkarten_nr karte karten_nr kartennummer kartennr visa mastercard maestro amex girocard *karte',
  cardCode:
    'pruefziffer kartenpruefnummer sicherheitscode kartenpruefziffer pruefnummer kpn pruefzahl kartenpruefzahl',
  cardExpiry:
    'gueltig_bis ablaufdatum verfallsdatum gueltig_thru',
  plate:
    'kennzeichen kfz_kennzeichen amtl_kennzeichen amtliches_kennzeichen amtl_kennz kennz kfz_kz kontrollschild nummernschild autokennzeichen polizeiliches_kennzeichen *kennzeichen kfz_kennz kfz_nr schild nummernschilder nummer_vom_auto',
  vehicle:
    'auto pkw lkw wagen mietwagen fahrzeug transporter kombi anhaenger motorrad roller traktor zugm aufl fahrer bus kleintransporter fahrzeuge lieferwagen dienstwagen firmenwagen auflieger zugmaschine fuhrpark halter parkplatz stellplatz',
  secret:
    'passwort kennwort passphrase pw pwd passwd *passwort *kennwort zugangscode zugangsdaten geheimnis initialpasswort losung schluesselwort wlan_schluessel wpa_schluessel api_schluessel zugangsschluessel lizenzschluessel *schluessel wlan_passwort losungswort wlan root_pw pw_ist',
  pin:
    'pin puk tan *pin geheimzahl tuercode tuer_code zahlencode safecode alarmcode abholcode code_ist code_lautet der_code_ist der_code zugangscode_ist code_fuer code_fuers code_tresor safe_kombination pruefzahl code_war code_tuer',
  code:
    'code codes kombination zahlenkombination code_ist code_lautet der_code_ist der_code code_fuer code_fuers code_war',
  lock:
    'tuer tor hoftor einfahrtstor garagentor gartentor tiefgarage zahlenschloss fahrradschloss vorhaengeschloss schloss safe tresor *tresor alarmanlage garage spind schluesselkasten schluesselbox schranke briefkasten fahrradkeller haustuer kellertuer hintertuer vordertuer eingangstuer wohnungstuer garagentuer gartentuer hoftuer nebentuer seitentuer stahltuer glastuer buerotuer brandschutztuer schiebetuer eingang hauseingang rolltor aufzug schliessfach geldschrank schluesselsafe schuppen waschkueche',
  username:
    'benutzername benutzerkennung nutzername anmeldename loginname kennung login username *benutzername *kennung',
  usernameWord:
    'benutzer nutzer user',
  address:
    'ip ip_adresse adresse host server rechner gateway dns proxy client mac mac_adresse netz subnetz',
  none:
    'telefonnummer telefonnr handynummer mobilnummer faxnummer rufnummer hausnummer hausnr postleitzahl seitennummer artikelnummer artikelnr artikel_nr zimmernummer versionsnummer teilenummer bestellnummernkreis notrufnummer durchwahlnummer laufende_nummer lfd_nr ordnungsnummer randnummer rn zeilennummer zimmer_nr raumnummer startnummer modellnummer typennummer hotlinenummer servicenummer portnummer isbn kapitelnummer kontaktnummer telefon_nr tel_nr mobil_nr fax_nr handy_nr rueckrufnummer *telefonnummer *rufnummer *faxnummer *handynummer *mobilnummer *hausnummer *seriennummer *seriennr *artikelnummer *artikelnr *versionsnummer *notfallnummer *zimmernummer *teilenummer *teilenr warennummer warennr warentarifnummer *materialnummer inventarnummer serien_nr inventar_nr chargennummer kfz_steuer laufnummer aktennummerierung punktnummer *telefonnr *faxnr *mobilnr *handynr losnummer spielernummer trikotnummer gleisnummer liniennummer zugnummer flugnummer katalognummer wiedervorlage fehlercode farbcode artikelcode produktcode quellcode',
  fillers:
    'nr nummer nummern no ist lautet lauten war sind neue neuer neues alte meine ihre die der das vom von mit dem zum zur jetzt wie folgt also per sofort folgende code wurde bitte id am auf fuer seit lt laut antrag heisst neu welche vergebene vorlaeufige liegt unter endet endend',
  copulas:
    'ist lautet war wurde jetzt sind',
};
