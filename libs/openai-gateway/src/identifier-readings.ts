import { isEverydayWord } from '@app/anonymization';

/** One way in which an identifier is read. */
export interface Reading {
  text: string;
  /** Whether the recognizers search it. The policy searches every reading. */
  isDetected: boolean;
  /** Whether a name in it counts. As written, only kinds that have a form of their own count. */
  hasNames: boolean;
}

const SEPARATORS = /[_.\-:|=/+$]+/g;
/**
 * Where a word begins within one: as in `findCustomer` but not as in `GmbH`, as in `IBANCheck`, and where a number of
 * several digits meets a word.
 */
const HUMP =
  /(?<=\p{Ll})(?=\p{Lu}[\p{L}\p{N}])|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})|(?<=\p{L}{3})(?=\p{N}{3})|(?<=\p{N}{4})(?=\p{Lu}|\p{L}{3})/gu;
/** A longer one is opaque, and has humps only by chance. */
const LONGEST_READ = 128;
const WORD = /[^\s_.\-:|=/+$]+/g;
const VERSION = /^v\d{1,2}$/;

/** Words of programs, in small letters, that read as names or user names. */
const TECHNICAL = new Set(
  (
    'min iban bic handoff mirostat tau bash glob grep regex kph base64 b64 ec2 h264 i18n ipv4 ipv6 ' +
    'k8s l10n md5 mp3 mp4 oauth2 s3 sha1 sha256 utf8 utf16 x509'
  ).split(' '),
);

/** Whether a word in small letters says nothing of a person. */
export const isPlainWord = (word: string): boolean =>
  TECHNICAL.has(word) || VERSION.test(word) || isEverydayWord(word);

const spaced = (text: string): string => text.replace(SEPARATORS, ' ').trim();
const humpsApart = (identifier: string): string =>
  identifier.length > LONGEST_READ ? identifier : identifier.replace(HUMP, ' ');

/** The words of an identifier in their own case. */
export const casedWords = (identifier: string): string => spaced(humpsApart(identifier));

/** An identifier as a person reads it, for the recognizers: the capital of a hump says nothing. */
export const readable = (identifier: string): string => asRead(humpsApart(identifier), identifier);

/** The ways in which an identifier is read, each once. */
export function readingsOf(identifier: string): Reading[] {
  const apart = humpsApart(identifier);
  const unusual = unusualRuns(apart).join('\n');
  const readings: Reading[] = [
    { text: asRead(apart, identifier), isDetected: true, hasNames: true },
    // Some kinds have their form only as they are written.
    { text: identifier, isDetected: true, hasNames: false },
    // Beside a word, a number has its form only apart from it. For terms, the case of the words counts.
    { text: apart, isDetected: /\d/.test(apart), hasNames: false },
    // Recognizers miss a value among the words of programs.
    { text: asRead(unusual, identifier), isDetected: true, hasNames: true },
    { text: unusual, isDetected: /\d/.test(unusual), hasNames: false },
  ];
  const seen = new Set<string>();
  return readings.filter(({ text }) => text !== '' && !seen.has(text) && seen.add(text));
}

/** The runs of words that are not plain, with the separators between their words. */
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

/** With blanks for separators, and without the capitals of humps. */
function asRead(text: string, identifier: string): string {
  const words = text.replace(SEPARATORS, ' ').trim();
  return humpsApart(identifier) === identifier ? words : words.toLowerCase();
}
