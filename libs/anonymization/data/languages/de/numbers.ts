import type { NumberWords, PhoneWords } from '../../language-words';

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
