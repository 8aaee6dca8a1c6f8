import { TEXTS_OF_OTHER_LANGUAGES } from '../../../testing/numbers/known-forms';
import { ENTITY_TYPES } from '../../kinds/kinds';
import { NameLexicon } from '../../lexicon/word-lists';
import { parseLanguage } from '../../text/language';
import { resolveSpans } from '../../text/spans/unite-spans';
import { findPatterns } from '../find-patterns';
import { createRecognizers } from './create-recognizers';

const recognizers = createRecognizers(NameLexicon.load());
const wanted = { language: parseLanguage('en'), kinds: ENTITY_TYPES.filter((type) => type !== 'Terms') };
const KINDS = ['Emails', 'Phone', 'BankAccounts', 'IdNumbers', 'Phone', 'Names'] as const;

/** Returns the kinds of the findings that cover the marked value. */
function kindsAtMark(marked: string): string[] {
  const [start, end] = [marked.indexOf('⟦'), marked.indexOf('⟧') - 1];
  const text = marked.replace(/[⟦⟧]/g, '');
  return resolveSpans(text, findPatterns(text, wanted, recognizers))
    .filter((span) => span.start <= start && span.end >= end)
    .map(({ type }) => type);
}

describe.each(Object.entries(TEXTS_OF_OTHER_LANGUAGES))('values in %s, which has no file', (_, texts) => {
  it.each(texts.map((text, at) => [text, KINDS[at]] as const))('are found in %j', (marked, kind) =>
    expect(kindsAtMark(marked)).toEqual([kind]),
  );
});

describe('numbers of languages without a file', () => {
  it.each([
    'rad 910715-7879',
    'linje 15079136082',
    'sor 003 390 753',
    'fødselsnummer 15079136083',
    'cod numeric personal 2910715408796',
    'kimlik no 31742180973',
    'РНОКПП 3679290813',
    'TAJ 003 390 754',
    'adóazonosító jel 8793834706',
  ])('are left in %j without their name or with a wrong check digit', (text) => {
    const found = resolveSpans(text, findPatterns(text, wanted, recognizers));
    expect(found.filter(({ type }) => type === 'IdNumbers')).toEqual([]);
  });

  it('have the check digit of a Hungarian tax number', () => {
    expect(kindsAtMark('adóazonosító jel: ⟦8793834705⟧')).toEqual(['IdNumbers']);
  });
});
