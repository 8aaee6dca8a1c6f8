import { matchesOf } from '@app/common';
import type { Span } from '../../span';
import { Recognizer } from '../recognizer';
import { nameSpan } from './name-span';
import type { NameLexicon } from '../name-lexicon';
import { isRole } from './name-roles';
import { ANY_NAME, TITLES } from './name-shape';

const CLOSING =
  '(?:(?:[Mm]it )?(?:(?:ganz |vielen |den |sehr )?(?:freundlich|viele|lieb|best|herzlich|schön|sonnig|kollegial|recht|allerbest|vorzüglich|hochachtungsvoll)[a-zäöü]{0,8} )?(?:Gr(?:ü|ue)(?:ß|ss)(?:en?)?|Gru(?:ß|ss))(?: (?:aus|von|vom) [\\p{L} ]{2,30})?|Hochachtungsvoll|MfG|mfg|MFG|LG|lg|VG|vg|BG|HG|(?:[Ww]ith )?(?:[Kk]ind|[Bb]est|[Ww]arm|[Ww]armest|[Kk]indest)(?: (?:[Rr]egards|[Ww]ishes))|[Rr]egards|[Rr]gds|[Bb]est|[Ss]incerely(?: yours)?|[Yy]ours(?: (?:sincerely|truly|faithfully|ever))?|[Cc]heers|[Tt]hanks(?: (?:again|so much|a lot|in advance|and (?:best |kind )?regards))?|[Mm]any thanks|[Tt]hank [Yy]ou(?: (?:again|so much|very much|in advance))?|[Ll]ove|[Tt]ake care|[Cc]ordially|[Rr]espectfully(?: yours)?|[Ww]ith (?:love|appreciation|gratitude)|[Bb]is (?:bald|dann|später)|[Dd]anke|[Vv]ielen Dank|[Ii]hre?|[Dd]eine?|[Ee]uer|i\\. ?[AV]\\.)';
const SIGNED = new RegExp(
  `(?:^|[\\n\\r.!?]|, )[ \\t>]{0,8}${CLOSING}[ \\t]{0,3}[,.!–-]{0,3}(?:[ \\t]{0,3}\\r?\\n){1,4}[ \\t>*_-]{0,8}(?:[Ii]hre? |[Dd]eine? |i\\. ?[AV]\\. ?|gez\\. ?|ppa\\. ?)?${TITLES}(?<name>${ANY_NAME})(?=[ \\t]{0,3}(?:$|[\\r\\n,(|*_]|[-–—/]\\s))`,
  'gu',
);
/** On the same line: "LG Anna", "Viele Grüße, Thomas", "Cheers, Bob". */
const INLINE = new RegExp(
  `(?:^|[\\n\\r.!?,)]|[\\p{L}\\p{N}] )[ \\t]{0,3}(?:LG|VG|MfG|mfg|lg|vg|Gruß|Gruss|(?:Viele|Liebe|Beste|Herzliche|Schöne) Gr(?:ü|ue)(?:ß|ss)e|Best regards|Kind regards|Regards|Cheers|Sincerely|Yours),?[ \\t](?:aus \\p{Lu}\\p{Ll}{2,20} )?${TITLES}(?<name>${ANY_NAME})(?=[ \\t]{0,3}(?:$|[\\r\\n.!,]))`,
  'gu',
);

/** Who signs a letter or message: "Mit freundlichen Grüßen\nDr. Hans Müller", "Best,\nAnna". */
export class SignOffRecognizer extends Recognizer {
  readonly name = 'sign-off';

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(text: string): Span[] {
    return [SIGNED, INLINE].flatMap((pattern) =>
      [...matchesOf(pattern, text)].flatMap((match) => {
        const name = match.groups?.name ?? '';
        return this.isPerson(name)
          ? nameSpan(text, match.index + match[0].length - name.length, name, () => false)
          : [];
      }),
    );
  }

  /** "Ihr Team der Muster AG", "Customer Service" sign too: every word must be fit for a name. */
  private isPerson(name: string): boolean {
    const words = name.split(/[ \u00a0]/u);
    const known = words.some((word) => this.lexicon.isFirstName(word) && !this.lexicon.isCommonWord(word));
    const fit = (word: string): boolean => !isRole(word) && (known || !this.lexicon.isCommonWord(word));
    return words.every(fit) && !/\b(?:GmbH|AG|SE|KG|Inc|Ltd|LLC|Corp|Team|e\.V)\b/u.test(name);
  }
}
