import { matchesOf } from '@app/common';
import { isCommonWord } from '../../lexicon/everyday-words';
import type { NameLexicon } from '../../lexicon/name-lexicon';
import { isMailbox } from '../../lexicon/roles';
import type { Span } from '../../spans/span';
import { Recognizer } from '../recognizer';
import { readDomain, readLocalPart } from './email-parts';
import { findObfuscatedEmails } from './obfuscated-email';

const AT_SIGN = /@|＠|%40/g;

/**
 * E-mail addresses in running text: RFC 5321 with RFC 6531's letters, plus addresses, quoted local parts and
 * address literals; without `mailto:`, brackets and the punctuation of the sentence around them. Also the
 * spelled-out forms ("name (at) domain punkt de").
 *
 * Anchored at each "@", from where it looks at most 254 characters to either side (RFC 5321, 4.5.3.1).
 */
export class EmailRecognizer extends Recognizer {
  readonly name = 'email';

  constructor(private readonly lexicon: Pick<NameLexicon, 'isFirstName'>) {
    super();
  }

  find(text: string): Span[] {
    const spans: Span[] = [];
    for (const { 0: sign, index } of matchesOf(AT_SIGN, text)) {
      const domain = readDomain(text, index + sign.length);
      const local = domain && readLocalPart(text, index);
      if (!domain || !local) continue;
      const canonical = `${local.value}@${domain.value}`.normalize('NFC').toLowerCase();
      spans.push({ start: local.start, end: domain.end, type: 'Emails', canonical });
    }
    return [...spans, ...findObfuscatedEmails(text, (word) => this.mayBeLocal(word))];
  }

  /** "anna @web.de", "info @web.de"; not "Twitter @example.com", "name plus @example.com". */
  private mayBeLocal(word: string): boolean {
    if (/^\p{Lu}/u.test(word)) return false;
    return isMailbox(word) || this.lexicon.isFirstName(word) || !isCommonWord(word);
  }
}
