import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES, type LanguageCode } from '../../data/languages';

/** A text without personal data. */
export interface NegativeText {
  language: LanguageCode;
  domain: string;
  title: string;
  text: string;
}

/** Returns the texts of every file `LANGUAGE.txt`. Each text follows a line `=== DOMAIN TITLE`. */
export const readNegatives = (): NegativeText[] =>
  LANGUAGE_CODES.flatMap((language) => {
    const content = readFileSync(join(__dirname, `${language}.txt`), 'utf8');
    const [, ...parts] = content.split(/^=== (\w+) (.+)\n/m);
    return Array.from({ length: parts.length / 3 }, (_, at) => {
      const [domain = '', title = '', text = ''] = parts.slice(3 * at);
      return { language, domain, title, text: text.trim() };
    });
  });
