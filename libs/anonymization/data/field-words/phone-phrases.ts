import type { WordLanguage } from './field-kind';

/**
 * What announces a telephone number in running text, beside the words of fields. Pieces of regular expressions for the
 * flags `iu`, parted by `;`.
 */
export const PHONE_PHRASES: Readonly<Record<WordLanguage, string>> = {
  de: 'ruf(?:t|en|st|e)?;anruf(?:en)?;angerufen;anrufbar;zurückrufen;rückruf(?:bitte)?;wähl(?:en|t|e)?;erreich(?:bar|e|en|t|st)?;durchklingeln;sms;nr von \\p{L}{2,20};melde(?:n|t)?;(?:meine|deine|seine|ihre|unsere|eure) (?:neue |alte |private )?nummer;nummer (?:der|des|von|vom) \\p{L}{2,20};hausruf;klingel(?:n|t)?',
  en: 'call(?:s|ed|ing|er)?(?: back)?;dial(?:s|ed|ing)?;ring(?= (?:me|us|him|her|them|on|at|back|[+0(]));reach(?:ed|ing|able)?;text(?: me| us| him| her| them)?;sms;(?:my|your|his|her|their|our|\\p{L}{2,12}[\\x27’]s) (?:new |old |home |work |mobile )?number;voicemail;switchboard;front desk;octel;rsvp',
  fr: 'appel(?:ez|er|le|les|ons)?(?:-moi|-nous|-le|-la)?;joindre;joignable;contacter;standard;port\\.;(?:mon|ton|son|votre|notre|leur) numéro',
  es: 'llám(?:a|e|en)(?:me|nos|le|la)?;llamar(?:me|nos)?;llamad(?:a|as|me|nos)?;contact(?:ar|arme);(?:mi|tu|su|nuestro) número',
  it: 'chiam(?:a|ami|are|armi|ate|atemi|i|ateci);contatt(?:ami|are|armi);(?:mio|tuo|suo|nostro) numero;rispondo al',
  nl: 'bel(?:len)?;bereik(?:en|baar)?;(?:mijn|je|jouw|uw|zijn|haar|ons) nummer;telefonisch',
  pl: 'dzwoni(?:ć|cie|j);zadzwo(?:ń|nić|ńcie);(?:mój|twój|jego|jej|nasz|pod) numer(?:em)?',
  pt: 'lig(?:ar|ue|a|uem)(?:-me|-nos|-lhe)?;contact(?:ar|e);contat(?:ar|e);(?:meu|teu|seu|nosso) número',
};

/** What may stand between such words and the number, word by word. */
export const CONNECTORS: Readonly<Record<WordLanguage, string>> = {
  de: 'ist lautet an unter auf der die das dem den mobil privat büro dienstlich oder und nummer nr bei am im war auch uns mich ihn sie ihr',
  en: 'is was at on via through by under me us him her them back or and number no nr the please office home work cell mobile it its to for',
  fr: 'est au le la sur ou et à mon du moi numéro n°',
  es: 'es al el la en o y número del móvil',
  it: 'è al il la o e numero del allo oppure',
  nl: 'is op het of en nummer via me mij ons',
  pl: 'to jest pod lub i numer nr na mnie',
  pt: 'é para o a ou e no número me',
};

/** Words for numbers and contacts of any kind: a number behind them must look like one of a telephone. */
export const NUMBER_PHRASES =
  'nummer;number;numbers;numéro;num\\.;número;numero;numer(?:em|u)?;kontakt(?:daten)?;contact(?:o|ing)?;contatto;signal;telegram';
