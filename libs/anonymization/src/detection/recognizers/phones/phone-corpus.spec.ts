import { textsWithLookAlikes, textsWithNumbers } from '../../../../testing/phones/corpus';
import { scorePhones } from '../../../../testing/phones/score';
import type { Language } from '../../../text/language';
import { NameLexicon } from '../../../lexicon/word-lists';
import { resolveSpans } from '../../../text/spans/unite-spans';
import { createRecognizers } from '../create-recognizers';
import { SearchedText } from '../../searched-text';

const recognizers = createRecognizers(NameLexicon.load());
const find = (text: string, language: Language) =>
  resolveSpans(
    text,
    recognizers.flatMap((recognizer) => recognizer.find(new SearchedText(text, language))),
  ).filter(({ type }) => type === 'Phone');

describe('telephone numbers in the corpus', () => {
  it('are found completely, at least 97 of 100', () => {
    const { marks, whole, missed } = scorePhones(textsWithNumbers(), find);
    expect(marks).toBeGreaterThan(300);
    expect({ isEnough: whole >= 0.97 * marks, missed }).toEqual({
      isEnough: true,
      missed: expect.any(Array),
    });
  });

  it('are found in look-alikes at most once in 100', () => {
    const { marks, touched, hit, beside } = scorePhones(textsWithLookAlikes(), find);
    expect(marks).toBeGreaterThan(300);
    expect({ isEnough: touched + beside.length <= 0.01 * marks, hit }).toEqual({
      isEnough: true,
      hit: expect.any(Array),
    });
  });
});
