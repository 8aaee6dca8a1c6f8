import type { NumberWords, PhoneWords } from '../../language-words';

export const ENGLISH_NUMBERS: NumberWords = {
  units: 'zero/oh/o/nought/naught one two three four five six seven eight nine/niner',
  teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety',
  joined: ['{t}-{u}'],
  double: 'double',
  triple: 'triple',
  and: 'and',
};

export const ENGLISH_PHONES: PhoneWords = {
  phrases:
    'call(?:s|ed|ing|er)?(?: back)?;dial(?:s|ed|ing)?;ring(?= (?:me|us|him|her|them|on|at|back|[+0(]));reach(?:ed|ing|able)?;text(?: me| us| him| her| them)?;sms;(?:my|your|his|her|their|our|\\p{L}{2,12}[\\x27’]s) (?:new |old |home |work |mobile )?number;voicemail;switchboard;front desk;octel;rsvp',
  numberPhrases: 'number;numbers;signal;telegram',
  connectors:
    'is was at on via through by under me us him her them back or and number no nr the please office home work cell mobile it its to for',
};
