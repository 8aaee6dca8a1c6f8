import { assert, property, string } from 'fast-check';
import { readFileName } from './read-file-name';

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('fileName', () => {
  it.each([
    ['contract.txt', 'contract.txt'],
    ['Vertr%C3%A4ge%202025.txt', 'Verträge 2025.txt'],
    [bytes('Verträge.txt'), 'Verträge.txt'],
    ['Vertr\u00e4ge.txt', 'Vertr\u00e4ge.txt'], // Latin-1: neither reading is UTF-8, so the name stays unchanged.
    ['%E4.txt', '%E4.txt'], // The percent-decoded name is not UTF-8, but its own bytes are.
    ['100%.txt', '100%.txt'],
    ['50%25.txt', '50%.txt'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..%2F..%2Fetc%2Fpasswd.txt', 'passwd.txt'],
    ['C:\\Users\\Hans\\a.pdf', 'a.pdf'],
    [' a.txt ', 'a.txt'],
  ])('reads the header %j as %j', (header, name) => {
    expect(readFileName(header, undefined)).toBe(name);
  });

  it('prefers the header to the name of the part, and uses the part if there is no header', () => {
    expect(readFileName('a.txt', 'b.txt')).toBe('a.txt');
    expect(readFileName(undefined, 'b.txt')).toBe('b.txt');
    expect(readFileName('', 'folder/b.txt')).toBe('b.txt');
  });

  it.each([undefined, '', ' ', '/', 'folder/'])('reports a missing name if there is only %j', (header) => {
    expect(() => readFileName(header, undefined)).toThrow('File-Name is missing');
  });

  it('decodes any percent-encoded name [PRIV-48]', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const expected = name.split(/[/\\]/).at(-1)!.trim();
        if (expected) expect(readFileName(encodeURIComponent(name), undefined)).toBe(expected);
      }),
    );
  });
});
