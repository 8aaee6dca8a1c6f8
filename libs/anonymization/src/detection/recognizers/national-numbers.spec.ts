import { NATIONAL_NUMBERS, type NationalNumbers } from '../../../testing/numbers/national-numbers';
import { ENTITY_TYPES, type EntityType } from '../../kinds/kinds';
import { NameLexicon } from '../../lexicon/word-lists';
import { parseLanguage } from '../../text/language';
import type { Span } from '../../text/spans/span';
import { resolveSpans } from '../../text/spans/unite-spans';
import { findPatterns } from '../find-patterns';
import { createRecognizers } from './create-recognizers';

const recognizers = createRecognizers(NameLexicon.load());
const ENGLISH = parseLanguage('en');
const KINDS = ENTITY_TYPES.filter((type) => type !== 'Terms');
/** Findings of other kinds, such as the name next to a number, do not count here. */
const NUMBERS: ReadonlySet<EntityType> = new Set([
  'BankAccounts',
  'Cards',
  'IdNumbers',
  'Phone',
  'Plates',
  'References',
  'Secrets',
]);

/** Returns a text with marks around the numbers that all recognizers together find, and their kinds. */
function numbersIn(marked: string): { shown: string; types: EntityType[] } {
  const text = marked.replace(/[⟦⟧]/g, '');
  const found: Span[] = findPatterns(text, { language: ENGLISH, kinds: KINDS }, recognizers);
  const spans = resolveSpans(text, found).filter(({ type }) => NUMBERS.has(type));
  let shown = '';
  let position = 0;
  for (const { start, end } of spans) {
    shown += `${text.slice(position, start)}⟦${text.slice(start, end)}⟧`;
    position = end;
  }
  return { shown: shown + text.slice(position), types: [...new Set(spans.map(({ type }) => type))] };
}

describe.each(Object.entries(NATIONAL_NUMBERS))('numbers of %s', (_, numbers) => {
  const rows = (texts: (kind: NationalNumbers) => readonly string[] | undefined): [string, EntityType][] =>
    numbers.flatMap((kind) =>
      (texts(kind) ?? []).map((text): [string, EntityType] => [text, kind.type ?? 'IdNumbers']),
    );

  it.each(rows(({ announced }) => announced))('are found after their name in %j', (marked, type) =>
    expect(numbersIn(marked)).toEqual({ shown: marked, types: [type] }),
  );

  const alone = rows((kind) => kind.alone);
  if (alone.length > 0)
    it.each(alone)('are found by their shape and check digits in %j', (marked, type) =>
      expect(numbersIn(marked)).toEqual({ shown: marked, types: [type] }),
    );

  const left = rows((kind) => kind.left);
  if (left.length > 0)
    it.each(left)('are not seen in %j', (text) =>
      expect(numbersIn(text)).toEqual({ shown: text, types: [] }),
    );
});
