import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { isRole, LEGAL_FORM } from '../../../lexicon/roles';
import { TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { ANY_NAME, nameSpan } from './name-shape';

const CLOSING = `(?:${piecesOfAll(({ letters }) => letters?.closings)})`;
const SHORT_CLOSING = `(?:${piecesOfAll(({ letters }) => letters?.shortClosings)})`;
const SIGNING = `(?:${piecesOfAll(({ letters }) => letters?.signing)})?`;
const SIGNED = new RegExp(
  `(?:^|[\\n\\r.!?]|, )[ \\t>]{0,8}${CLOSING}[ \\t]{0,3}[,.!–-]{0,3}(?:[ \\t]{0,3}\\r?\\n){1,4}[ \\t>*_-]{0,8}${SIGNING}${TITLES}(?<name>${ANY_NAME})(?=[ \\t]{0,3}(?:$|[\\r\\n,(|*_]|[-–—/]\\s))`,
  'gu',
);
/** On the same line: "LG Anna", "Viele Grüße, Thomas", "Cheers, Bob". */
const INLINE = new RegExp(
  `(?:^|[\\n\\r.!?,)]|[\\p{L}\\p{N}] )[ \\t]{0,3}${SHORT_CLOSING},?[ \\t](?:aus \\p{Lu}\\p{Ll}{2,20} )?${TITLES}(?<name>${ANY_NAME})(?=[ \\t]{0,3}(?:$|[\\r\\n.!,]))`,
  'gu',
);
const ORGANIZATION = new RegExp(`(?<![\\p{L}\\p{N}])(?:${LEGAL_FORM}|Team)(?![\\p{L}\\p{N}])`, 'u');

/** The person who signs a letter or message: "Mit freundlichen Grüßen\nDr. Hans Müller", "Best,\nAnna". */
export class SignOffRecognizer extends Recognizer {
  readonly name = 'sign-off';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [SIGNED, INLINE].flatMap((pattern) =>
      [...matchesOf(pattern, text)].flatMap((match) => {
        const name = match.groups?.name ?? '';
        return this.isPerson(name)
          ? nameSpan(text, match.index + match[0].length - name.length, name, () => false)
          : [];
      }),
    );
  }

  /** Returns whether a signature is a person's: every word must fit a name, unlike in "Ihr Team der Muster AG". */
  private isPerson(name: string): boolean {
    const words = name.split(/[ \u00a0]/u);
    const known = words.some((word) => this.lexicon.isFirstName(word) && !isCommonWord(word));
    const fit = (word: string): boolean => !isRole(word) && (known || !isCommonWord(word));
    return words.every(fit) && !ORGANIZATION.test(name);
  }
}
