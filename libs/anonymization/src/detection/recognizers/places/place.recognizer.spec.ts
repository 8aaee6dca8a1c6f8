import { parseLanguage } from '../../../text/language';
import { PlaceLexicon } from '../../../lexicon/places';
import { NameLexicon } from '../../../lexicon/word-lists';
import { resolveFindings } from '../../../text/spans/unite-spans';
import { PlaceRecognizer } from './place.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new PlaceRecognizer(PlaceLexicon.load(), NameLexicon.load());
const spansIn = (text: string) =>
  resolveFindings(text, recognizer.find(new SearchedText(text, parseLanguage('en'))));
const find = (text: string) => spansIn(text).map(({ start, end }) => text.slice(start, end));

describe('PlaceRecognizer', () => {
  it.each<[string, string[]]>([
    ['Er zog von Vechta nach Bad Tölz.', ['Vechta', 'Bad Tölz']],
    ['Hamburgs Hafen, Frankfurt am Main', ['Hamburgs', 'Frankfurt am Main']],
    ['in der Lindenstraße bei Regensburg', ['Lindenstraße', 'Regensburg']],
    ['from New York to San Francisco via Boston', ['New York', 'San Francisco', 'Boston']],
    ['entre Lyon et Clermont-Ferrand', ['Lyon', 'Clermont-Ferrand']],
    ['de Madrid a Valladolid', ['Madrid', 'Valladolid']],
    ['tra Milano e Reggio Emilia', ['Milano', 'Reggio Emilia']],
    ['van Utrecht naar Den Haag', ['Utrecht', 'Den Haag']],
    ['Kraków i Gdańsk', ['Kraków', 'Gdańsk']],
    ['de Lisboa ao Porto', ['Lisboa', 'Porto']],
    ['{"city":"Böklund"}', ['Böklund']],
    ['PARIS und MÜNCHEN', ['PARIS', 'MÜNCHEN']],
  ])('in %j finds %j', (text, expected) => expect(find(text)).toEqual(expected));

  it('returns the canonical name of a place for its genitive', () => {
    expect(spansIn('Hamburgs Hafen in Hamburg').map(({ canonical }) => canonical)).toEqual([
      'hamburg',
      'hamburg',
    ]);
  });

  it.each([
    'Isaiah Berlin schrieb, Paris Hilton auch',
    'Deutschland, France, Polska, a German in Spain',
    'Reading is nice. Bar, Male and Same. In May, in Essen und Trinken',
    'const London2 = berlin.Hamburg; #Berlin @Paris',
    'Die Einbahnstraße und die Bundesstraße',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it.each([
    ['capitals', 'Ab '.repeat(33_000)],
    ['places', 'Berlin '.repeat(14_000)],
    ['small words', 'Berlin am '.repeat(10_000)],
    ['apostrophes', "'".repeat(100_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(40_000);
  });
});
