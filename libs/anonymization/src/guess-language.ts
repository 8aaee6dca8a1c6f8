import { parseLanguage, type Language } from './language';
import { wordsOf } from './text/words';

/** Words that hold sentences together, of one of the two languages alone. */
const FUNCTION_WORDS = {
  en: 'a and are as at by for from her his is it its my of on or our that the their this to under with your',
  de:
    'auf aus bei beim das dem den der des ein eine einem einen einer eines für ich im ins ist mit nach nicht sein ' +
    'seine seiner sich sie über um und unter vom von vor wie zu zum zur zwischen',
} as const;

const languageOf = new Map<string, Language['code']>(
  (['en', 'de'] as const).flatMap((code) =>
    FUNCTION_WORDS[code].split(' ').map((word) => [word, code] as const),
  ),
);

/**
 * The language of a text that comes without one: the one that more of its function words belong to, English where they
 * do not say. National phone numbers of every supported region are looked for, those of that language first.
 */
export function guessLanguage(text: string): Language {
  const counts = { en: 0, de: 0 };
  for (const { text: word } of wordsOf(text)) {
    const code = languageOf.get(word.toLowerCase());
    if (code) counts[code] += 1;
  }
  const [first, second] = counts.de > counts.en ? (['de', 'en'] as const) : (['en', 'de'] as const);
  const { code, regions } = parseLanguage(first);
  return { code, regions: [...regions, ...parseLanguage(second).regions] };
}
