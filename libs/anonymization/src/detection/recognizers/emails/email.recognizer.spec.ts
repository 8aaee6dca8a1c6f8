import { parseLanguage } from '../../../text/language';
import type { Recognizer } from '../../ports';
import { EmailRecognizer } from './email.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer: Recognizer = new EmailRecognizer({
  isFirstName: (word) => word === 'will',
});
const find = (text: string) =>
  recognizer
    .find(new SearchedText(text, parseLanguage('en')))
    .map(({ start, end }) => text.slice(start, end));

describe('EmailRecognizer', () => {
  it.each([
    ['Write to anna.schmidt@example.com.', ['anna.schmidt@example.com']],
    ['(anna@example.com), or bob@example.org!', ['anna@example.com', 'bob@example.org']],
    ['"Müller, Hans" <hans.mueller@firma.example>', ['hans.mueller@firma.example']],
    ['mailto:anna+news@example.co.uk?subject=Hi', ['anna+news@example.co.uk']],
    ['jörg.groß@bücher.example schrieb', ['jörg.groß@bücher.example']],
    ['用户@例子.测试', ['用户@例子.测试']],
    ['anna@xn--bcher-kva.example', ['anna@xn--bcher-kva.example']],
    ['"john doe"@example.com is quoted', ['"john doe"@example.com']],
    [
      'postmaster@[192.168.2.1] and a@[IPv6:2001:db8::1]',
      ['postmaster@[192.168.2.1]', 'a@[IPv6:2001:db8::1]'],
    ],
    ["o'brien@example.com", ["o'brien@example.com"]],
    ["the login 'ann@example.com' was", ['ann@example.com']],
    ['**ann@example.com** and *bob@example.com*', ['ann@example.com', 'bob@example.com']],
    ['https://example.com/?a=b&email=ann@example.com&x=1', ['ann@example.com']],
    ['email=ann@example.com', ['ann@example.com']],
    ['https://example.com/?email=ann%40example.com', ['ann%40example.com']],
    ['bounce+ann=example.org@lists.example.com', ['bounce+ann=example.org@lists.example.com']],
    ['{"mail":"ann@example.com","to":["bob@example.com"]}', ['ann@example.com', 'bob@example.com']],
    ['"Grüße\\nann@example.com\\n"', ['ann@example.com']],
    ['{first.last,b.second}@uni.example', ['{first.last,b.second}@uni.example']],
    ['Mail bob@example.com.Please answer', ['bob@example.com']],
    ['SHOUTED: ANNA@EXAMPLE.COM', ['ANNA@EXAMPLE.COM']],
    ['a@b.co', ['a@b.co']],
    ['ann@example.com-bob', ['ann@example.com']],
    ['x.y@sub.domain.example.museum,', ['x.y@sub.domain.example.museum']],
  ])('in %j finds %j', (text, expected) => expect(find(text)).toEqual(expected));

  it.each([
    ['name (at) domain punkt de', 'name@domain.de'],
    ['hans.mueller [at] example [dot] com', 'hans.mueller@example.com'],
    ['hans.mueller(at)example.com', 'hans.mueller@example.com'],
    ['JOHN AT EXAMPLE DOT COM', 'john@example.com'],
    ['hans punkt müller ät web punkt de', 'hans.müller@web.de'],
    ['hans punkt müller Klammeraffe t minus online Punkt de', 'hans.müller@t-online.de'],
    ['jane underscore doe at mail dot example dot com', 'jane_doe@mail.example.com'],
    ['jean point dupont arobase exemple point fr', 'jean.dupont@exemple.fr'],
    ['marie tiret lenoir arobase orange point fr', 'marie-lenoir@orange.fr'],
    ['claire.morel (arobase) exemple (point) fr', 'claire.morel@exemple.fr'],
    ['maria punto lopez arroba ejemplo punto es', 'maria.lopez@ejemplo.es'],
    ['juan guion bajo perez arroba correo punto com', 'juan_perez@correo.com'],
    ['marco punto rossi chiocciola esempio punto it', 'marco.rossi@esempio.it'],
    ['laura trattino basso bianchi chiocciola posta punto it', 'laura_bianchi@posta.it'],
    ['jan punt devries apenstaartje voorbeeld punt nl', 'jan.devries@voorbeeld.nl'],
    ['piet streepje jansen at bedrijf punt nl', 'piet-jansen@bedrijf.nl'],
    ['anna kropka nowak małpa przykład kropka pl', 'anna.nowak@przykład.pl'],
    ['jan podkreślnik kowalski małpa firma kropka pl', 'jan_kowalski@firma.pl'],
    ['j.nowak (małpa) firma.pl', 'j.nowak@firma.pl'],
    ['joao ponto silva arroba exemplo ponto pt', 'joao.silva@exemplo.pt'],
    ['rui traço lopes arroba mail ponto pt', 'rui-lopes@mail.pt'],
    ['jane @ example.com', 'jane@example.com'],
    ['jane@example(dot)com', 'jane@example.com'],
    ['jane {at} example {.} com', 'jane@example.com'],
    ['<jane[@]example.com>', 'jane@example.com'],
    ['jane.doe @example.com', 'jane.doe@example.com'],
    ['jane @web.de', 'jane@web.de'],
    ['will @web.de', 'will@web.de'],
    ['info @web.de', 'info@web.de'],
    ['info@ web.de', 'info@web.de'],
    ['jane@ mail.example.org', 'jane@mail.example.org'],
  ])('reads the spelled-out %j as %j', (text, canonical) => {
    const spans = recognizer.find(new SearchedText(`Contact: ${text}, thanks.`, parseLanguage('de')));
    expect(spans).toContainEqual({
      start: 9 + (text.startsWith('<') ? 1 : 0),
      end: 9 + text.length - (text.endsWith('>') ? 1 : 0),
      type: 'Emails',
      canonical,
    });
  });

  it.each([
    '@anna thanks',
    'npm i @nestjs/common@12.5.1',
    'meet me @ the station',
    'Twitter @example.com',
    'the last name plus @example.com',
    'hello @anna.schmidt',
    'written to me @example.com',
    'lunch@ noon. then work',
    'icon@2x.png',
    'a@b',
    'price: 3 @ 4.50',
    'user@@example',
    'Look at example dot com',
    'We met at noon. The dot is red.',
    'at 5 o clock at the point',
    'We arrive at one point in time.',
    'Il est un point de vue sur la mer',
    'una arroba de uvas, punto y aparte',
    'la chiocciola mangia, punto e basta',
    'op dit punt at de hond een bot',
    'małpa w zoo, kropka nad i',
    'ao ponto de uma arroba de milho',
    'foo..bar@',
    '@example.com',
  ])('finds nothing in %j', (text) => expect(find(text)).toEqual([]));

  it('returns one canonical form for all spellings of an address', () => {
    const spans = recognizer.find(new SearchedText('Ann@Example.com ann@example.COM', parseLanguage('en')));
    expect(spans.map(({ canonical }) => canonical)).toEqual(['ann@example.com', 'ann@example.com']);
  });

  it.each([
    ['at signs', '@'.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['dotted labels after an at sign', `a@${'a.'.repeat(50_000)}`],
    ['addresses without an end', 'a@a.'.repeat(25_000)],
    ['open quotes', '"a@'.repeat(33_000)],
    ['open braces', '{a,'.repeat(33_000) + '@a.de'],
    ['spelled-out parts', 'a dot '.repeat(17_000)],
    ['spelled-out addresses', 'a at a dot '.repeat(9_000)],
    ['brackets', '(at) '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(30_000);
  });
});
