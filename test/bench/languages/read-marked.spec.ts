import { readMarked } from './read-marked';

describe('The reader of marked texts', () => {
  it('returns each text without marks, with the positions and labels of its values', () => {
    expect(readMarked('cs', '=== cs mail\nAhoj ⟦PERSON|Evo⟧,\n\n⟦LOC|Zlín⟧\n\n=== cs chat\nnic\n')).toEqual([
      {
        text: 'Ahoj Evo,\n\nZlín',
        spans: [
          { start: 5, end: 8, label: 'PERSON' },
          { start: 11, end: 15, label: 'LOC' },
        ],
      },
      { text: 'nic', spans: [] },
    ]);
  });

  it.each([
    ['an unknown label', '⟦NAME|Evo⟧', 'cs chat: ⟦NAME|Evo⟧ has an unknown label'],
    ['a mark that is not closed', 'Ahoj ⟦PERSON|Evo', 'cs chat: a mark is open, nested or has no label'],
    ['a mark that is not opened', 'Ahoj Evo⟧', 'cs chat: a mark is open, nested or has no label'],
    ['a mark in a mark', '⟦ORG|U ⟦PERSON|Evy⟧⟧', 'cs chat: a mark is open, nested or has no label'],
    ['a mark without a label', '⟦Evo⟧', 'cs chat: a mark is open, nested or has no label'],
    ['an empty value', '⟦PERSON|⟧', 'cs chat: ⟦PERSON|⟧ must contain a value'],
    ['a blank at the edge of a value', '⟦PERSON|Evo ⟧', 'cs chat: ⟦PERSON|Evo ⟧ must contain a value'],
    ['a text without content', '', 'cs chat: the text is empty'],
  ])('refuses %s and names the heading of the text', (_, marked, message) => {
    expect(() => readMarked('cs', `=== cs mail\nnic\n\n=== cs chat\n${marked}\n`)).toThrow(message);
  });

  it('refuses a text of another language', () => {
    expect(() => readMarked('cs', '=== da mail\nHej\n')).toThrow('da mail: the language must be cs');
  });

  it('refuses content before the first heading', () => {
    expect(() => readMarked('cs', 'Ahoj\n=== cs mail\nnic\n')).toThrow('cs: a file begins with a heading');
  });
});
