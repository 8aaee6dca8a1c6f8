import type { WordLanguage } from './field-kind';

/**
 * What announces a telephone number in running text, beside the words of fields. Pieces of regular expressions for the
 * flags `iu`, parted by `;`.
 */
export const PHONE_PHRASES: Readonly<Record<WordLanguage, string>> = {
  de: 'ruf(?:t|en|st|e)?;anruf(?:en)?;angerufen;anrufbar;zurückrufen;rückruf(?:bitte)?;wähl(?:en|t|e)?;erreich(?:bar|e|en|t|st)?;durchklingeln;sms;signal;telegram;nummer;nr von \\p{L}{2,20};melde(?:n|t)?;kontakt(?:daten)?',
  en: 'call(?:s|ed|ing|er)?(?: back)?;dial(?:s|ed|ing)?;ring;rang;reach(?:ed|ing|able)?;text(?: me| us| him| her| them)?;sms;signal;telegram;number(?: is| was)?;numbers;contact(?:ing)?;voicemail;switchboard;front desk;octel;rsvp',
  fr: 'appel(?:ez|er|le|les|ons)?(?:-moi|-nous|-le|-la)?;joindre;joignable;contacter;numéro;num\\.;standard;port\\.',
  es: 'llám(?:a|e|en)(?:me|nos|le|la)?;llamar(?:me|nos)?;llamad(?:a|as|me|nos)?;número;contact(?:o|ar|arme)',
  it: 'chiam(?:a|ami|are|armi|ate|atemi|i|ateci);numero;contatt(?:o|ami|are|armi);rispondo al',
  nl: 'bel(?:len)?;bereik(?:en|baar)?;nummer;telefonisch',
  pl: 'dzwoni(?:ć|cie|j);zadzwo(?:ń|nić|ńcie);numer(?:em|u)?;kontakt',
  pt: 'lig(?:ar|ue|a|uem)(?:-me|-nos|-lhe)?;número;contact(?:o|ar|e);contat(?:o|ar|e)',
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
