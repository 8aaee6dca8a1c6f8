import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { UrlRecognizer } from './url.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = new UrlRecognizer({
  isFirstName: (word) => ['anna', 'sabina'].includes(word.toLowerCase()),
  isLastName: (word) => ['schmidt', 'jarzyna'].includes(word.toLowerCase()),
});

describe('UrlRecognizer', () => {
  it.each([
    'see ⟦https://www.linkedin.com/in/anna-schmidt-8841b⟧.',
    '⟦linkedin.com/in/kosma-lancuch⟧',
    '⟦https://github.com/liobazech⟧',
    '⟦https://example.org/users/zofia.m⟧',
    '(⟦https://example.org/reset?token=abc123⟧)',
    '⟦https://anna:x1@example.org/⟧',
    '⟦https://example.org/?email=a%40b.de⟧',
    '⟦https://kanzlei.example/zespol/sabina-jarzyna⟧',
    '⟦https://example.org/~anna⟧',
    '⟦https://mastodon.example/@anna⟧',
    '⟦www.annaschmidt.com⟧',
    '<a href="⟦https://xing.com/profile/Anna_Schmidt⟧">',
    '⟦https://x.com/annas⟧, ⟦https://calendly.com/jasper-kim/demo⟧',
    '⟦https://example.org/a?X-Amz-Signature=abc⟧',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'https://example.org/page',
    'https://www.example.org/',
    'https://docs.python.org/3/library/re.html',
    'https://example.org/?page=2&sort=asc',
    'https://github.com/nestjs/nest',
    'www.bahn.de',
    'https://www.linkedin.com/company/siemens',
    'https://www.youtube.com/watch?v=abc',
    'git@github.com:nestjs/nest.git',
    'https://example.org/?token=${TOKEN}',
    'https://de.wikipedia.org/wiki/Berlin',
    'https://example.org/about/team',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['schemes', 'https://'.repeat(12_000)],
    ['parameters', 'https://a.b/?' + 'a=b&'.repeat(24_000)],
    ['folders', 'https://a.b' + '/a'.repeat(50_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
