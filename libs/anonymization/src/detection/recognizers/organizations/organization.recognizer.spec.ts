import { parseLanguage } from '../../../text/language';
import { NameLexicon } from '../../../lexicon/word-lists';
import { resolveFindings } from '../../../text/spans/unite-spans';
import { OrganizationRecognizer } from './organization.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new OrganizationRecognizer(NameLexicon.load());
const find = (text: string) =>
  resolveFindings(text, recognizer.find(new SearchedText(text, parseLanguage('en')))).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('OrganizationRecognizer', () => {
  it.each<[string, string[]]>([
    ['Die Berger Metallbau GmbH liefert.', ['Berger Metallbau GmbH']],
    ['bei Koch & Söhne GmbH & Co. KG und der Nordlicht AG', ['Koch & Söhne GmbH & Co. KG', 'Nordlicht AG']],
    ['Gesangverein Harmonie e. V.', ['Gesangverein Harmonie e. V.']],
    ['am Amtsgericht Göppingen, Universität Heidelberg', ['Amtsgericht Göppingen', 'Universität Heidelberg']],
    ['Firma Zauner ruft an', ['Zauner']],
    ['The Acme Widgets, Inc. and Priest & Bishop Ltd', ['Acme Widgets, Inc.', 'Priest & Bishop Ltd']],
    [
      'at the University of Leeds, Loughborough University',
      ['University of Leeds', 'Loughborough University'],
    ],
    ['la société Rivière Plomberie SARL', ['Rivière Plomberie SARL']],
    [
      "le tribunal de commerce de Nanterre, l'université de Tours",
      ['tribunal de commerce de Nanterre', 'université de Tours'],
    ],
    ['Encofrados Ferrer, S.L. y Ayuntamiento de Soria', ['Encofrados Ferrer, S.L.', 'Ayuntamiento de Soria']],
    ['Tessiture del Basento S.r.l. e Comune di Prato', ['Tessiture del Basento S.r.l.', 'Comune di Prato']],
    ['Koning Liften B.V., Gemeente Hoorn', ['Koning Liften B.V.', 'Gemeente Hoorn']],
    ['à la clinique Saint-Roch. Mme Claire Moreau y travaille', ['clinique Saint-Roch']],
    ['con la Universidad de Salamanca. Don Javier Ortega', ['Universidad de Salamanca']],
    ['Praxis Dr. Huber, Klinikum St. Marien', ['Praxis Dr. Huber', 'Klinikum St. Marien']],
    [
      'Zieliński Wiaty sp. z o.o., Sąd Rejonowy w Żywcu',
      ['Zieliński Wiaty sp. z o.o.', 'Sąd Rejonowy w Żywcu'],
    ],
    ['Frutas Alves, Lda. e Câmara Municipal de Ovar', ['Frutas Alves, Lda.', 'Câmara Municipal de Ovar']],
    ['{"company":"Nordlicht Optik"}', ['Nordlicht Optik']],
    ['Kontor Nord GmbH. Später kaufte Kontor Nord mehr.', ['Kontor Nord GmbH', 'Kontor Nord']],
  ])('in %j finds %j', (text, expected) => expect(find(text)).toEqual(expected));

  it('returns one canonical name for a company with and without its legal form', () => {
    const spans = recognizer.find(new SearchedText('Kontor Nord GmbH und Kontor Nord', parseLanguage('en')));
    expect(new Set(spans.map(({ canonical }) => canonical))).toEqual(new Set(['kontor nord']));
  });

  it.each([
    'Die GmbH haftet. Eine AG oder KG gründen. Das ist der Fall.',
    'in der Apotheke in Ulm, an der Universität und im Klinikum',
    'class Foo extends Bar {} // LIMITED SCOPE',
    'The bank of the river. A hospital and a school.',
    '{"company":null,"vendor":"n/a"}',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it.each([
    ['capitals', 'Ab '.repeat(33_000)],
    ['forms', 'Ab GmbH '.repeat(12_000)],
    ['heads', 'Hotel '.repeat(16_000)],
    ['joined names', 'A & '.repeat(25_000)],
    ['one name again and again', `Kontor Nord GmbH ${'Kontor Nord '.repeat(8_000)}`],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(40_000);
  });
});
