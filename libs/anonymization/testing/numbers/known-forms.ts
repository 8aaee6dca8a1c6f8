/**
 * One text for each kind of value in languages without a file. All values are invented; check digits are computed. The order:
 * e-mail, telephone number with its country code, IBAN, number of a person, national telephone number, name after a salutation.
 */
export const TEXTS_OF_OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  Czech: [
    'Napište mi na ⟦jana.dvorska@posta.cz⟧, prosím.',
    'Volejte ⟦+420 601 123 456⟧ po osmé hodině.',
    'Pošlete to na účet ⟦CZ42 4681 4538 4019 1614 6100⟧.',
    'rodné číslo ⟦856023/9325⟧',
    'telefon ⟦601 123 456⟧',
    'Vážená paní ⟦Dvorská⟧,',
  ],
  Danish: [
    'Skriv til ⟦mette.kjaer@firma.dk⟧ i dag.',
    'Ring til mig på ⟦+45 20 12 34 56⟧ efter klokken otte.',
    'Overfør til ⟦DK46 3307 6661 9345 14⟧ i morgen.',
    'CPR-nummer ⟦150791-4175⟧',
    'telefon ⟦20 12 34 56⟧',
    'Kære ⟦Mette Kjær⟧,',
  ],
  Swedish: [
    'Skriv till ⟦elin.bergstrom@foretag.se⟧ idag.',
    'Ring mig på ⟦+46 70 123 45 67⟧ efter åtta.',
    'Betala till ⟦SE02 5061 2310 0772 8378 3266⟧ tack.',
    'personnummer ⟦910715-7878⟧',
    'telefon ⟦070-123 45 67⟧',
    'Hej ⟦Elin Bergström⟧,',
  ],
  Norwegian: [
    'Skriv til ⟦ingrid.haugen@firma.no⟧ i dag.',
    'Ring meg på ⟦+47 912 34 567⟧ etter åtte.',
    'Betal til ⟦NO88 1663 0494 032⟧ takk.',
    'fødselsnummer ⟦150791 36082⟧',
    'telefon ⟦912 34 567⟧',
    'Kjære ⟦Ingrid Haugen⟧,',
  ],
  Finnish: [
    'Kirjoita osoitteeseen ⟦aino.makela@yritys.fi⟧ tänään.',
    'Soita numeroon ⟦+358 40 123 4567⟧ kello kahdeksan jälkeen.',
    'Maksa tilille ⟦FI08 6991 0237 4095 46⟧ kiitos.',
    'henkilötunnus ⟦150791-083F⟧',
    'puhelin ⟦040 123 4567⟧',
    'Hyvä ⟦Aino Mäkelä⟧,',
  ],
  Hungarian: [
    'Írjon a ⟦kovacs.eszter@ceg.hu⟧ címre.',
    'Hívjon a ⟦+36 30 123 4567⟧ számon nyolc után.',
    'Utalja ide: ⟦HU17 1113 9309 5597 2979 2622 4393⟧ köszönöm.',
    'TAJ-szám ⟦003 390 753⟧',
    'telefon ⟦06 30 123 4567⟧',
    'Tisztelt ⟦Kovács Eszter⟧!',
  ],
  Romanian: [
    'Scrieți la ⟦ioana.popescu@firma.ro⟧ astăzi.',
    'Sunați la ⟦+40 721 234 567⟧ după ora opt.',
    'Plătiți în contul ⟦RO72 BTRL 3283 6791 6011 0843⟧ vă rog.',
    'CNP ⟦2910715408795⟧',
    'telefon ⟦0721 234 567⟧',
    'Stimată doamnă ⟦Popescu⟧,',
  ],
  Turkish: [
    '⟦elif.yilmaz@sirket.com.tr⟧ adresine yazın.',
    'Saat sekizden sonra ⟦+90 532 123 45 67⟧ arayın.',
    'Lütfen ⟦TR96 6469 7048 2123 7899 1433 01⟧ hesabına ödeyin.',
    'T.C. kimlik no ⟦31742180972⟧',
    'telefon ⟦0532 123 45 67⟧',
    'Sayın ⟦Elif Yılmaz⟧,',
  ],
  Ukrainian: [
    'Пишіть на ⟦olena.koval@firma.ua⟧ сьогодні.',
    'Дзвоніть ⟦+380 67 123 45 67⟧ після восьмої.',
    'Сплатіть на ⟦UA56 4673 0024 5892 1527 5892 9007 5⟧ дякую.',
    'РНОКПП ⟦3679290812⟧',
    'телефон ⟦067 123 45 67⟧',
    'Шановна ⟦Олено Коваль⟧,',
  ],
};
