import { parseLanguage } from '../../../text/language';
import { NameLexicon } from '../../../lexicon/word-lists';
import { resolveSpans } from '../../../text/spans/unite-spans';
import type { Recognizer } from '../../ports';
import { DividedNameRecognizer } from './divided-name.recognizer';
import { EmailNeighbourRecognizer } from './email-neighbour.recognizer';
import { HeaderNameRecognizer } from './header-name.recognizer';
import { IntroducedNameRecognizer } from './introduced-name.recognizer';
import { ListedNameRecognizer } from './listed-name.recognizer';
import { SalutationRecognizer } from './salutation.recognizer';
import { SignOffRecognizer } from './sign-off.recognizer';
import { TitleNameRecognizer } from './title-name.recognizer';
import { SearchedText } from '../../searched-text';

const lexicon = NameLexicon.load();
const recognizers: Readonly<Record<string, Recognizer>> = {
  title: new TitleNameRecognizer(lexicon),
  introduced: new IntroducedNameRecognizer(lexicon),
  salutation: new SalutationRecognizer(lexicon),
  signOff: new SignOffRecognizer(lexicon),
  header: new HeaderNameRecognizer(lexicon),
  neighbour: new EmailNeighbourRecognizer(lexicon),
  listed: new ListedNameRecognizer(lexicon),
  divided: new DividedNameRecognizer(lexicon),
};
const find = (kind: string, text: string) =>
  resolveSpans(text, recognizers[kind]?.find(new SearchedText(text, parseLanguage('de'))) ?? []).map(
    ({ start, end }) => text.slice(start, end),
  );

describe('names after titles', () => {
  it.each([
    ['Herr Müller kommt', ['Müller']],
    ['Frau Dr. Anna Schmidt-Meier sagt', ['Anna Schmidt-Meier']],
    ['mit Herrn Prof. Dr. med. Hans von der Heide', ['Hans von der Heide']],
    ['Frau Schmidts Vertrag', ['Schmidts']],
    ["Mrs. O'Brien's car", ["O'Brien"]],
    ['Mr. J. R. Smith left', ['J. R. Smith']],
    ['Dr. Nguyen and Prof. Kim', ['Nguyen', 'Kim']],
    ['Frau von Bülow', ['von Bülow']],
    ['Frau Yılmaz und Herr Łukasz Żak', ['Yılmaz', 'Łukasz Żak']],
    ['Ms Jane Doe', ['Jane Doe']],
    ['Herr Müller Bescheid', ['Müller']],
    ['Judge Brown and Inspector Lestrade', ['Brown', 'Lestrade']],
    ['Mr. Thomas D. Green of Ottawa', ['Thomas D. Green']],
    ['weil herr krüger und mrs. wong fehlen', ['krüger', 'wong']],
  ])('in %j finds %j', (text, expected) => expect(find('title', text)).toEqual(expected));

  it.each([
    'Herr Präsident!',
    'Frau Ministerin',
    'Herr der Ringe',
    'Dr. Oetker Pizza',
    'Frau Kommissarin',
    'Mr. President',
    'Herr Kollege',
    'die Frau Mutter',
    'Herr Abgeordneter',
    'Herren aus Bonn',
    'Meine Damen und Herren',
    'meine frau kommt',
    'herr im haus',
    'the Justice Department',
  ])('finds no person in %j', (text) => expect(find('title', text)).toEqual([]));
});

describe('names of people who introduce themselves', () => {
  it.each([
    ['Hi, my name is Anna Schmidt.', ['Anna Schmidt']],
    ['my name is john and I', ['john']],
    ['Mein Name ist Désirée Trautwein und ich bin', ['Désirée Trautwein']],
    ['ich heiße jürgen müller und wohne', ['jürgen müller']],
    ["I'm Peter Jackson from Ohio", ['Peter Jackson']],
    ['Hier spricht Sabine Kurz.', ['Sabine Kurz']],
    ['My wife Linda called', ['Linda']],
  ])('in %j finds %j', (text, expected) => expect(find('introduced', text)).toEqual(expected));

  it.each([
    "I'm Sorry",
    'This is Great',
    'ich bin Lehrer',
    "I'm in Berlin",
    'Das ist Berlin',
    'my name is not important',
    'This is May',
  ])('finds no person in %j', (text) => expect(find('introduced', text)).toEqual([]));
});

