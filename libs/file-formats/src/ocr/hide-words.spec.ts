import type { FileText, TextChange, TextEditor } from '../editing/text-editor';
import { furtherWords, linesOf, showWords } from './hide-words';
import { KnownValues } from './known-values';
import type { WordInImage } from './text-in-images';

const word = (text: string, line: number, paragraph = 0): WordInImage => ({
  text,
  confidence: 90,
  line,
  paragraph,
  box: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
});

/** Returns an editor that makes the given changes, and the texts that it was shown. */
function editorWith(changes: Record<string, TextChange[]>): { editor: TextEditor; texts: FileText[] } {
  const texts: FileText[] = [];
  const edit = (text: FileText): TextChange[] => {
    texts.push(text);
    return changes[text.text] ?? [];
  };
  return { editor: { edit } as unknown as TextEditor, texts };
}

describe('linesOf', () => {
  it('joins a word that is split at the end of a line', () => {
    const lines = linesOf([word('Frau', 0), word('Brügge-', 0), word('mann', 1), word('kam', 1)]);
    expect(lines.map(({ tokens }) => tokens.map(({ text }) => text))).toEqual([
      ['Frau', 'Brüggemann'],
      ['kam'],
    ]);
  });

  it('leaves a hyphen before another paragraph or a capital', () => {
    const lines = linesOf([word('Müller-', 0), word('Lüdenscheidt', 1), word('a-', 1), word('b', 2, 1)]);
    expect(lines.map(({ tokens }) => tokens.map(({ text }) => text))).toEqual([
      ['Müller-'],
      ['Lüdenscheidt', 'a-'],
      ['b'],
    ]);
  });
});

describe('showWords', () => {
  it('returns the words that a change touches, and a value over two lines as one', () => {
    const words = [
      word('Herr', 0),
      word('Stefan', 0),
      word('Griffith,', 1),
      word('Ulm', 1),
      word('Ende', 2, 1),
    ];
    const { editor, texts } = editorWith({
      'Herr Stefan': [{ start: 5, end: 11, replacement: '[NAME_1]' }],
      'Griffith, Ulm': [{ start: 0, end: 8, replacement: '' }],
    });
    expect(showWords(editor, 'words', words)).toEqual([
      { value: 'Stefan Griffith', replacement: '[NAME_1]', places: [words[1], words[2]] },
    ]);
    expect(texts).toEqual([
      { part: 'words', text: 'Herr Stefan' },
      { part: 'words', text: 'Griffith, Ulm', joins: 'line' },
      { part: 'words', text: 'Ende' },
    ]);
  });
});

describe('furtherWords', () => {
  it('finds known values over lines and misread, and none that is hidden already', () => {
    const values = new KnownValues();
    values.add('Stefan Griffith', '[NAME_1]');
    const words = [
      word('Stefan', 0),
      word('Griffith', 1),
      word('und', 1),
      word('Stefan', 1),
      word('Gritfith', 1),
    ];
    expect(furtherWords(words, values, new Set(words.slice(0, 2)))).toEqual([
      { words: words.slice(3), label: '[NAME_1]' },
    ]);
  });
});
