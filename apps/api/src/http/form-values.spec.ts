import { asFlag, asList } from './form-values';
import { readerOf } from '../../testing/reader-of';
import { readLink, SignedLinkDto } from './signed-link.dto';

describe('a value of a form', () => {
  it.each([
    ['Names', ['Names']],
    ['Names,Phone', ['Names', 'Phone']],
    [' Names ,\tPhone\n', ['Names', 'Phone']],
    ['', ['']],
    ['a,,b', ['a', '', 'b']],
    [
      ['a,b', 'c'],
      ['a,b', 'c'],
    ],
    [undefined, undefined],
    [null, null],
    [{ a: 'b' }, { a: 'b' }],
  ])('is a list of the words of %j', (value, expected) => {
    expect(asList({ value })).toEqual(expected);
  });

  it.each([
    ['true', true],
    ['false', false],
    ['True', 'True'],
    ['', ''],
    ['1', '1'],
    [undefined, undefined],
    [['true'], ['true']],
  ])('is a flag only as one of two words: %j', (value, expected) => {
    expect(asFlag({ value })).toEqual(expected);
  });
});

describe('a signed link', () => {
  const { read } = readerOf(SignedLinkDto, 'query');
  const link = async (query: object) => readLink(await read(query));

  it('has its time and its signature as texts', async () => {
    expect(await link({ expires: '1763812800', signature: 'kq3v', more: 'x' })).toEqual({
      expires: '1763812800',
      signature: 'kq3v',
    });
  });

  it.each([
    [{}, { expires: '', signature: '' }],
    [
      { expires: '1', signature: '' },
      { expires: '1', signature: '' },
    ],
    [
      { expires: ['1', '2'], signature: ['a', 'b'] },
      { expires: '1,2', signature: 'a,b' },
    ],
  ])('is forged as %j, and still read', async (query, expected) => {
    expect(await link(query)).toEqual(expected);
  });
});
