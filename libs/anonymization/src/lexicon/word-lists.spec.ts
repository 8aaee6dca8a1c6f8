import { array, assert, property, string } from 'fast-check';
import { anyText } from '@app/testing';
import { WordSet } from './word-lists';

const line = anyText()
  .map((text) => text.replaceAll('\n', ' '))
  .filter((text) => text !== '');

describe('WordSet', () => {
  it('contains all of its words, and none of a few hundred others', () => {
    assert(
      property(array(line, { maxLength: 100 }), array(string(), { maxLength: 5 }), (words, others) => {
        const set = new WordSet(words.join('\n'));
        expect(words.every((word) => set.has(word))).toBe(true);
        expect(others.filter((word) => !words.includes(word) && set.has(word))).toEqual([]);
      }),
    );
  });

  it('contains no words when it is empty', () => expect(new WordSet('').has('')).toBe(false));
});
