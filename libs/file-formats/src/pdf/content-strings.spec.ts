import { textsOfContent } from './content-strings';

const texts = (content: string): string => [...textsOfContent(Buffer.from(content, 'latin1'))].join('\n');

describe('textsOfContent', () => {
  it.each([
    ['BT (Anna) Tj ET', 'Anna'],
    ['[(An) 20 (na)] TJ', 'Anna'],
    ['[(Frau) -900 (Anna)] TJ', 'Frau Anna'],
    ['<416e 6e61> Tj', 'Anna'],
    [String.raw`(An\156a \(x\)) Tj`, 'Anna (x)'],
    ['(Anna (innen)) Tj', 'Anna (innen)'],
    ['/Span <</ActualText (Anna)>> BDC', 'Anna'],
    ['/Span <</ActualText <FEFF0041006E006E0061>>> BDC', 'Anna'],
    ['0 0 m % Anna\n1 1 l', 'Anna'],
  ])('yields of %j the text %j', (content, expected) => expect(texts(content)).toContain(expected));

  it('yields no operators and names', () => {
    expect(texts('/Mark BMC q 1 0 0 1 0 0 cm /Anna Do Q EMC').trim()).toBe('');
  });
});
