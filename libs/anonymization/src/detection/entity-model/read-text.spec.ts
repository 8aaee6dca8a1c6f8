import { NameLexicon } from '../../lexicon/word-lists';
import { namePrior } from './read-text';

describe('namePrior', () => {
  const lexicon = NameLexicon.load();

  it.each([
    ['speaks for a first name', 'Anna', 0.5],
    ['says nothing of a first name that is a common word too', 'Will', 0],
    ['speaks a little against a last name, which seldom begins a name', 'Schulz', -0.5],
    ['more where it is a common word too', 'Richter', -1],
    ['most against a common word that is no name', 'Rechnung', -3],
    ['in any case', 'rechnung', -3],
    ['and says nothing of a word that no list has', 'Xqwzt', 0],
  ])('%s', (_, word, prior) => expect(namePrior(word, lexicon)).toBe(prior));
});
