import type { CueWords } from '../../language-words';

export const POLISH_CUES: CueWords = {
  reference:
    'mikroczip numer_czipa imei numer_klienta nr_klienta numer_zamowienia nr_zamowienia numer_umowy nr_umowy umowy_nr numer_polisy nr_polisy polisy_nr numer_sprawy nr_sprawy sygnatura sygn sygn_akt sygnatura_akt numer_faktury nr_faktury numer_kartoteki nr_kartoteki numer_pacjenta nr_pacjenta id_pacjenta numer_historii_choroby nr_historii_choroby numer_albumu nr_albumu numer_legitymacji nr_legitymacji numer_pracownika nr_pracownika numer_ewidencyjny nr_ewidencyjny numer_licznika nr_licznika licznik_nr numer_przesylki nr_przesylki numer_referencyjny nr_referencyjny nr_ref znak_sprawy nasz_znak wasz_znak l_dz ldz numer_zgloszenia nr_zgloszenia zgloszenie_nr numer_szkody nr_szkody numer_rezerwacji nr_rezerwacji pwz nr_pwz numer_ksiegi_wieczystej ksiega_wieczysta kw_nr numer_protokolu numer_karty_pacjenta nr_sluzbowy numer_referencyjny_wniosku numer_wniosku nr_wniosku repertorium nr_rep wodomierz_nr ppe pracownik_id rep_nr znak_pisma licznik_n nr_kw',
  referenceWord:
    'zamowienie faktura umowa sprawa szkoda zgloszenie przesylka paczka rezerwacja lokal wniosek numer_klient nr no ticket polisa licznik wodomierz protokol protokolu znak prad gaz tytule',
  idNumber:
    'pesel nr_pesel numer_pesel nip nr_nip numer_nip regon dowod_osobisty dowodu_osobistego dowod dowodu seria_i_numer seria_i_nr numer_dowodu nr_dowodu paszport paszportu numer_paszportu nr_paszportu prawo_jazdy prawem_jazdy prawa_jazdy nr_prawa_jazdy karta_pobytu karty_pobytu legitymacja ekuz nr_ubezpieczenia numer_ubezpieczenia nie_podam_pesel',
  account:
    'konto rachunek numer_konta nr_konta numer_rachunku nr_rachunku rachunek_bankowy rachunku konta iban nrb',
  bic:
    'bic swift',
  card:
    'karta karty numer_karty nr_karty karta_kredytowa karta_platnicza karty_kredytowej karte',
  cardCode:
    'cvv cvc kod_cvv kod_cvc',
  cardExpiry:
    'wazna_do waznosci termin_waznosci',
  plate:
    'nr_rej numer_rejestracyjny nr_rejestracyjny rejestracja numery_rejestracyjne rejestracji tablica tablice_rejestracyjne rejestracyjny rej',
  vehicle:
    'samochod pojazd pojazdu auto ciezarowka naczepa przyczepa autobus motocykl kierowca bus osobowy',
  secret:
    'haslo hasla haslem hasla_do haslo_do klucz_api klucz_dostepu klucz_licencyjny haslo_startowe haslo_wifi',
  pin:
    'pin kod_pin kod_dostepu kod_do_drzwi kod_do_skrzynki kod_weryfikacyjny kod_odbioru kod_sms kod_do_domofonu kod_do_furtki kod_to kod_jest kod_sejfu',
  code: 'kod szyfr kodu kodem szyfru kombinacja kod_to kod_jest',
  lock:
    'drzwi bramy bramie brama furtki furtka klodka klodki sejf sejfu alarm alarmu garaz garazu skrytki skrzynki szafki domofon domofonu szlaban szlabanu brame furtke klodke skrytka skrzynka szafka klatki piwnicy rowerowni windy',
  username:
    'nazwa_uzytkownika login loginem loginu nick nazwa_konta',
  usernameWord:
    'uzytkownik uzytkownika',
  address:
    'ip adres_ip adres serwer serwera host brama komputer',
  none:
    'numer_telefonu nr_telefonu nr_tel tel kod_pocztowy numer_strony nr_domu numer_domu kod_zrodlowy numer_komorkowy nr_lokalu numer_seryjny nr_seryjny kod_bledu kod_produktu',
  fillers:
    'nr numer no jest to sa byl bylo byla moj moja pani pana seria na do o dla i oraz dot konczaca sie id nowe nowy zmienione',
  copulas:
    'jest to sa byl bylo byla',
};
