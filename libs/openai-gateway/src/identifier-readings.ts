import { isEverydayWord } from '@app/anonymization';

/** One way in which an identifier is read. */
export interface Reading {
  text: string;
  /** Whether the recognizers search it. The policy is applied to every reading. */
  isDetected: boolean;
  /** Whether a name found in it counts. In the original spelling, only kinds with a form of their own count. */
  hasNames: boolean;
}

const SEPARATORS = /[_.\-:|=/+$]+/g;
/**
 * A word boundary inside an identifier: in `findCustomer` but not in `GmbH`, in `IBANCheck`, and between a number of
 * several digits and a word.
 */
const HUMP =
  /(?<=\p{Ll})(?=\p{Lu}[\p{L}\p{N}])|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})|(?<=\p{L}{3})(?=\p{N}{3})|(?<=\p{N}{4})(?=\p{Lu}|\p{L}{3})/gu;
/** A longer identifier is opaque and has word boundaries only by chance. */
const LONGEST_READ = 128;
const WORD = /[^\s_.\-:|=/+$]+/g;
const VERSION = /^v\d{1,2}$/;

/** Lower-case words of programs that resemble names or user names. */
const TECHNICAL = new Set(
  (
    'min iban bic handoff mirostat tau bash edit exec glob grep regex kph base64 b64 ec2 h264 i18n ipv4 ipv6 ' +
    'k8s l10n md5 mp3 mp4 oauth2 s3 sha1 sha256 utf8 utf16 x509'
  ).split(' '),
);

/** Returns whether a lower-case word contains no personal data. */
export const isPlainWord = (word: string): boolean =>
  TECHNICAL.has(word) || VERSION.test(word) || isEverydayWord(word);

const spaced = (text: string): string => text.replace(SEPARATORS, ' ').trim();
const humpsApart = (identifier: string): string =>
  identifier.length > LONGEST_READ ? identifier : identifier.replace(HUMP, ' ');

/** Returns the words of an identifier in their own case. */
export const casedWords = (identifier: string): string => spaced(humpsApart(identifier));

/** Returns an identifier as a person reads it, for the recognizers. Capitals at word boundaries are lowered. */
export const readable = (identifier: string): string => asRead(humpsApart(identifier), identifier);

/** Returns the distinct ways in which an identifier can be read. */
export function readingsOf(identifier: string): Reading[] {
  const apart = humpsApart(identifier);
  const unusual = unusualRuns(apart).join('\n');
  const readings: Reading[] = [
    { text: asRead(apart, identifier), isDetected: true, hasNames: true },
    // Some kinds are recognizable only in the original spelling.
    { text: identifier, isDetected: true, hasNames: false },
    // A number next to a word is recognizable only when it is separated. For terms, the case of the words counts.
    { text: apart, isDetected: /\d/.test(apart), hasNames: false },
    // Recognizers miss a value among the words of programs.
    { text: asRead(unusual, identifier), isDetected: true, hasNames: true },
    { text: unusual, isDetected: /\d/.test(unusual), hasNames: false },
  ];
  const seen = new Set<string>();
  return readings.filter(({ text }) => text !== '' && !seen.has(text) && seen.add(text));
}

/** Returns the runs of words that are not plain, with the separators between their words. */
function unusualRuns(apart: string): string[] {
  const runs: { start: number; end: number }[] = [];
  let goesOn = false;
  for (const { 0: word, index: start } of apart.length > LONGEST_READ ? [] : apart.matchAll(WORD)) {
    const end = start + word.length;
    if (isPlainWord(word.toLowerCase())) goesOn = false;
    else if (goesOn) runs.at(-1)!.end = end;
    else goesOn = runs.push({ start, end }) > 0;
  }
  return runs.map(({ start, end }) => apart.slice(start, end));
}

/** Replaces separators by blanks, and lowers the capitals at word boundaries. */
function asRead(text: string, identifier: string): string {
  const words = text.replace(SEPARATORS, ' ').trim();
  return humpsApart(identifier) === identifier ? words : words.toLowerCase();
}
