import { NameLexicon } from '../../lexicon/word-lists';
import { namePrior } from './read-text';

describe('namePrior', () => {
  const lexicon = NameLexicon.load();

  it.each([
    ['raises the score of a first name', 'Anna', 0.8],
    ['does not change that of a first name that is a common word too', 'Will', 0],
    ['lowers that of a last name a little, because one seldom begins a name', 'Schulz', -0.2],
    ['lowers it more if the last name is a common word too', 'Richter', -1],
    ['lowers it still more if such a word is in lower case', 'richter', -2],
    ['lowers that of a common word most', 'Rechnung', -3],
    ['lowers it in lower case too', 'rechnung', -3],
    ['lowers it in Polish', 'mleko', -3],
    ['lowers it without accents too, as in chats', 'amanha', -3],
    ['raises that of a word in no list a little', 'Xqwzt', 0.3],
  ])('%s', (_, word, prior) => expect(namePrior(word, lexicon)).toBe(prior));
});
