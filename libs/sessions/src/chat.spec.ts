import { assert, property, string } from 'fast-check';
import { chatName } from './chat';

describe('chatName', () => {
  it.each([
    ['a short prompt', 'a short prompt'],
    ['  blanks around\n', 'blanks around'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), 'x'.repeat(60)],
    [`${'word '.repeat(11)}words end here`, `${'word '.repeat(11)}words`],
    [`${'word '.repeat(11)}longer than that`, 'word '.repeat(11).trim()],
    ['😀'.repeat(61), '😀'.repeat(60)],
  ])('of %j is %j', (prompt, name) => {
    expect(chatName(prompt)).toBe(name);
  });

  it('is the beginning of the prompt, cut at 60 characters', () => {
    assert(
      property(string({ minLength: 1, maxLength: 200 }), (prompt) => {
        const name = chatName(prompt);
        expect([...name].length).toBeLessThanOrEqual(60);
        expect(prompt.trim().startsWith(name)).toBe(true);
      }),
    );
  });
});
