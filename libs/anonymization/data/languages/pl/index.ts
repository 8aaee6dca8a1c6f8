import type { LanguageWords } from '../../language-words';
import { POLISH_ADDRESSES } from './addresses';
import { POLISH_DATES } from './dates';
import { POLISH_CUES } from './cues';
import { POLISH_COMPANIES, POLISH_PLACES } from './organizations';
import { POLISH_LETTERS, POLISH_PEOPLE, POLISH_TITLES } from './people';
import { POLISH_SURROGATES } from './surrogates';

export const POLISH: LanguageWords = {
  titles: POLISH_TITLES,
  organizations: { legalForms: 'Sp z[ ]o\\.?o' },
  people: POLISH_PEOPLE,
  letters: POLISH_LETTERS,
  fields: {
    phone:
      'telefon telefonu telefony tel nr_telefonu numer_telefonu komorka komorkowy tel_kom kom faks stacjonarny nr_tel nr_kom numer_komorkowy',
    extension: 'wewnetrzny wew numer_wewnetrzny',
    email: 'adres_email adres_e_mail poczta',
    firstName: 'imie imiona drugie_imie',
    lastName: 'nazwisko nazwiska nazwisko_rodowe',
    fullName: 'imie_i_nazwisko imie_nazwisko nazwisko_i_imie',
    name: 'nazwa',
    person:
      'klient klientka klienci pacjent pacjentka osoba kontakt pracownik pracowniczka autor autorka odbiorca nadawca najemca wlasciciel uczen student lekarz adwokat uczestnik wnioskodawca beneficjent ubezpieczony kierowca malzonek ojciec matka dziecko osoba_kontaktowa zamawiajacy',
    organization: 'firma spolka organizacja dostawca producent marka pracodawca szkola szpital',
    thing: 'produkt artykul plik nazwa_uzytkownika projekt wydarzenie model',
    place: 'kraj',
    reference:
      'zamowienie numer_zamowienia faktura numer_faktury umowa nip pesel regon krs numer_klienta identyfikator kod sygnatura',
    account: 'konto numer_konta karta numer_karty rachunek',
    date: 'data godzina rok',
    birthdate: 'data_urodzenia data_ur urodzony urodzona ur rok_urodzenia data_zgonu zgon',
    amount: 'kwota cena suma wynagrodzenie ilosc liczba waga',
    street: 'ulica',
    houseNumber: 'numer_domu nr_domu',
    city: 'miasto miejscowosc',
    address: 'adres adres_zamieszkania adres_korespondencyjny adres_zameldowania',
    postcode: 'kod_pocztowy',
    personal: 'plec wiek narodowosc dzial',
    property: 'typ rodzaj zweryfikowany operator kierunkowy',
    neutral: 'numer numery wartosc domowy sluzbowy praca prywatny inny',
  },
  cues: POLISH_CUES,
  goods: {
    numbers: 'indeks kod symbol',
    items: 'nazwa opis produkt towar usluga',
    prices: 'cena ceny kwota wartosc netto brutto',
  },
  nobody: 'brak nieznany',
  numbers: {
    units:
      'zero jeden/jedna/jedynka dwa/dwie/dwójka trzy/trójka cztery/czwórka pięć/piątka sześć/szóstka siedem/siódemka osiem/ósemka dziewięć/dziewiątka',
    teens:
      'dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    double: 'podwójne podwójna',
  },
  phones: {
    phrases: 'dzwoni(?:ć|cie|j);zadzwo(?:ń|nić|ńcie);(?:mój|twój|jego|jej|nasz|pod) numer(?:em)?',
    numberPhrases: 'numer(?:em|u)?',
    connectors: 'to jest pod lub i numer nr na mnie',
  },
  dates: POLISH_DATES,
  addresses: POLISH_ADDRESSES,
  companies: POLISH_COMPANIES,
  places: POLISH_PLACES,
  request: {
    tags: 'pl pol',
    regions: 'PL',
    functionWords: 
      'się nie jest że oraz przez dla po jak ale przy jego są być który która które tego jej wam już czy ' +
      'tylko może proszę pan pani od ze we mam',
    surrogates: POLISH_SURROGATES,
    townEndings: 'any ewo ica in no owa owo yn',
  },
};
