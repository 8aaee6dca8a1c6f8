/** Words that announce a telephone number, before it. */
const BEFORE =
  /(?:\b(?:tele?(?:fon|phone|fax)?(?:[ -]?(?:nummer|nr|number|no))?|tlf|fon|phone(?:s|[ -]?(?:numbers?|no))?|fax(?:nummer|[ -]?nr)?|mobile?|mobil(?:e|funk)?(?:nummer|telefon)?(?:[ -]?(?:number|no|nr))?|handy(?:nummer|nr)?|cell(?:phone|ular)?|landline|festnetz(?:nummer)?|hotline|helpline|durchwahl|direct (?:dial|line)|contact (?:number|no)|ruf(?:nummer|t?en|st)?|anruf(?:en)?|angerufen|r[uü]ckruf(?:nummer)?|zurückrufen|erreichbar|zu erreichen|whatsapp|signal|sms|call(?:ed|ing|s|back)?|dial(?:ed|ing)?|text (?:me|us|him|her|them)|ring|reach(?:ed)?|voicemail|pager|octel|hausruf|wählen|wählt)\b|☎|📞|📱)/giu;
/** Only where nothing else is counted: "their number is", "die Nummer". */
const NUMBER = /\b(?:numbers?|nummer)\b/giu;
const AFTER =
  /^[)\].,;:\s"']{0,3}(?:(?:is|ist|lautet|war|was)\s(?:the|their|its|my|his|her|our|your|die|meine|deine|seine|ihre|unsere)\s)?(?:\w{1,20}\s){0,2}?(?:phone|telephone|contact number|number|cell|mobile|fax|telefon|handy|mobil|nummer|rufnummer|anrufen|erreichbar|zu erreichen|an\b(?=[.!]))/iu;

const REACH_BEFORE = 48;
const REACH_AFTER = 40;

/** How surely the words around `[start, end)` say that it is a telephone number. */
export function phoneCue(text: string, start: number, end: number): 'named' | 'number' | 'none' {
  const before = text.slice(Math.max(0, start - REACH_BEFORE), start + 2);
  if (before.match(BEFORE)) return 'named';
  if (AFTER.test(text.slice(end, end + REACH_AFTER))) return 'number';
  return before.match(NUMBER) ? 'number' : 'none';
}
