import type { CueWords } from '../../language-words';

export const DUTCH_CUES: CueWords = {
  reference:
    'chipnummer microchip imei *nummer *nummers *nr klant_nr klantnr klantnummer debiteur_nr debiteurnr dossier_nr dossiernr dossiernummer polis_nr polisnr polisnummer zaak_nr zaaknummer factuur_nr factuurnr bestel_nr order_nr ordernr pat_nr patnr patient_nr pers_nr persnr personeels_nr lidnr lid_nr kenmerk ons_kenmerk uw_kenmerk referentie ref onze_ref uw_ref meter_nr meternummer agb_code riziv student_nr studentnr leerling_nr relatie_nr relatienr ticket_nr trackcode track_en_trace zendingnr rolnummer parketnummer betalingskenmerk boekingscode reserveringsnr casus_nr schade_nr schadenr schadenummer agb_code_zorgverlener polis_n aanvraag_nr',
  referenceWord:
    'factuur bestelling order dossier polis zaak ticket boeking zending contract declaratie offerte meter nr no agb aanvraag elektra gas_meter melding inc',
  idNumber:
    'bsn burgerservicenummer burger_service_nummer rijksregisternummer rijksregister_nr insz rrn paspoort paspoortnummer paspoort_nr identiteitskaart id_kaart id_bewijs identiteitsbewijs rijbewijs rijbewijsnummer rijbewijs_nr btw_id btw_nummer btw btw_nr rsin kvk kvk_nummer loonheffingsnummer fiscaal_nummer v_nummer verblijfsvergunning verblijfsdocument documentnummer document_nr ondernemingsnummer w_document sofinummer',
  account:
    'rekening rekeningnummer rekening_nr rek_nr reknr bankrekening iban bankrekeningnummer *rekening',
  bic:
    'bic swift',
  card:
    'creditcard creditcardnummer kaart kaartnummer pas pasnummer bankpas betaalkaart',
  cardCode:
    'cvc cvv beveiligingscode',
  cardExpiry:
    'geldig_tot vervaldatum verloopt',
  plate:
    'kenteken nummerplaat kentekenplaat kentekens plaat',
  vehicle:
    'auto busje vrachtwagen voertuig bestelbus aanhanger motor scooter bus bestelauto hoogwerker chauffeur personenauto',
  secret:
    'wachtwoord wachtwoorden *wachtwoord wachtwoordzin sleutel api_sleutel wifi_code wifi_wachtwoord licentiesleutel wifi',
  pin:
    'pincode pin *pincode toegangscode beveiligingscode_deur deurcode kluiscode verificatiecode afhaalcode sms_code code_is nieuwe_code code_voor toegangscode_voordeur de_code slagboomcode alarmcode poortcode hekcode garagecode',
  code: 'code combinatie pasjescode cijfercode codes code_is nieuwe_code code_voor de_code',
  lock:
    'deur poort hek slot hangslot kluis kluisje alarm garage sleutelkastje kastje hok *hok slagboom berging voordeur achterdeur zijdeur buitendeur kelderdeur garagedeur schuurdeur schuur fietsslot cijferslot brandkast locker',
  username:
    'gebruikersnaam inlognaam login loginnaam accountnaam *gebruikersnaam',
  usernameWord:
    'gebruiker inlog',
  address:
    'ip ip_adres adres server host gateway',
  none:
    'telefoonnummer telefoon_nr mobielnummer huisnummer huis_nr faxnummer paginanummer artikelnummer artikel_nr versienummer postcode kamernummer volgnummer broncode mobiel_nummer telnr artikelnr *artikelnummer *telefoonnummer *serienummer *huisnummer *paginanummer *mobielnummer serienr *faxnummer onderdeelnummer typenummer rugnummer foutcode productcode kleurcode',
  fillers:
    'nr nummer no is was zijn het de mijn uw haar hun van nieuwe nieuw oude eindigend op per direct nog code id luidt heeft met',
  copulas:
    'is was zijn luidt',
};
