import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLanguage, type Language } from '../../src/text/language';

/** A text of the corpus with its marked numbers or look-alikes. Offsets are UTF-16 code units. */
export interface CorpusText {
  text: string;
  /** The language of the text. The service is called with a supported one */
  spoken: string;
  language: Language;
  marks: { start: number; end: number }[];
}

const NUMBERS = ['numbers.de.txt', 'numbers.en.txt', 'numbers.other.txt'];

/** Returns texts in which every telephone number is marked. */
export const textsWithNumbers = (): CorpusText[] => NUMBERS.flatMap(read);

/** Returns texts without telephone numbers, in which look-alikes are marked. */
export const textsWithLookAlikes = (): CorpusText[] => read('look-alikes.txt');

/** Reads a file. Lines such as `==== de` separate texts. Marks are written `⟦0171 1234567⟧`. */
function read(file: string): CorpusText[] {
  const [, ...rest] = readFileSync(join(__dirname, file), 'utf8').split(/^==== ([a-z]{2})\n/m);
  return rest.flatMap((spoken, at) => (at % 2 === 0 ? [parse(spoken, rest[at + 1] ?? '')] : []));
}

function parse(spoken: string, marked: string): CorpusText {
  const marks: { start: number; end: number }[] = [];
  let text = '';
  for (const piece of marked.trimEnd().split(/(?=[⟦⟧])/u)) {
    if (piece.startsWith('⟦')) marks.push({ start: text.length, end: text.length });
    const last = marks.at(-1);
    if (piece.startsWith('⟧') && last) last.end = text.length;
    text += piece.replace(/^[⟦⟧]/u, '');
  }
  return { text, spoken, language: parseLanguage(spoken === 'de' ? 'de' : 'en'), marks };
}