describe('names in salutations', () => {
  it.each([
    ['Sehr geehrter Herr Kilic!', ['Kilic']],
    ['Sehr geehrte Frau Dr. von Stein,', ['von Stein']],
    ['Dear Anna and Bob,', ['Anna', 'Bob']],
    ['Liebe Anna, lieber Max,', ['Anna', 'Max']],
    ['Hi Jürgen\nwie geht', ['Jürgen']],
    ['hi anna,\nhow', ['anna']],
    ['Text before\n\nHallo Josette,', ['Josette']],
    ['Dear Mr. Smith:', ['Smith']],
    ['Sehr geehrte Frau Schmidt, sehr geehrter Herr Müller,', ['Schmidt', 'Müller']],
  ])('in %j finds %j', (text, expected) => expect(find('salutation', text)).toEqual(expected));

  it.each([
    'Dear Sir or Madam,',
    'Dear Team,',
    'Hello World!',
    'Sehr geehrte Damen und Herren,',
    'Liebe Kolleginnen und Kollegen,',
    'Liebe Leserinnen und Leser,',
    'Dear Customer,',
    'Hi There,',
    'Dear Hiring Manager,',
    'Hallo Zusammen,',
    'Dear Human Resources,',
    'Hey Guys!',
    'hi all,',
  ])('finds no person in %j', (text) => expect(find('salutation', text)).toEqual([]));
});

describe('names in signatures', () => {
  it.each([
    ['Mit freundlichen Grüßen\n\nAdele Pohl\n\nTel', ['Adele Pohl']],
    ['Mit freundlichen Grüßen\nDr. Hans Müller', ['Hans Müller']],
    ['Best regards,\nAnna', ['Anna']],
    ['Thanks!\nJ. Smith\nSales', ['J. Smith']],
    ['LG Anna', ['Anna']],
    ['bis morgen! Viele Grüße, Thomas', ['Thomas']],
    ['Cheers, Bob', ['Bob']],
    ['i. A. \nPetra Lindner', ['Petra Lindner']],
    ['Ihre\nSabine Kurz', ['Sabine Kurz']],
  ])('in %j finds %j', (text, expected) => expect(find('signOff', text)).toEqual(expected));

  it.each([
    'Mit freundlichen Grüßen\nIhr Team der Muster AG',
    'Best regards,\nCustomer Service',
    'Thanks,\nThe Team',
    'Viele Grüße aus Berlin',
    'Danke\nBitte',
    'Regards,\nAcme Inc.',
  ])('finds no person in %j', (text) => expect(find('signOff', text)).toEqual([]));
});

describe('names in headers and fields', () => {
  it.each([
    ['From: Müller, Hans <h@x.de>', ['Müller, Hans']],
    [
      'From: "McGilloway, Vangie" <v@x.com>\nTo: Bob Smith; Anna Jones',
      ['McGilloway, Vangie', 'Bob Smith', 'Anna Jones'],
    ],
    ['Cc: Anna Schmidt <a@b.de>, Max Weber <m@b.de>', ['Anna Schmidt', 'Max Weber']],
    ['Von: Petra Lindner', ['Petra Lindner']],
    ['Name: Anna Schmidt', ['Anna Schmidt']],
    ['{"firstName":"Anna","lastName":"Schmidt"}', ['Anna', 'Schmidt']],
    ['Ansprechpartner: Herr Dr. Max Weber', ['Max Weber']],
    ['Patient: Weber, Max', ['Weber, Max']],
    ['To: Kevin Boone/HOU/ECT@ECT', ['Kevin Boone']],
  ])('in %j finds %j', (text, expected) => expect(find('header', text)).toEqual(expected));

  it.each([
    'From: Customer Service',
    'To: All Employees',
    'An: Vertrieb',
    'Name: Project Management',
    'from: Berlin to: Hamburg',
    'Kontakt: Telefon',
    'Kunde: Rechnung',
  ])('finds no person in %j', (text) => expect(find('header', text)).toEqual([]));
});

describe('names next to their address', () => {
  it.each([
    ['Hans Müller <hans.mueller@x.de>', ['Hans Müller']],
    ['Write to Vangie McGilloway vangie.mcgilloway@x.com', ['Vangie McGilloway']],
    ['John Smith (jsmith@x.com)', ['John Smith']],
    ['Kontakt Özgür Çelik oezguer.celik@x.de', ['Özgür Çelik']],
    ['boone@x.com is Kevin Boone', ['Kevin Boone']],
  ])('in %j finds %j', (text, expected) => expect(find('neighbour', text)).toEqual(expected));

  it.each([
    'Info at info@x.com',
    'Support: support@x.com',
    'Vertrieb vertrieb@x.de',
    'Hans Müller <sales@x.de>',
  ])('finds no person in %j', (text) => expect(find('neighbour', text)).toEqual([]));
});

describe('names from the lists', () => {
  it.each([
    ['gestern hat Anna Schmidt angerufen', ['Anna Schmidt']],
    ['von Hans-Peter Müller', ['Hans-Peter Müller']],
    ['by George W. Bush in', ['George W. Bush']],
    ['mit Ludwig van Beethoven', ['Ludwig van Beethoven']],
    ['Schmidt, Anna\nMüller, Max', ['Schmidt, Anna', 'Müller, Max']],
    ["Peter Jackson's film", ['Peter Jackson']],
    ['ANNA SCHMIDT', ['ANNA SCHMIDT']],
    ['1;Anna Schmidt;Berlin', ['Anna Schmidt']],
    ['Peter Müllers Vertrag', ['Peter Müllers']],
    ['Anna Schmidt Bescheid geben', ['Anna Schmidt']],
    ['wie Neil Armstrong den Mond', ['Neil Armstrong']],
  ])('in %j finds %j', (text, expected) => expect(find('listed', text)).toEqual(expected));

  it.each([
    'Der Bundestag hat Berlin',
    'New York Times',
    'San Francisco Bay',
    'The White House',
    'Guten Morgen',
    'Deutsche Bank AG',
    'Mit Freude und Mark',
    'Will May Be',
    'Machine Learning',
    'Malcolm Smith Motorsports',
    'the Dave Matthews Band',
    'Peter Schmidt GmbH',
    'Am Abend folgte Elliott der Einladung',
    'Gestern konnte Rona Labor-Proben zeigen',
  ])('finds no person in %j', (text) => expect(find('listed', text)).toEqual([]));
});

describe('names in adjacent cells', () => {
  it.each([
    ['| Anna | Schmidt | Bonn |', ['Anna', 'Schmidt']],
    ['Anna;Schmidt;Bonn', ['Anna', 'Schmidt']],
    ['1\tThomas\tMüller-Lüdenscheidt\t3', ['Thomas', 'Müller-Lüdenscheidt']],
    ['our colleague Anna;Weißenfels, who will call', ['Anna', 'Weißenfels']],
    ['Am Montag hat Anna\tHöflich die Unterlagen geschickt', ['Anna', 'Höflich']],
    ['our colleague | Anna | Wise | will call', ['Anna', 'Wise']],
  ])('in %j finds %j, each in its cell', (text, expected) => expect(find('divided', text)).toEqual(expected));

  it.each([
    '| Name | Ort |',
    'Anna, Schmidt',
    'Montag;Schmidt',
    'Anna;GmbH',
    'Anna;Vertrieb;Bonn',
    '| Anna | Marketing | seit 2012 |',
    'Anna | schmidt@web.de',
    'Anna\nSchmidt',
  ])('finds no person in %j', (text) => expect(find('divided', text)).toEqual([]));
});

describe('every name recognizer', () => {
  const hostile: [string, string][] = [
    ['capitals', 'A'.repeat(100_000)],
    ['capital words', 'Ab '.repeat(33_000)],
    ['names', 'Anna Schmidt '.repeat(8_000)],
    ['initials', 'A.'.repeat(50_000)],
    ['initials apart', 'A. '.repeat(33_000)],
    ['hyphens', 'Ab-'.repeat(33_000)],
    ['titles', 'Dr. '.repeat(25_000)],
    ['greetings', 'Dear '.repeat(20_000)],
    ['greetings by line', 'Dear A\n'.repeat(14_000)],
    ['closings', 'Best,\n'.repeat(16_000)],
    ['line ends', '\n'.repeat(100_000)],
    ['blanks', ' '.repeat(100_000)],
    ['commas', 'A, '.repeat(33_000)],
    ['headers', 'From: '.repeat(16_000)],
    ['addresses', 'Ab ab@x '.repeat(12_000)],
    ['particles', 'A von der '.repeat(10_000)],
    ['apostrophes', "A'".repeat(50_000)],
    ['fields', 'Name: A, '.repeat(11_000)],
    ['cells', 'Ab | '.repeat(20_000)],
  ];
  it.each(hostile)('stays linear on 100 kB of %s', (_, text) => {
    for (const recognizer of Object.values(recognizers)) {
      expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(100_000);
    }
  });
});
